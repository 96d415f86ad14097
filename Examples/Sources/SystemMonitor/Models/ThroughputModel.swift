import Observation

/// How many bytes pass through the network or the disks in a second.
@MainActor @Observable
final class ThroughputModel {
  /// Nil where the system does not tell.
  private(set) var incoming: ByteAmount? = .zero
  private(set) var outgoing: ByteAmount? = .zero
  let trend = Trend()

  func apply(_ throughput: Throughput?) {
    incoming = throughput.map { ByteAmount($0.incoming) }
    outgoing = throughput.map { ByteAmount($0.outgoing) }
    if let throughput { trend.append(GraphScale.share(ofRate: throughput.incoming + throughput.outgoing)) }
  }
}
