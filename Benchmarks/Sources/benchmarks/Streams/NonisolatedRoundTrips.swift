import Observation
import ObservationBridge

/// Round trips between two tasks without isolation, over models that any thread may change: each is a chance to lose a
/// value, after which both would wait for ever.
final class NonisolatedRoundTrips: Sendable {
  struct Result: Encodable, Sendable {
    let means: String
    /// How many round trips were made.
    var made: Int
    var isStalled: Bool
    let nanosecondsEach: Double
  }

  private let ping = LockedCounter()
  private let pong = LockedCounter()

  @concurrent
  func run(_ means: StressMeans, _ number: Int) async -> Result {
    let start = ContinuousClock.now
    let (ping, pong) = (ping, pong)
    let tasks: [Task<Void, Never>]
    switch means {
    case .observations:
      guard #available(macOS 26.0, *) else {
        return Result(means: means.rawValue, made: 0, isStalled: false, nanosecondsEach: .nan)
      }
      tasks = play(number, Observations { ping.value }, Observations { pong.value })
    case .library, .confirming, .stream, .loop:
      tasks = play(number, ObservationBridge { ping.value }, ObservationBridge { pong.value })
    }
    let isStalled = await watch(until: number)
    let made = pong.value
    let taken = elapsed(since: start)
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    return Result(
      means: means.rawValue,
      made: made,
      isStalled: isStalled,
      nanosecondsEach: isStalled ? .nan : taken / Double(max(made, 1))
    )
  }

  private func play<Values: AsyncSequence & Sendable>(
    _ number: Int,
    _ pings: Values,
    _ pongs: Values
  ) -> [Task<Void, Never>] where Values.Element == Int, Values.Failure == Never {
    let (ping, pong) = (ping, pong)
    return [
      Task { @concurrent in
        await RoundTrips.answer(pings, until: number) { pong.value = $0 }
      },
      Task { @concurrent in
        ping.value = 1
        for await answer in pongs where answer == ping.value {
          if answer == number { return }
          ping.value = answer + 1
        }
      },
    ]
  }

  /// - Returns: Whether nothing has moved for a second.
  private func watch(until number: Int) async -> Bool {
    var last = -1
    while pong.value < number {
      let now = pong.value
      if now == last { return true }
      last = now
      for _ in 0..<100 {
        try? await Task.sleep(for: .milliseconds(10))
        if pong.value == number { return false }
      }
    }
    return false
  }
}

extension NonisolatedRoundTrips {
  static let name = "round trips between two tasks on two processors: stalls"

  static func run(_ effort: Effort, _ report: Report) async {
    report.title(name)
    for means in [StressMeans.stream, .observations] {
      let result = await NonisolatedRoundTrips().run(means, effort.roundTrips)
      report.add(result) {
        let end = result.isStalled ? "stalled" : "no stall, \(Int(result.nanosecondsEach)) ns each"
        return "\(means.rawValue.padded(to: 14))\(result.made) of \(effort.roundTrips) made, \(end)"
      }
    }
  }
}
