import MonitorModels

/// The machine on plain lines, for a pipe, a file or one look.
@MainActor
struct Report {
  private static let processCount = 10
  /// Wide enough for the values and no graph, for which one sample is too few.
  private static let columns = RowColumns(width: 42 + 2 * RowColumns.margin, isShort: false)

  let text: String

  /// - Parameters:
  ///   - sample: What the machine did.
  ///   - width: Where lines are cut, as in a terminal; nil for nowhere.
  init(_ sample: SystemSample, width: Int? = nil) {
    let machine = Machine(coreCount: sample.cores.count)
    machine.apply(sample)
    machine.processes.update { $0.fit(Self.processCount) }
    let panels = Panel.allCases.filter { $0 != .processes }.flatMap { panel in
      panel.rows(of: machine, height: Self.height(of: panel, sample), Self.columns)
    }
    // Command lines may be longer.
    let processes = machine.processes.list.lines(height: Self.processCount + 1, width: width ?? Int.max)
    text = (panels + processes).map { line in
      (width.map { line.truncated(to: $0) } ?? line).plain + "\n"
    }.joined()
  }

  private static func height(of panel: Panel, _ sample: SystemSample) -> Int {
    switch panel {
    case .cores: sample.cores.count
    case .memory: 2
    default: 1
    }
  }
}
