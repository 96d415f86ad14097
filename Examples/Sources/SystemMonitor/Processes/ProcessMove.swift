/// A step of the selection through the list of processes.
enum ProcessMove: Equatable, Sendable {
  case up, down, pageUp, pageDown, first, last
}
