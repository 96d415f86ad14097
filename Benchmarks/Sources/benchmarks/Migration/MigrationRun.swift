import CMeasuring
import Foundation

/// One run of the built `observation-migrate check`: what a user waits for.
struct MigrationRun {
  let seconds: Double
  /// The most bytes that it had in memory.
  let peakMemory: Int64

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init(checking folder: String) throws(Failure) {
    guard let executable = Bundle.main.executableURL else { throw Failure(description: "this process has no path") }
    let tool = executable.deletingLastPathComponent().appending(path: "observation-migrate").path
    let start = ContinuousClock.now
    let (status, peakMemory) = Self.run([tool, "check", folder])
    seconds = elapsed(since: start) / 1_000_000_000
    self.peakMemory = peakMemory
    // 1: it found work.
    guard status == 1 else { throw Failure(description: "observation-migrate ended with \(status)") }
  }

  private static func run(_ arguments: [String]) -> (status: Int32, peakMemory: Int64) {
    var peakMemory: Int64 = 0
    let strings = unsafe arguments.map { unsafe strdup($0) }
    // The strings and the array live until the call has returned; it keeps neither.
    let status = unsafe (strings.map { unsafe UnsafePointer($0) } + [nil]).withUnsafeBufferPointer {
      unsafe process_run($0.baseAddress, &peakMemory)
    }
    unsafe strings.forEach { unsafe free($0) }
    return (status, peakMemory)
  }
}
