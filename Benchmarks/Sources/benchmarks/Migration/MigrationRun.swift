import CMeasuring
import Foundation

/// One run of the built `observation-migrate check`.
struct MigrationRun {
  /// On all processors together, which another process doesn't make more of, unlike what a user waits for.
  let seconds: Double
  /// The most bytes that it had in memory.
  let peakMemory: Int64

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init(checking folder: String) throws(Failure) {
    guard let executable = Bundle.main.executableURL else { throw Failure(description: "this process has no path") }
    let tool = executable.deletingLastPathComponent().appending(path: "observation-migrate").path
    guard FileManager.default.isExecutableFile(atPath: tool) else {
      throw Failure(
        description: "\(tool) doesn't exist; builds with OBSERVATION_BRIDGE_TESTS=runtime have no observation-migrate"
      )
    }
    let (status, costs) = Self.run([tool, "check", folder])
    seconds = costs.processor_seconds
    peakMemory = costs.peak_memory
    // 1: it found work.
    guard status == 1 else { throw Failure(description: "observation-migrate ended with \(status)") }
  }

  private static func run(_ arguments: [String]) -> (status: Int32, costs: process_costs) {
    var costs = process_costs()
    let strings = unsafe arguments.map { unsafe strdup($0) }
    // The strings and the array live until the call has returned; it keeps neither.
    let status = unsafe (strings.map { unsafe UnsafePointer($0) } + [nil]).withUnsafeBufferPointer {
      unsafe process_run($0.baseAddress, &costs)
    }
    unsafe strings.forEach { unsafe free($0) }
    return (status, costs)
  }
}
