/// The part of the screen that belongs to one panel. Rows and columns count from 0.
struct Frame: Equatable, Sendable {
  var row: Int
  var column = 0
  var height: Int
  var width: Int
}
