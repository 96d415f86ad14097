import Testing

@testable import ObservationBridge

/// How long a binding goes on to run for its own changes.
@Suite struct SettlingStateTests {
  /// Each letter is an event: a run (b)egins, it changes something (i)tself, something (o)ther changes.
  @Test(arguments: [
    ("b", 0, SettlingState.Cause.nothing),
    ("bi", 0, .ownChange),
    ("biib", 1, .nothing),
    ("bi bi bi", 2, .ownChange),
    ("bi b", 1, .nothing),
    ("bo", 0, .otherChange),
    ("bi bio", 1, .otherChange),
    ("bi boi b", 0, .nothing),
    ("bi o bi", 0, .ownChange),
    // One that confirms the run before counts neither way.
    ("bi b b bi", 1, .ownChange),
  ])
  func runsForOwnChangesAreCounted(events: String, count: Int, next: SettlingState.Cause) {
    var state = SettlingState()
    run(events, &state)
    #expect(state.runCount == count && state.next == next)
  }

  @Test func theRunAfterTheLastIsNotMade() {
    var state = SettlingState()
    for _ in 0..<100 { run("bi", &state) }
    #expect(state.runCount == 99 && state.next == .ownChange)
    run("bii", &state)
    #expect(state.runCount == 100 && state.next == .nothing)
  }

  @Test func aRunThatSettlesAtTheLimitIsNoFault() {
    var state = SettlingState()
    for _ in 0..<100 { run("bi", &state) }
    run("b", &state)
    #expect(state.runCount == 100 && state.next == .nothing)
  }

  @Test(arguments: ["bio", "boi"])
  func aChangeMadeElsewhereInTheLastRunStartsTheCountAgain(last: String) {
    var state = SettlingState()
    for _ in 0..<100 { run("bi", &state) }
    run(last, &state)
    #expect(state.next == .otherChange)
    run("bi", &state)
    #expect(state.runCount == 0 && state.next == .ownChange)
  }

  @Test func afterTheLimitAChangeMadeElsewhereStartsTheCountAgain() {
    var state = SettlingState()
    for _ in 0..<100 { run("bi", &state) }
    run("bi o bi", &state)
    #expect(state.runCount == 0 && state.next == .ownChange)
  }

  @Test func thatABindingDoesNotSettleIsSaidOnceForAChangeMadeElsewhere() {
    var state = SettlingState()
    for _ in 0..<100 { run("bi", &state) }
    run("bi", &state)
    var isSaid = state.giveUp()
    #expect(isSaid)
    // Run once more for a change that is reported twice.
    run("bi", &state)
    isSaid = state.giveUp()
    #expect(!isSaid && state.next == .nothing)
    run("o b", &state)
    isSaid = state.giveUp()
    #expect(isSaid)
  }

  private func run(_ events: String, _ state: inout SettlingState) {
    for event in events {
      switch event {
      case "b": state.begin()
      case "i":
        let isFollowed = state.runCount < SettlingState.maximumRunCount
        #expect(state.changesItself() == isFollowed)
      case "o": state.isChangedElsewhere()
      default: break
      }
    }
  }
}
