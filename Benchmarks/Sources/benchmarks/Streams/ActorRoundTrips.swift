import Observation
import ObservationBridge

/// Two tasks on one actor that answer each other by changing what the other one observes.
actor ActorRoundTrips {
  private let ping = Counter()
  private let pong = Counter()

  /// Each side has a stream of this package.
  func streams(_ repetitions: Int) async -> Double {
    await roundTrips(repetitions, ObservationBridge { self.ping.count }, ObservationBridge { self.pong.count })
  }

  /// Each side has the standard library's.
  func observations(_ repetitions: Int) async -> Double {
    await roundTrips(repetitions, Observations { self.ping.count }, Observations { self.pong.count })
  }

  private func roundTrips<Values: AsyncSequence & Sendable>(
    _ repetitions: Int,
    _ pings: Values,
    _ pongs: Values
  ) async -> Double where Values.Element == Int, Values.Failure == Never {
    ping.count = 0
    pong.count = 0
    let answering = Task { await self.answer(pings, until: repetitions) }
    var iterator = pongs.makeAsyncIterator()
    _ = await iterator.next(isolation: self)
    let start = ContinuousClock.now
    for number in 1...repetitions {
      ping.count = number
      while let answer = await iterator.next(isolation: self), answer != number {}
    }
    let taken = elapsed(since: start)
    await answering.value
    return taken
  }

  private func answer<Values: AsyncSequence>(_ pings: Values, until last: Int) async
  where Values.Element == Int, Values.Failure == Never {
    var iterator = pings.makeAsyncIterator()
    while let number = await iterator.next(isolation: self) {
      pong.count = number
      if number == last { return }
    }
  }
}
