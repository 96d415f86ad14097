/// What the dashboard shows of the machine: one model per panel.
///
/// The models hold values that are rounded to what is shown, so that a change which can't be seen is none.
@MainActor
final class Machine {
  let cpu = CPUModel()
  let cores: CoresModel
  let memory = UsageModel()
  let swap = UsageModel()
  let load = LoadModel()
  let network = ThroughputModel()
  let disk = ThroughputModel()
  let processes = ProcessesModel()

  init(coreCount: Int) {
    cores = CoresModel(count: coreCount)
  }

  func apply(_ sample: SystemSample) {
    cpu.apply(sample.cpu)
    cores.apply(sample.cores)
    memory.apply(used: sample.memory.used, of: sample.memory.total)
    swap.apply(used: sample.memory.swapUsed, of: sample.memory.swapTotal)
    load.apply(sample.load, coreCount: sample.cores.count)
    network.apply(sample.network)
    disk.apply(sample.disk)
    processes.apply(sample.processes)
  }

  /// Lets the models show as much as there is room for.
  ///
  /// - Parameters:
  ///   - trend: The width of the sparklines.
  ///   - processes: The length of the list.
  func fit(trend: Int, processes: Int) {
    for trendModel in [cpu.trend, memory.trend, swap.trend, load.trend, network.trend, disk.trend] {
      trendModel.fit(trend)
    }
    cores.fit(trend: trend)
    self.processes.fit(processes)
  }
}
