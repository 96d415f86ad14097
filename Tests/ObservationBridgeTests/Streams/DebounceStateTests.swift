import Testing

@testable import ObservationBridge

/// The rules of a debounce, as tables of inputs and outputs over time.
@Suite struct DebounceStateTests {
  private typealias State = RateLimitState<String, Never>

  @Test func theFirstValueIsDeliveredAtOnce() {
    var state = State(.debounce(ObservationDebounce(interval: .seconds(3))))
    state.receive("a", at: .seconds(5))
    #expect(state.ready == "a")
    #expect(state.deadline == nil)
    #expect(state.take() == "a")
    #expect(state.take() == nil)
  }

  @Test func theFirstValueWaitsWhereAskedTo() {
    var state = State(.debounce(ObservationDebounce(interval: .seconds(3), mode: .delayedFirst)))
    state.receive("a", at: .seconds(5))
    #expect(state.ready == nil)
    #expect(state.deadline == .seconds(8))
    state.advance(to: .seconds(7))
    #expect(state.ready == nil)
    state.advance(to: .seconds(8))
    #expect(state.ready == "a")
    #expect(state.deadline == nil)
  }

  @Test func eachValueStartsTheWaitAgain() {
    var state = waiting()
    state.receive("b", at: .seconds(1))
    state.receive("c", at: .seconds(3))
    state.receive("d", at: .seconds(5))
    #expect(state.ready == nil)
    #expect(state.deadline == .seconds(8))
    state.advance(to: .seconds(8))
    #expect(state.take() == "d")
  }

  @Test func aValueThatWasDueBeforeTheNextOneCameIsNotLost() {
    var state = waiting()
    state.receive("b", at: .seconds(1))
    // Nobody looked at four seconds.
    state.receive("c", at: .seconds(6))
    #expect(state.take() == "b")
    #expect(state.deadline == .seconds(9))
  }

  @Test func aSlowConsumerGetsTheNewest() {
    var state = waiting()
    state.receive("b", at: .seconds(1))
    state.receive("c", at: .seconds(6))
    state.receive("d", at: .seconds(12))
    state.advance(to: .seconds(20))
    #expect(state.take() == "d")
    #expect(state.take() == nil)
  }

  @Test func theEndDeliversWhatWaits() {
    var state = waiting()
    state.receive("b", at: .seconds(1))
    state.finish(.finished)
    #expect(state.take() == "b")
    #expect(state.deadline == nil)
    state.finish(.finished)
    #expect(state.take() == nil)
  }

  @Test func anIntervalOfZeroDelaysNothing() {
    var state = State(.debounce(ObservationDebounce(interval: .zero, mode: .delayedFirst)))
    state.receive("a", at: .seconds(5))
    #expect(state.take() == "a")
    #expect(state.deadline == nil)
  }

  @Test func aNanosecondIsNotRoundedAway() {
    var state = State(.debounce(ObservationDebounce(interval: .nanoseconds(1), mode: .delayedFirst)))
    state.receive("a", at: .zero)
    #expect(state.deadline == .nanoseconds(1))
    state.advance(to: .zero)
    #expect(state.ready == nil)
    state.advance(to: .nanoseconds(1))
    #expect(state.ready == "a")
  }

  /// Three seconds; the first value has been delivered.
  private func waiting() -> State {
    var state = State(.debounce(ObservationDebounce(interval: .seconds(3))))
    state.receive("a", at: .zero)
    _ = state.take()
    return state
  }
}
