import Testing

@testable import ObservationBridgeTesting

/// A search over a made-up scenario, without running anything.
struct ScheduleSearchTests {
  /// Tries what the search says on a tree: the options of a choice depend on those taken before.
  private func tried(_ search: Schedules.Search, options: ([Int]) -> Int?) -> (runs: [[Int]], isComplete: Bool) {
    var search = ScheduleSearch(search)
    var runs: [[Int]] = []
    while var chooser = search.next() {
      var choices: [ScheduleChoice] = []
      while let count = options(choices.map(\.option)) {
        guard let option = chooser.option(ofChoice: choices.count, among: Array(1...count)) else {
          Issue.record("The tree is the same in each run.")
          return (runs, false)
        }
        choices.append(ScheduleChoice(count: count, option: option))
      }
      runs.append(choices.map(\.option))
      search.record(choices)
    }
    return (runs, search.isComplete)
  }

  private static func twoThenThreeThenTwo(_ taken: [Int]) -> Int? { taken.count < 3 ? [2, 3, 2][taken.count] : nil }

  @Test func eachScheduleIsTriedOnce() {
    let (runs, isComplete) = tried(.all(), options: Self.twoThenThreeThenTwo)
    #expect(runs.count == 12)
    #expect(Set(runs).count == 12)
    #expect(isComplete)
  }

  @Test func theFewestDelaysComeFirst() {
    let (runs, _) = tried(.all(), options: Self.twoThenThreeThenTwo)
    let delays = runs.map { $0.reduce(0, +) }
    #expect(delays == delays.sorted())
    #expect(runs.first == [0, 0, 0])
  }

  @Test func laterChoicesMayDependOnEarlierOnes() {
    // The second option ends the run.
    let (runs, isComplete) = tried(.all()) { $0.count < 4 && !$0.contains(1) ? 2 : nil }
    #expect(Set(runs) == [[0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1], [0, 1], [1]])
    #expect(runs.count == 5)
    #expect(isComplete)
  }

  @Test(arguments: [(0, 1), (1, 4), (2, 8), (3, 11), (4, 12)])
  func delaysAreBounded(bound: Int, count: Int) {
    let (runs, isComplete) = tried(.delaying(atMost: bound), options: Self.twoThenThreeThenTwo)
    #expect(runs.count == count)
    #expect(runs.allSatisfy { $0.reduce(0, +) <= bound })
    #expect(isComplete)
  }

  @Test(arguments: 1...14) func theLimitIsKept(limit: Int) {
    let (runs, isComplete) = tried(.all(limit: limit), options: Self.twoThenThreeThenTwo)
    #expect(runs.count == min(limit, 12))
    #expect(isComplete == (limit >= 12))
    // What is left out has the most delays.
    let delays = tried(.all(), options: Self.twoThenThreeThenTwo).runs.map { $0.reduce(0, +) }
    #expect(runs.map { $0.reduce(0, +) } == Array(delays.prefix(limit)))
  }

  @Test func randomSchedulesAreThoseOfTheirSeed() {
    let first = tried(.random(50, seed: 7), options: Self.twoThenThreeThenTwo)
    #expect(first.runs == tried(.random(50, seed: 7), options: Self.twoThenThreeThenTwo).runs)
    #expect(first.runs != tried(.random(50, seed: 8), options: Self.twoThenThreeThenTwo).runs)
    #expect(first.runs.count == 50)
    #expect(Set(first.runs).count > 6)
    #expect(!first.isComplete)
  }

  @Test func aScheduleIsFollowed() throws {
    let (runs, isComplete) = tried(try .replaying("1:2 2:1"), options: Self.twoThenThreeThenTwo)
    #expect(runs == [[0, 2, 1]])
    #expect(!isComplete)
  }

  @Test(arguments: ["in order", "0:1", "3:1 7:2 19:4"]) func aScheduleIsReadFromItsText(text: String) throws {
    #expect(try Schedule(text).description == text)
  }

  @Test(
    arguments: [
      ("", ""), ("3", "3"), ("3:", "3:"), ("3:0", "3:0"), ("-1:1", "-1:1"), ("3:1 2:1", "2:1"), ("3:1  4:1", ""),
      ("a:1", "a:1"),
      ("1:1:1", "1:1:1"),
    ]
  )
  func textThatIsNoScheduleIsNamed(text: String, part: String) {
    #expect(throws: Schedules.SyntaxError(text: text, part: part)) { try Schedules.Search.replaying(text) }
  }
}
