import MonitorModels

extension Panel {
  /// What the panel shows in its frame. An observation that calls it depends on just that.
  @MainActor
  func lines(of machine: Machine, in layout: Layout) -> [Line] {
    guard let frame = layout.frames[self] else { return [] }
    return layout.hasBoxes
      ? box(of: machine, in: frame, layout.coreGrid)
      : rows(of: machine, height: frame.height, layout.columns)
  }

  /// The panel as lines without a frame.
  @MainActor
  func rows(of machine: Machine, height: Int, _ columns: RowColumns) -> [Line] {
    switch self {
    case .cpu: [machine.cpu.row(title(columns), columns)]
    case .cores: machine.cores.rows(title(columns), height: height, columns)
    case .memory: machine.memory.rows(height: height, columns)
    case .load: [machine.load.row(title(columns), columns)]
    case .network: [machine.network.row(title(columns), columns)]
    case .disk: [machine.disk.row(title(columns), columns)]
    case .processes: machine.processes.list.lines(height: height, width: columns.width)
    }
  }

  @MainActor
  private func box(of machine: Machine, in frame: Frame, _ grid: CoreGrid?) -> [Line] {
    let width = frame.width - Box.edges
    switch self {
    case .cpu:
      return Box(title: title, value: machine.cpu.value).lines(machine.cpu.trend.lines(.percent), in: frame)
    case .cores:
      return Box(title: title).lines(grid.map { machine.cores.lines(in: $0) } ?? [], in: frame)
    case .memory:
      return Box(title: title, value: machine.memory.value).lines(machine.memory.lines(width: width), in: frame)
    case .load:
      return Box(title: title).lines(machine.load.lines(), in: frame)
    case .network:
      return Box(title: title).lines(machine.network.lines(width: width), in: frame)
    case .disk:
      return Box(title: title).lines(machine.disk.lines(width: width), in: frame)
    case .processes:
      let list = machine.processes.list
      return Box(title: title, value: list.value)
        .lines(list.lines(height: frame.height - Box.edges, width: width), in: frame)
    }
  }

  private func title(_ columns: RowColumns) -> String {
    columns.isShort ? shortTitle : title
  }
}
