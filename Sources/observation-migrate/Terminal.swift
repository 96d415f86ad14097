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

  /// Whether a person can be asked, and sees the question.
  static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  static let showsProgress = isatty(STDERR_FILENO) == 1

  /// A reader that goes away ends the tool by its signal, as pipelines expect.
  static func write(_ text: String) throws(OutputError) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      throw OutputError(reason: error.localizedDescription)
    }
  }

  /// Runs to the end though somebody presses Control-C.
  static func withoutInterrupts(_ body: () throws -> Void) rethrows {
    let signals = [SIGINT, SIGTERM, SIGHUP]
    let handlers = signals.map { signal($0, SIG_IGN) }
    defer { for (number, handler) in zip(signals, handlers) { signal(number, handler) } }
    try body()
  }

  /// Messages that nobody can receive are lost.
  static func writeError(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}

/// The output could not be written.
struct OutputError: Error, CustomStringConvertible {
  let reason: String

  var description: String { "The output can't be written: \(reason) Check where it is redirected to." }
}
