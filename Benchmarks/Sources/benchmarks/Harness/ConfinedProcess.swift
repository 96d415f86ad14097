import CMeasuring
import Foundation

/// Measures rows in a process of its own that has one processor.
///
/// Where a thread wakes another one, on a second processor or on the same, that is most of what a pass takes, and varies
/// most. The global executor has as many threads as the process had processors when it was started.
enum ConfinedProcess {
  /// What tells the other process that it is the one.
  static let argument = "--confined"

  /// False where the system can't do that; nothing has been measured then. Ends this process if the other one fails.
  static func run(_ arguments: [String]) -> Bool {
    guard let path = Bundle.main.executablePath, processors_use_one() else { return false }
    defer { processors_use_all() }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments + [argument]
    do {
      try process.run()
    } catch {
      return false
    }
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      FileHandle.standardError.write(Data("benchmarks: The process that measured the rows failed.\n".utf8))
      exit(1)
    }
    return true
  }
}
