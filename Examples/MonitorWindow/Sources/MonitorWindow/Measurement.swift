import CGTK
import Foundation

/// Measures what ``GLibMainActor`` costs, in a loop without a window.
enum Measurement {
  private static let hops = 5000
  private static let idle = 2

  @MainActor static func run() -> CInt {
    GLibMainActor.start()
    // Used on the main thread only.
    nonisolated(unsafe) let loop = g_main_loop_new(nil, 0)
    // The two halves of a measurement run elsewhere; only the hops are on the main actor.
    Task.detached {
      var times: [Duration] = []
      let clock = ContinuousClock()
      for _ in 0..<hops {
        times.append(await clock.measure { await MainActor.run {} })
      }
      times.sort()
      let before = wakes
      try await Task.sleep(for: .seconds(idle))
      let after = wakes
      let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8))?.prefix { $0 != " " } ?? "?"
      let (median, late) = (microseconds(times[hops / 2]), microseconds(times[hops * 99 / 100]))
      print("\(hops) hops to the main actor: median \(median), 99 of 100 within \(late)")
      print("Load: \(load) on \(ProcessInfo.processInfo.activeProcessorCount) processors")
      print("The idle main thread woke \(after - before) times in \(idle) s")
      await MainActor.run { g_main_loop_quit(loop) }
    }
    g_main_loop_run(loop)
    return 0
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
