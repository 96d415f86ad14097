import MonitorModels

/// Which part of the window belongs to what.
///
/// A large window has a box for each panel. In a small one a panel is a line, and what does not fit is left out, the less
/// important first.
struct Layout: Equatable, Sendable {
  /// What the window shows.
  enum Page: Equatable, Sendable {
    case panels, help
  }

  /// The smallest window with boxes.
  private static let smallestWithBoxes = WindowSize(columns: 64, rows: 20)

  let size: WindowSize
  let columns: RowColumns
  let hasBoxes: Bool
  private(set) var header: Frame?
  private(set) var frames: [Panel: Frame] = [:]
  private(set) var footer: Frame?
  /// The place for the page about the keys.
  private(set) var help: Frame?
  private let coreCount: Int

  /// - Parameters:
  ///   - size: The size of the window.
  ///   - coreCount: How many cores there are to show.
  ///   - page: What is shown.
  ///   - showsCounts: Whether the footer shows the counts of passes, for which a narrow window has two lines.
  init(_ size: WindowSize, coreCount: Int, page: Page = .panels, showsCounts: Bool = false) {
    self.size = size
    self.coreCount = coreCount
    columns = RowColumns(width: size.columns)
    let smallest = Self.smallestWithBoxes
    hasBoxes = size.columns >= smallest.columns && size.rows >= smallest.rows
    if page == .help {
      help = Frame(row: 0, height: size.rows, width: size.columns)
    } else if hasBoxes {
      place(BoxSizes(size))
    } else {
      place(RowHeights(total: size.rows, coreCount: coreCount, footer: showsCounts && columns.isShort ? 2 : 1))
    }
  }

  /// How many processes the list has room for below its heading.
  var processCount: Int {
    max(0, (frames[.processes]?.height ?? 0) - 1 - edges)
  }

  /// How the cores' box is divided; nil where they have none.
  var coreGrid: CoreGrid? {
    guard hasBoxes, let frame = frames[.cores] else { return nil }
    return CoreGrid(coreCount: coreCount, width: frame.width - edges, height: frame.height - edges)
  }

  /// The room for a panel's graph; for the cores that of one of them.
  func graph(of panel: Panel) -> GraphSize {
    guard let frame = frames[panel] else { return .none }
    if panel == .cores {
      if let coreGrid { return coreGrid.graph }
      // Where cores share a line, each has one column.
      return GraphSize(columns: frame.height < coreCount ? 1 : columns.trend, rows: 1)
    }
    guard hasBoxes else { return GraphSize(columns: columns.trend, rows: 1) }
    return GraphSize(
      columns: max(0, frame.width - edges - GraphScale.width),
      rows: max(0, frame.height - edges - panel.valueLines)
    )
  }

  private var edges: Int {
    hasBoxes ? Box.edges : 0
  }

  private mutating func place(_ heights: RowHeights) {
    var row = 0
    func next(_ height: Int) -> Frame? {
      guard height > 0 else { return nil }
      defer { row += height }
      return Frame(row: row, height: height, width: size.columns)
    }
    header = next(heights.header)
    for panel in Panel.allCases { frames[panel] = next(heights.panels[panel] ?? 0) }
    footer = next(heights.footer)
  }

  private mutating func place(_ sizes: BoxSizes) {
    header = sizes.header > 0 ? Frame(row: 0, height: sizes.header, width: size.columns) : nil
    var row = sizes.header
    frames[.cpu] = Frame(row: row, height: sizes.top, width: size.columns - sizes.cores)
    frames[.cores] = Frame(row: row, column: size.columns - sizes.cores, height: sizes.top, width: sizes.cores)
    row += sizes.top
    let panels = [Panel.memory, .load, .network, .disk]
    for (index, panel) in panels.enumerated() {
      let column = size.columns * index / panels.count
      let end = size.columns * (index + 1) / panels.count
      frames[panel] = Frame(row: row, column: column, height: sizes.middle, width: end - column)
    }
    row += sizes.middle
    frames[.processes] = Frame(row: row, height: sizes.list, width: size.columns)
    footer = Frame(row: row + sizes.list, height: 1, width: size.columns)
  }
}
