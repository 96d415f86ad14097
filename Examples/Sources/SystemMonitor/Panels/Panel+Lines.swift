extension Panel {
  /// What the panel shows. An observation that calls it depends on just that.
  @MainActor
  func lines(of machine: Machine, height: Int, _ columns: RowColumns) -> [Line] {
    switch self {
    case .cpu: [machine.cpu.line(title(columns), columns)]
    case .cores: machine.cores.lines(title(columns), height: height, columns)
    case .memory: [machine.memory.line(title(columns), columns)]
    case .swap: [machine.swap.line(title(columns), columns)]
    case .load: [machine.load.line(title(columns), columns)]
    case .network: [machine.network.line(title(columns), columns)]
    case .disk: [machine.disk.line(title(columns), columns)]
    case .processes: machine.processes.lines(height: height, columns)
    }
  }

  private func title(_ columns: RowColumns) -> String {
    columns.isShort ? shortTitle : title
  }
}
