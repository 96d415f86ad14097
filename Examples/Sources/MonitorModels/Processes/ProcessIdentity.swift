/// A process, told apart from an earlier one with the same number.
public struct ProcessIdentity: Hashable, Sendable {
  /// The number of the process.
  public var pid: Int32
  /// When it started, in a unit of the system's own.
  public var startTime: UInt64
}
