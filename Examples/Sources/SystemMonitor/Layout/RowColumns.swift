import MonitorModels

/// How the width of the window is divided among what stands side by side.
struct RowColumns: Equatable, Sendable {
  /// The space at both sides of everything.
  static let margin = 1
  /// Below this a graph says too little.
  private static let shortestTrend = 6
  /// Narrower than this the long names and values leave no room for a graph.
  private static let shortestLongRow = 60

  let width: Int
  /// Whether names and values are abbreviated.
  let isShort: Bool
  let label: Int
  let value: Int
  /// The length of the graphs; 0 for none.
  let trend: Int

  /// - Parameters:
  ///   - width: The columns there are.
  ///   - isShort: Whether to abbreviate; left out, the width decides.
  init(width: Int, isShort: Bool? = nil) {
    self.width = width
    self.isShort = isShort ?? (width < Self.shortestLongRow)
    label = self.isShort ? 6 : 11
    value = self.isShort ? 15 : 30
    let rest = width - 2 * Self.margin - label - value
    trend = rest < Self.shortestTrend ? 0 : rest
  }
}
