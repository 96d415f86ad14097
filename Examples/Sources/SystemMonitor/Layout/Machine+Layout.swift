import MonitorModels

extension Machine {
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
