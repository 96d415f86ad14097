import Testing

@testable import ObservationBridgeTesting

@Suite struct SleepStateTests {
  private typealias State = SleepState<String, String>

  @Test(arguments: [
    (deadlines: [3, 1, 2], time: 3, woken: ["1", "2", "0"], left: []),
    (deadlines: [3, 1, 2], time: 2, woken: ["1", "2"], left: [3]),
    (deadlines: [2, 1, 2, 1], time: 5, woken: ["1", "3", "0", "2"], left: []),
    (deadlines: [2, 1], time: 0, woken: [], left: [1, 2]),
  ])
  func sleepersWakeByDeadlineThenInTheirOrder(_ row: (deadlines: [Int], time: Int, woken: [String], left: [Int])) {
    var state = State(now: .zero)
    for (index, deadline) in row.deadlines.enumerated() {
      _ = state.beginSleep(state.makeID(), until: .seconds(deadline), isCancelled: false, "\(index)")
    }
    let woken = state.advance(to: .seconds(row.time))
    #expect(woken == row.woken)
    #expect(state.deadlines == row.left.map { .seconds($0) })
    #expect(state.now == .seconds(row.time))
  }

  @Test(arguments: [
    (deadline: 1, isCancelled: false, beginning: "due"),
    (deadline: 2, isCancelled: false, beginning: "due"),
    (deadline: 3, isCancelled: false, beginning: "sleeps"),
    (deadline: 1, isCancelled: true, beginning: "cancelled"),
    (deadline: 3, isCancelled: true, beginning: "cancelled"),
  ])
  func onlyAFutureDeadlineOfALivingTaskSleeps(_ row: (deadline: Int, isCancelled: Bool, beginning: String)) {
    var state = State(now: .seconds(2))
    let id = state.makeID()
    let beginning = state.beginSleep(id, until: .seconds(row.deadline), isCancelled: row.isCancelled, "s")
    #expect("\(beginning)".hasPrefix(row.beginning))
    #expect(state.sleeperCount == (row.beginning == "sleeps" ? 1 : 0))
  }

  @Test func cancelledSleepIsRemovedAndWokenOnce() {
    var state = State(now: .zero)
    let (first, second) = (state.makeID(), state.makeID())
    #expect(state.cancelSleep(first) == nil, "has not begun")
    for id in [first, second] { _ = state.beginSleep(id, until: .seconds(1), isCancelled: false, "\(id)") }
    #expect(state.cancelSleep(first) == "\(first)")
    #expect(state.cancelSleep(first) == nil)
    let woken = state.advance(to: .seconds(1))
    #expect(woken == ["\(second)"])
    #expect(state.cancelSleep(second) == nil, "is over")
  }

  @Test func watchersWakeWhenEnoughSleep() {
    var state = State(now: .zero)
    let waits = [
      state.beginWatch(state.makeID(), count: 0, isCancelled: false, "none"),
      state.beginWatch(state.makeID(), count: 1, isCancelled: true, "cancelled"),
      state.beginWatch(state.makeID(), count: 2, isCancelled: false, "two"),
      state.beginWatch(state.makeID(), count: 1, isCancelled: false, "one"),
      state.beginWatch(state.makeID(), count: 2, isCancelled: false, "two more"),
    ]
    #expect(waits == [false, false, true, true, true])
    var woken: [[String]] = []
    for _ in 0..<3 {
      if case .sleeps(let watchers) = state.beginSleep(state.makeID(), until: .seconds(1), isCancelled: false, "s") {
        woken.append(watchers)
      }
    }
    #expect(woken == [["one"], ["two", "two more"], []])
    let waitsLate = state.beginWatch(state.makeID(), count: 3, isCancelled: false, "satisfied")
    #expect(!waitsLate)
    #expect(state.watches.isEmpty)
  }

  @Test func cancelledWatchIsRemoved() {
    var state = State(now: .zero)
    let id = state.makeID()
    #expect(state.cancelWatch(id) == nil)
    let waits = state.beginWatch(id, count: 1, isCancelled: false, "w")
    #expect(waits)
    #expect(state.cancelWatch(id) == "w")
    #expect(state.watches.isEmpty)
  }
}
