#if os(Linux)
  import TerminalPicture

  extension TerminalRun {
    /// The built monitor in a terminal of its own.
    static func monitor(_ arguments: [String], environment: [String: String] = [:]) throws -> TerminalRun {
      try TerminalRun(Folder.products + "/system-monitor", arguments, environment: environment)
    }
  }
#endif
