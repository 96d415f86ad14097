/// Which lines of the window belong to what.
///
/// What does not fit is left out, the less important first.
struct Layout: Equatable, Sendable {
  let size: WindowSize
  let columns: RowColumns
  private(set) var header: Frame?
  private(set) var frames: [Panel: Frame] = [:]
  private(set) var footer: Frame?

  /// How many processes the list has room for below its heading.
  var processCount: Int {
    max(0, (frames[.processes]?.height ?? 0) - 1)
  }

  init(_ size: WindowSize, coreCount: Int) {
    self.size = size
    columns = RowColumns(width: size.columns)
    var heights = Heights(total: size.rows)
    heights.divide(coreCount: coreCount)
    place(heights)
  }

  private mutating func place(_ heights: Heights) {
    var row = 0
    func next(_ height: Int, gap: Int = 0) -> Frame? {
      guard height > 0 else { return nil }
      defer { row += height + gap }
      return Frame(row: row, height: height, width: size.columns)
    }
    header = next(heights.header, gap: heights.headerGap)
    for panel in Panel.allCases {
      if panel == .processes { row += heights.listGap }
      frames[panel] = next(heights.panels[panel] ?? 0)
    }
    footer = next(heights.footer)
  }
}

/// How many lines everything gets.
private struct Heights {
  private(set) var panels: [Panel: Int] = [:]
  private(set) var header = 0
  private(set) var headerGap = 0
  private(set) var listGap = 0
  private(set) var footer = 0
  private var rest: Int

  init(total: Int) {
    rest = max(0, total)
  }

  /// Gives away the lines, the most important first.
  mutating func divide(coreCount: Int) {
    give(.cpu)
    footer = take(1)
    give(.memory)
    if rest >= 2 { give(.processes, 2) }
    for panel in [Panel.network, .disk, .load, .swap] { give(panel) }
    footer += take(1)
    give(.cores)
    give(.processes, 2)
    header = take(1)
    headerGap = take(1)
    listGap = take(1)
    // Each core has a line if that leaves some for the processes; otherwise all share one.
    if rest >= coreCount + 3 { give(.cores, coreCount - 1) }
    give(.processes, rest)
  }

  private mutating func give(_ panel: Panel, _ count: Int = 1) {
    let granted = take(count)
    if granted > 0 { panels[panel, default: 0] += granted }
  }

  private mutating func take(_ count: Int) -> Int {
    let granted = min(max(0, count), rest)
    rest -= granted
    return granted
  }
}
