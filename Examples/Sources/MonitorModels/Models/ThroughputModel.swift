public import Observation

/// How many bytes pass through the network or the disks in a second.
@MainActor @Observable
public final class ThroughputModel {
  /// Nil where the system does not tell.
  public private(set) var incoming: ByteAmount? = .zero
  /// Nil where the system does not tell.
  public private(set) var outgoing: ByteAmount? = .zero
  /// How the sum of both has changed.
  public let trend = Trend()

  package func apply(_ throughput: Throughput?) {
    incoming = throughput.map { ByteAmount($0.incoming) }
    outgoing = throughput.map { ByteAmount($0.outgoing) }
    if let throughput { trend.append(GraphScale.share(ofRate: throughput.incoming + throughput.outgoing)) }
  }
}
