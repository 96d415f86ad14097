import Observation

/// How many bytes pass through the network or the disks in a second.
@MainActor @Observable
final class ThroughputModel {
  /// Nil where the system does not tell.
  private(set) var incoming: ByteAmount? = .zero
  private(set) var outgoing: ByteAmount? = .zero
  let trend = Trend(before: .nothing)

  func apply(_ throughput: Throughput?) {
    incoming = throughput.map { ByteAmount($0.incoming) }
    outgoing = throughput.map { ByteAmount($0.outgoing) }
    trend.append(Level(bytesPerSecond: throughput.map { $0.incoming + $0.outgoing } ?? 0))
  }
}
