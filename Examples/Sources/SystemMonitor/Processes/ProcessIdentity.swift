/// A process, told apart from an earlier one with the same number.
struct ProcessIdentity: Hashable, Sendable {
  var pid: Int32
  /// When it started, in a unit of the system's own.
  var startTime: UInt64
}
