import Exploration
import Testing

struct PreemptionSearchTests {
  @Test(arguments: 0...3)
  func skippedSchedulesHaveNoOtherOutcome(bound: Int) {
    var generator = SplitMix(state: UInt64(bound) &+ 100)
    for _ in 0..<40 {
      let program = ToyProgram.random(&generator)
      let all = outcomes(of: program, PreemptionSearch(bound: bound, isPlain: true))
      let found = outcomes(of: program, PreemptionSearch(bound: bound))
      let missing = all.outcomes.subtracting(found.outcomes).count
      #expect(missing == 0, "\(program)")
      #expect(found.count <= all.count)
    }
  }

  @Test func withoutConflictOneScheduleIsEnough() {
    let program = ToyProgram(threads: [[.write(0), .read(0), .write(0)], [.write(1), .read(1)]])
    let search = outcomes(of: program, PreemptionSearch(bound: 3))
    // Where the first thread has ended, and where nobody has begun, there is no choice that matters.
    #expect(search.count == 1)
    #expect(search.outcomes.count == 1)
  }

  @Test func aPreemptionIsNeededToComeBetweenReadingAndWriting() {
    let increment: [ToyProgram.Operation] = [.read(0), .write(0)]
    let program = ToyProgram(threads: [increment, increment])
    // One after the other; the second first or in between; the first in between.
    #expect(outcomes(of: program, PreemptionSearch(bound: 0)).outcomes.count == 1)
    #expect(outcomes(of: program, PreemptionSearch(bound: 1)).outcomes.count == 3)
    #expect(outcomes(of: program, PreemptionSearch(bound: 2)).outcomes.count == 4)
  }

  @Test func locksTakenInTwoOrdersAreFoundToBlock() {
    let program = ToyProgram(threads: [
      [.lock(0), .lock(1), .unlock(1), .unlock(0)], [.lock(1), .lock(0), .unlock(0), .unlock(1)],
    ])
    #expect(!outcomes(of: program, PreemptionSearch(bound: 0)).outcomes.contains { $0.isDeadlock })
    #expect(outcomes(of: program, PreemptionSearch(bound: 1)).outcomes.contains { $0.isDeadlock })
  }

  @Test func aRunThatTakesAnotherCourseIsNoticed() {
    var search = PreemptionSearch(bound: 1)
    _ = search.next()
    let step = ExploredRun.Step(
      enabled: 0b11,
      previous: 0,
      thread: 0,
      signature: 1,
      accesses: [.init(thread: 0, object: 9, mode: .changes)]
    )
    let other = ExploredRun.Step(
      enabled: 0b10,
      previous: 0,
      thread: 1,
      signature: 2,
      accesses: [.init(thread: 1, object: 9, mode: .changes)]
    )
    search.record(ExploredRun(steps: [step, other]))
    #expect(!search.isInconsistent)
    #expect(search.next() == [1])
    search.record(ExploredRun(steps: [other]))
    #expect(search.isInconsistent)
  }

  private func outcomes(
    of program: ToyProgram,
    _ search: PreemptionSearch
  ) -> (outcomes: Set<ToyProgram.Outcome>, count: Int) {
    var search = search
    var outcomes: Set<ToyProgram.Outcome> = []
    while let prefix = search.next() {
      let (run, outcome) = program.run(prefix) { search.knows($0) }
      search.record(run)
      if let outcome { outcomes.insert(outcome) }
    }
    #expect(!search.isInconsistent)
    return (outcomes, search.runCount)
  }
}
