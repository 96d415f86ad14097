/// What the machine did between two readings.
public struct SystemSample: Equatable, Sendable {
  /// Shares from 0 to 1.
  package var cpu: Double
  package var cores: [Double]
  package var memory: MemoryReading
  package var load: LoadReading
  package var network: Throughput
  package var disk: Throughput?
  /// In no particular order.
  package var processes: [ProcessRow]
}

extension SystemSample {
  package init(from earlier: SystemReading, to later: SystemReading) {
    let seconds = max((later.time - earlier.time) / .seconds(1), 0.001)
    cpu = later.cpu.busyShare(since: earlier.cpu)
    cores = zip(later.cores, earlier.cores).map { $0.busyShare(since: $1) }
    memory = later.memory
    load = later.load
    network = Throughput(from: earlier.network, to: later.network, seconds: seconds)
    if let before = earlier.disk, let after = later.disk {
      disk = Throughput(from: before, to: after, seconds: seconds)
    }
    processes = ProcessRow.rows(of: later.processes, since: earlier.processes, seconds: seconds)
  }
}

extension Throughput {
  fileprivate init(from earlier: ByteCounters, to later: ByteCounters, seconds: Double) {
    incoming = Double(later.incoming.increase(since: earlier.incoming)) / seconds
    outgoing = Double(later.outgoing.increase(since: earlier.outgoing)) / seconds
  }
}
