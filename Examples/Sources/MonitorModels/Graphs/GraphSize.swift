/// The room for a graph, without its scale.
public struct GraphSize: Equatable, Sendable {
  /// The number of values.
  public var columns: Int
  /// The number of lines, of which each has eight steps.
  public var rows: Int

  /// A room of this size.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  package static let none = GraphSize(columns: 0, rows: 0)
}
