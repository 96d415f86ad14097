/// Why the state of the machine can't be read, or not be reported.
public enum SystemError: Error, Equatable {
  /// A file can't be read.
  case unreadable(path: String, reason: String)
  /// A file doesn't have the contents that it should.
  case malformed(path: String, expected: String)
  /// The report can't be written.
  case unwritable(reason: String)
  /// A call of the system has failed.
  case failed(call: String, reason: String)

  /// What happened and the next step, for the user.
  public var message: String {
    switch self {
    case .unreadable(let path, let reason):
      "Can't read \(path): \(reason). Check that /proc is mounted and readable, or name another folder with --proc PATH."
    case .malformed(let path, let expected):
      "Can't understand \(path): \(expected) is missing. "
        + "Check that it is a file of Linux's /proc, or name another folder with --proc PATH."
    case .unwritable(let reason):
      "Can't write the report: \(reason). Send the output to another place, or make room there."
    case .failed(let call, let reason):
      "The system call \(call) failed: \(reason). Run it again as a user who may read the system's statistics."
    }
  }
}
