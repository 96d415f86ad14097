import Testing

@testable import ObservationBridge

/// The instructions to the consumer of a rate-limited stream.
@Suite struct RateLimitStateTests {
  private struct Failure: Error {}
  private typealias State = RateLimitState<String, Failure>

  private func debounce() -> State {
    State(.debounce(ObservationDebounce(interval: .seconds(3))))
  }

  private func draw(_ next: State.Next) -> String {
    switch next {
    case .value(let value): value
    case .end(.finished): "|"
    case .end(.failed): "!"
    case .wait(nil): "wait"
    case .wait(let deadline?): "wait \(deadline.components.seconds)"
    }
  }

  @Test func beforeTheFirstValueItWaits() {
    var state = debounce()
    #expect(draw(state.next(at: .zero)) == "wait")
    #expect(state.isWaiting(until: nil))
  }

  @Test func timePassesWhenTheConsumerAsks() {
    var state = debounce()
    state.receive("a", at: .zero)
    #expect(draw(state.next(at: .zero)) == "a")
    state.receive("b", at: .seconds(1))
    #expect(draw(state.next(at: .seconds(2))) == "wait 4")
    #expect(state.isWaiting(until: .seconds(4)))
    #expect(!state.isWaiting(until: nil), "who sleeps without a deadline has to be woken")
    #expect(draw(state.next(at: .seconds(4))) == "b")
  }

  @Test func waitingValueIsDeliveredBeforeTheEnd() {
    var state = debounce()
    state.receive("a", at: .zero)
    state.receive("b", at: .seconds(1))
    state.finish(.finished)
    #expect(!state.isWaiting)
    #expect(draw(state.next(at: .seconds(1))) == "b")
    #expect(draw(state.next(at: .seconds(1))) == "|")
    #expect(draw(state.next(at: .seconds(1))) == "|")
  }

  @Test func waitingValueIsDeliveredBeforeAFailureThatIsThrownOnce() {
    var state = State(.throttle(ObservationThrottle(interval: .seconds(3))))
    state.receive("a", at: .zero)
    #expect(draw(state.next(at: .zero)) == "a")
    state.receive("b", at: .seconds(1))
    state.finish(.failed(Failure()))
    #expect(draw(state.next(at: .seconds(1))) == "b")
    #expect(draw(state.next(at: .seconds(1))) == "!")
    #expect(draw(state.next(at: .seconds(1))) == "|")
  }

  @Test func theFirstEndCounts() {
    var state = debounce()
    state.finish(.finished)
    state.finish(.failed(Failure()))
    #expect(draw(state.next(at: .zero)) == "|")
  }

  @Test func valueAfterTheEndIsNotKept() {
    var state = debounce()
    state.discard()
    state.receive("a", at: .zero)
    #expect(draw(state.next(at: .zero)) == "|")
  }

  @Test func discardedValueIsNotDelivered() {
    var state = debounce()
    state.receive("a", at: .zero)
    state.receive("b", at: .seconds(1))
    state.discard()
    #expect(draw(state.next(at: .seconds(9))) == "|")
  }
}
