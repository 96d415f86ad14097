import Testing

@testable import ObservationBridge

/// The rules of a throttle, as tables of inputs and outputs over time.
@Suite struct ThrottleStateTests {
  private typealias State = RateLimitState<String, Never>

  private static let modes: [ObservationThrottle.Mode] = [.latest, .earliest]

  private func throttle(_ mode: ObservationThrottle.Mode) -> State {
    State(.throttle(ObservationThrottle(interval: .seconds(3), mode: mode)))
  }

  @Test(arguments: modes) func theFirstValueIsDeliveredAtOnce(mode: ObservationThrottle.Mode) {
    var state = throttle(mode)
    state.receive("a", at: .seconds(5))
    #expect(state.take() == "a")
    #expect(state.deadline == nil, "nothing to wait for")
  }

  @Test(arguments: modes) func aSingleValueDuringTheIntervalComesAtItsEnd(mode: ObservationThrottle.Mode) {
    var state = throttle(mode)
    state.receive("a", at: .zero)
    #expect(state.take() == "a")
    state.receive("b", at: .seconds(1))
    #expect(state.ready == nil)
    #expect(state.deadline == .seconds(3))
    state.advance(to: .seconds(3))
    #expect(state.take() == "b")
    #expect(state.deadline == nil)
  }

  @Test(arguments: modes) func aValueAfterAnEmptyIntervalComesAtOnce(mode: ObservationThrottle.Mode) {
    var state = throttle(mode)
    state.receive("a", at: .zero)
    _ = state.take()
    state.receive("b", at: .seconds(3))
    #expect(state.take() == "b")
    state.receive("c", at: .seconds(4))
    #expect(state.deadline == .seconds(6))
  }

  @Test func latestDeliversTheLastOfAnInterval() {
    var state = throttle(.latest)
    state.receive("a", at: .zero)
    _ = state.take()
    for value in ["b", "c", "d"] { state.receive(value, at: .seconds(1)) }
    state.advance(to: .seconds(3))
    #expect(state.take() == "d")
    #expect(state.deadline == nil)
  }

  @Test func earliestDeliversTheFirstOfAnInterval() {
    var state = throttle(.earliest)
    state.receive("a", at: .zero)
    _ = state.take()
    for value in ["b", "c", "d"] { state.receive(value, at: .seconds(1)) }
    state.advance(to: .seconds(3))
    #expect(state.take() == "b")
  }

  @Test func earliestWithholdsNoFinalValue() {
    var state = throttle(.earliest)
    state.receive("a", at: .zero)
    for value in ["b", "c", "d"] { state.receive(value, at: .seconds(1)) }
    state.advance(to: .seconds(3))
    #expect(state.take() == "b")
    #expect(state.deadline == .seconds(6))
    state.advance(to: .seconds(6))
    #expect(state.take() == "d")
    #expect(state.deadline == nil)
  }

  @Test func earliestForgetsWhatAnIntervalLeftWhenSomethingNewComes() {
    var state = throttle(.earliest)
    state.receive("a", at: .zero)
    for value in ["b", "c", "d"] { state.receive(value, at: .seconds(1)) }
    state.receive("e", at: .seconds(4))
    #expect(state.take() == "b")
    state.receive("f", at: .seconds(5))
    state.advance(to: .seconds(6))
    #expect(state.take() == "e")
    state.advance(to: .seconds(9))
    #expect(state.take() == "f")
  }

  @Test(arguments: modes) func theEndDeliversTheLastValue(mode: ObservationThrottle.Mode) {
    var state = throttle(mode)
    state.receive("a", at: .zero)
    _ = state.take()
    for value in ["b", "c", "d"] { state.receive(value, at: .seconds(1)) }
    state.finish(.finished)
    #expect(state.take() == "d")
    #expect(state.deadline == nil)
  }

  @Test(arguments: modes) func anIntervalOfZeroIsNoLimit(mode: ObservationThrottle.Mode) {
    var state = State(.throttle(ObservationThrottle(interval: .zero, mode: mode)))
    for value in ["a", "b", "c"] {
      state.receive(value, at: .seconds(1))
      #expect(state.take() == value)
    }
  }

  @Test func aSlowConsumerGetsTheNewest() {
    var state = throttle(.latest)
    state.receive("a", at: .zero)
    state.receive("b", at: .seconds(1))
    state.receive("c", at: .seconds(4))
    state.advance(to: .seconds(100))
    #expect(state.take() == "c")
    #expect(state.take() == nil)
  }

  @Test func aLateTimerDoesNotShiftTheIntervals() {
    var state = throttle(.latest)
    state.receive("a", at: .zero)
    state.receive("b", at: .seconds(1))
    // The timer that was due at three seconds.
    state.advance(to: .seconds(4))
    #expect(state.ready == "b")
    state.receive("c", at: .seconds(5))
    #expect(state.deadline == .seconds(6))
  }
}
