/// The room for a graph, without its scale.
struct GraphSize: Equatable, Sendable {
  var columns: Int
  var rows: Int

  static let none = GraphSize(columns: 0, rows: 0)
}
