import Observation
import ObservationBridge

/// Round trips between two tasks on the main actor.
@MainActor
final class MainActorRoundTrips {
  private let ping = Counter()
  private let pong = Counter()

  func streams(_ repetitions: Int) async -> Double {
    await run(repetitions, ObservationBridge { self.ping.count }, ObservationBridge { self.pong.count })
  }

  func observations(_ repetitions: Int) async -> Double {
    guard #available(macOS 26.0, *) else { return .nan }
    return await run(repetitions, Observations { self.ping.count }, Observations { self.pong.count })
  }

  private func run<Values: AsyncSequence & Sendable>(
    _ repetitions: Int,
    _ pings: Values,
    _ pongs: Values
  ) async -> Double where Values.Element == Int, Values.Failure == Never {
    ping.count = 0
    pong.count = 0
    let answering = Task {
      await RoundTrips.answer(pings, until: repetitions) { self.pong.count = $0 }
    }
    return await RoundTrips.run(repetitions, pings, pongs, ping: { self.ping.count = $0 }, answering: answering)
  }
}
