import CGTK
import Foundation
import MonitorModels

/// Measures what ``GLibMainActor`` costs while the window is open.
enum Measurement {
  private static let hops = 5000
  private static let samples = 5
  private static let idle = 5

  /// Prints the times of hops, how often a sample wakes the main thread, and how often that wakes without samples. Only what is measured is on
  /// the main actor.
  ///
  /// - Parameters:
  ///   - interval: How long a sample takes.
  ///   - sampling: The task that changes what the window shows. It's cancelled on the way.
  /// - Throws: `CancellationError` if the task is cancelled.
  @concurrent static func run(_ interval: Duration, _ sampling: Task<Void, Never>) async throws {
    var times: [Duration] = []
    let clock = ContinuousClock()
    for _ in 0..<hops {
      times.append(await clock.measure { await MainActor.run {} })
    }
    times.sort()
    let (median, late) = (microseconds(times[hops / 2]), microseconds(times[hops * 99 / 100]))
    print("\(hops) hops to the main actor: median \(median), 99 of 100 within \(late)")
    let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8))?.prefix { $0 != " " } ?? "?"
    print("Load: \(load) on \(ProcessInfo.processInfo.activeProcessorCount) processors")

    let first = wakes
    try await Task.sleep(for: interval * samples)
    print("The main thread woke \((wakes - first) / samples) times a sample")
    sampling.cancel()
    await sampling.value

    // What the last sample has changed is shown before the thread is idle.
    var before = wakes
    while true {
      try await Task.sleep(for: .seconds(1))
      if wakes == before { break }
      before = wakes
    }
    try await Task.sleep(for: .seconds(idle))
    print("The idle main thread woke \(wakes - before) times in \(idle) s")
  }

  private static func microseconds(_ time: Duration) -> String {
    "\(Int(time / .microseconds(1))) µs"
  }

  /// How often the main thread has gone to sleep so far.
  private static var wakes: Int {
    let id = ProcessInfo.processInfo.processIdentifier
    let status = (try? String(contentsOfFile: "/proc/self/task/\(id)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
    return line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
  }
}
