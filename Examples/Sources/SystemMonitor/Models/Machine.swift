/// What the dashboard shows of the machine: one model per panel.
///
/// The models hold values that are rounded to what is shown, so that a change which can't be seen is none.
@MainActor
final class Machine {
  let cpu = CPUModel()
  let cores: CoresModel
  let memory = MemoryModel()
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
    memory.apply(sample.memory)
    load.apply(sample.load, coreCount: sample.cores.count)
    network.apply(sample.network)
    disk.apply(sample.disk)
    processes.update { $0.apply(sample.processes) }
  }

  /// Lets the models show as much as there is room for.
  func fit(_ layout: Layout) {
    cpu.trend.fit(layout.graph(of: .cpu))
    cores.fit(layout.graph(of: .cores))
    memory.trend.fit(layout.graph(of: .memory))
    load.trend.fit(layout.graph(of: .load))
    network.trend.fit(layout.graph(of: .network))
    disk.trend.fit(layout.graph(of: .disk))
    processes.update { $0.fit(layout.processCount) }
  }
}
