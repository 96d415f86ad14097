import Foundation
import ObservationMigration

/// Where the tool writes.
enum Terminal {
  /// Colours where a person reads the output and has not turned them off (no-color.org).
  static let style: TextStyle = {
    let environment = ProcessInfo.processInfo.environment
    let isPlain = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    return isatty(STDOUT_FILENO) == 1 && !isPlain && environment["TERM"] != "dumb" ? .colour : .plain
  }()

  static let showsProgress = isatty(STDERR_FILENO) == 1

  static func write(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }

  static func writeError(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
