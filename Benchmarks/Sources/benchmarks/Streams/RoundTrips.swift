import Observation
import ObservationBridge

/// Two tasks that answer each other by changing what the other one observes.
enum RoundTrips {
  /// Makes round trips between two sequences of the counters' values; both sides run on `isolation`.
  ///
  /// - Returns: What they took, in nanoseconds.
  static func run<Values: AsyncSequence & Sendable>(
    _ repetitions: Int,
    _ pings: Values,
    _ pongs: Values,
    isolation: isolated (any Actor)? = #isolation,
    ping: (Int) -> Void,
    answering: Task<Void, Never>
  ) async -> Double where Values.Element == Int, Values.Failure == Never {
    var iterator = pongs.makeAsyncIterator()
    _ = await iterator.next(isolation: isolation)
    let start = ContinuousClock.now
    for number in 1...repetitions {
      ping(number)
      while let answer = await iterator.next(isolation: isolation), answer != number {}
    }
    let taken = elapsed(since: start)
    await answering.value
    return taken
  }

  /// Answers each value until `last`.
  static func answer<Values: AsyncSequence>(
    _ pings: Values,
    until last: Int,
    isolation: isolated (any Actor)? = #isolation,
    pong: (Int) -> Void
  ) async where Values.Element == Int, Values.Failure == Never {
    var iterator = pings.makeAsyncIterator()
    while let number = await iterator.next(isolation: isolation) {
      pong(number)
      if number == last { return }
    }
  }
}
