/// The size of a terminal window in characters.
struct WindowSize: Equatable, Sendable {
  var columns: Int
  var rows: Int
}
