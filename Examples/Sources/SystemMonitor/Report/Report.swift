/// The machine on plain lines, for a pipe, a file or one look.
@MainActor
struct Report {
  private static let processCount = 10
  /// Wide enough for the values and no sparkline, for which one sample is too few.
  private static let columns = RowColumns(width: 42 + 2 * RowColumns.margin, isShort: false)

  let text: String

  init(_ sample: SystemSample) {
    let machine = Machine(coreCount: sample.cores.count)
    machine.fit(trend: 0, processes: Self.processCount)
    machine.apply(sample)
    let lines = Panel.allCases.flatMap { panel in
      panel.lines(of: machine, height: Self.height(of: panel, sample), Self.columns)
    }
    text = lines.map { $0.plain + "\n" }.joined()
  }

  private static func height(of panel: Panel, _ sample: SystemSample) -> Int {
    switch panel {
    case .cores: sample.cores.count
    case .processes: processCount + 1
    default: 1
    }
  }
}
