import Foundation
import ObservationMigration

/// The tool's output streams.
enum Terminal {
  /// Colours if a person reads the output and has not turned colours off (no-color.org).
  static let style: TextStyle = {
    let environment = ProcessInfo.processInfo.environment
    let isPlain = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    return isatty(STDOUT_FILENO) == 1 && !isPlain && environment["TERM"] != "dumb" ? .colour : .plain
  }()

  /// Whether a person can see a question and answer.
  static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  static let showsProgress = isatty(STDERR_FILENO) == 1

  /// When the reader of a pipe ends, a signal ends the tool, as pipelines expect.
  static func write(_ text: String) throws(OutputError) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      throw OutputError(reason: error.localizedDescription)
    }
  }

  /// Runs to the end even if Control-C is pressed.
  static func withoutInterrupts(_ body: () throws -> Void) rethrows {
    let signals = [SIGINT, SIGTERM, SIGHUP]
    let handlers = signals.map { signal($0, SIG_IGN) }
    defer { for (number, handler) in zip(signals, handlers) { signal(number, handler) } }
    try body()
  }

  /// Without a reader, messages are lost.
  static func writeError(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}

/// The output could not be written.
struct OutputError: Error, CustomStringConvertible {
  let reason: String

  var description: String { "The output can't be written: \(reason) Check where it is redirected to." }
}

/// The progress of a long run, in one line on a terminal.
final class Progress {
  private static let erase = "\r\u{1B}[2K"

  private let clock = ContinuousClock()
  private var nextUpdate: ContinuousClock.Instant
  private var isShown = false

  init() {
    // Short runs show no progress.
    nextUpdate = clock.now + .seconds(1)
  }

  func show(_ done: Int, of all: Int) {
    guard Terminal.showsProgress, clock.now >= nextUpdate else { return }
    nextUpdate = clock.now + .milliseconds(100)
    isShown = true
    Terminal.writeError("\(Self.erase)\(done) of \(all) files")
  }

  func clear() {
    if isShown { Terminal.writeError(Self.erase) }
  }
}
