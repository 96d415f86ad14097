import Testing

@testable import ObservationBridge

/// How long a binding goes on to run for its own changes.
@Suite struct SettlingStateTests {
  private enum Event {
    case begin, ownChange, otherChange
    case end(isOverLimit: Bool)
  }

  /// Each letter is an event: a run (b)egins, changes something (i)tself, something (o)ther changes, it ends (e), it ends over
  /// the limit (E).
  @Test(arguments: [
    ("be", 0, SettlingState.Cause.nothing),
    ("bie", 0, .ownChange),
    ("biibe", 1, .nothing),
    ("biebiebie", 2, .ownChange),
    ("bie be", 1, .nothing),
    ("boe", 0, .otherChange),
    ("bie bioe", 1, .otherChange),
    ("bie boie be", 0, .nothing),
    ("bie o bie", 0, .ownChange),
    // One that confirms the run before counts neither way.
    ("bie be be bie", 1, .ownChange),
  ])
  func runsForOwnChangesAreCounted(events: String, count: Int, next: SettlingState.Cause) {
    var state = SettlingState()
    run(events, &state)
    #expect(state.runCount == count && state.next == next)
  }

  @Test func theRunAfterTheLastIsNotMade() {
    var state = SettlingState()
    for _ in 0..<100 { run("bie", &state) }
    #expect(state.runCount == 99 && state.next == .ownChange)
    run("biiE", &state)
    #expect(state.runCount == 100 && state.next == .nothing)
  }

  @Test func aRunThatSettlesAtTheLimitIsNoFault() {
    var state = SettlingState()
    for _ in 0..<100 { run("bie", &state) }
    run("be", &state)
    #expect(state.runCount == 100 && state.next == .nothing)
  }

  @Test(arguments: ["bioe", "boie"])
  func aChangeMadeElsewhereInTheLastRunStartsTheCountAgain(last: String) {
    var state = SettlingState()
    for _ in 0..<100 { run("bie", &state) }
    run(last, &state)
    #expect(state.next == .otherChange)
    run("bie", &state)
    #expect(state.runCount == 0 && state.next == .ownChange)
  }

  @Test func afterTheLimitAChangeMadeElsewhereStartsTheCountAgain() {
    var state = SettlingState()
    for _ in 0..<100 { run("bie", &state) }
    run("biE o bie", &state)
    #expect(state.runCount == 0 && state.next == .ownChange)
  }

  private func run(_ events: String, _ state: inout SettlingState) {
    for event in events {
      switch event {
      case "b": state.begin()
      case "i":
        let isFollowed = state.runCount < SettlingState.maximumRunCount
        #expect(state.changesItself() == isFollowed)
      case "o": state.isChangedElsewhere()
      case "e": #expect(state.end() == false)
      case "E": #expect(state.end() == true)
      default: break
      }
    }
  }
}
