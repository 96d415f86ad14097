/// The lines of the screen that belong to one panel, over its whole width.
struct Frame: Equatable, Sendable {
  /// Counted from 0.
  var row: Int
  var height: Int
  var width: Int
}
