/// A step of the selection through the list of processes.
public enum ProcessMove: Equatable, Sendable {
  /// In the order in which they are listed.
  case up, down, pageUp, pageDown, first, last
}
