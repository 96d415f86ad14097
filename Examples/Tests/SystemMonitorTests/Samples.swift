@testable import MonitorModels
@testable import SystemMonitor

extension SystemSample {
  /// A machine that does nothing.
  static let idle = SystemSample(
    cpu: 0,
    cores: [0, 0],
    memory: MemoryReading(total: 8_000_000_000, used: 2_000_000_000, swapTotal: 0, swapUsed: 0),
    load: LoadReading(one: .zero, five: .zero, fifteen: .zero),
    network: Throughput(incoming: 0, outgoing: 0),
    disk: Throughput(incoming: 0, outgoing: 0),
    processes: [.row(1, "init", memory: 1_000_000)]
  )

  /// A sample of this machine after a change.
  func with(_ change: (inout SystemSample) -> Void) -> SystemSample {
    var sample = self
    change(&sample)
    return sample
  }
}
