import MonitorModels

/// How a box is divided among the cores.
struct CoreGrid: Equatable, Sendable {
  /// The room for a percentage, like `100 %`.
  static let valueWidth = 6

  /// How many cores are beside each other; 0 where each is just a bar.
  let columns: Int
  /// How many cores are below each other.
  let lines: Int
  /// The room for one core.
  let cellWidth: Int
  let labelWidth: Int
  /// The room for a core's graph.
  let graph: GraphSize

  /// As few columns as the height allows, so that graphs are long.
  init(coreCount: Int, width: Int, height: Int) {
    let count = max(1, coreCount)
    let height = max(1, height)
    let columns = (count + height - 1) / height
    lines = (count + columns - 1) / columns
    cellWidth = (width - columns + 1) / columns
    labelWidth = "\(count - 1)".count + 2
    let graphWidth = cellWidth - labelWidth - Self.valueWidth
    if graphWidth < 0 {
      self.columns = 0
      graph = GraphSize(columns: 1, rows: height)
    } else {
      self.columns = columns
      graph = GraphSize(columns: graphWidth, rows: columns == 1 ? height / count : 1)
    }
  }
}
