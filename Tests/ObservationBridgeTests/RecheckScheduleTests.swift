import Testing

@testable import ObservationBridge

/// When the public backend reports a change once more.
@Suite struct RecheckScheduleTests {
  /// What happens, and what follows; times in milliseconds.
  enum Step: Sendable, CustomTestStringConvertible {
    case change(RecheckSchedule.Origin)
    /// A pass has registered what it has read; when to report again.
    case pass(at: Int, next: Int?)
    /// The time for a report has come; whether it is made.
    case time(Int, reports: Bool)

    var testDescription: String { "\(self)" }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let promise: String
    let extent: RecheckSchedule.Extent
    let steps: [Step]

    var testDescription: String { promise }
  }

  /// The readings after each report in a row, from the first pass at time 0 on, which take no time.
  private static func reports(at times: [Int]) -> [Step] {
    zip(times, times.dropFirst().map(Optional.some) + [nil]).flatMap { time, next in
      [.time(time, reports: true), .pass(at: time, next: next)]
    }
  }

  private static let all = [5, 15, 35, 75, 155, 315, 635, 1275, 2555]

  static let rows = [
    Row(
      promise: "Once: nothing follows the initial pass",
      extent: .once,
      steps: [.pass(at: 0, next: nil)]
    ),
    Row(
      promise: "Once: one report follows a change elsewhere, 5 ms after its pass has registered",
      extent: .once,
      steps: [
        .pass(at: 0, next: nil), .change(.elsewhere), .pass(at: 10, next: 15), .time(15, reports: true),
        .pass(at: 16, next: nil),
      ]
    ),
    Row(
      promise: "Once: none follows a change on the own actor or in the own pass",
      extent: .once,
      steps: [.pass(at: 0, next: nil), .change(.ownActor), .change(.ownPass), .pass(at: 10, next: nil)]
    ),
    Row(
      promise: "Once: nor does it take back the report of a change elsewhere",
      extent: .once,
      steps: [
        .change(.elsewhere), .pass(at: 0, next: 5), .change(.ownActor), .pass(at: 1, next: nil),
        .time(5, reports: true),
      ]
    ),
    Row(
      promise: "Repeated: reports follow the initial pass, with pauses that double from 5 to 1,280 ms",
      extent: .repeated,
      steps: [.pass(at: 0, next: 5)] + reports(at: all)
    ),
    Row(
      promise: "Repeated: and a change elsewhere",
      extent: .repeated,
      steps: [.pass(at: 0, next: 5)] + reports(at: all) + [.change(.elsewhere), .pass(at: 3000, next: 3005)]
        + reports(at: all.map { $0 + 3000 })
    ),
    Row(
      promise: "Repeated: and one on the own actor, from 20 ms on",
      extent: .repeated,
      steps: [.pass(at: 0, next: 5)] + reports(at: all) + [.change(.ownActor), .pass(at: 3000, next: 3020)]
        + reports(at: [20, 60, 140, 300, 620, 1260, 2540].map { $0 + 3000 })
    ),
    Row(
      promise: "Repeated: none follows a change in the own pass, nor does it stop them",
      extent: .repeated,
      steps: [
        .pass(at: 0, next: 5), .time(5, reports: true), .change(.ownPass), .pass(at: 5, next: 15), .change(.ownPass),
        .time(15, reports: true), .pass(at: 15, next: 35),
      ] + reports(at: Array(all.dropFirst(2))) + [.change(.ownPass), .pass(at: 3000, next: nil)]
    ),
    Row(
      promise: "A change elsewhere starts again",
      extent: .repeated,
      steps: [
        .pass(at: 0, next: 5), .time(5, reports: true), .pass(at: 5, next: 15), .time(15, reports: true),
        .pass(at: 15, next: 35), .change(.elsewhere), .time(35, reports: false), .pass(at: 36, next: 41),
      ] + reports(at: all.map { $0 + 36 })
    ),
    Row(
      promise: "So does one between a report and its pass",
      extent: .repeated,
      steps: [
        .pass(at: 0, next: 5), .time(5, reports: true), .pass(at: 5, next: 15), .time(15, reports: true),
        .change(.elsewhere), .pass(at: 15, next: 20),
      ]
    ),
    Row(
      promise: "A change on the own actor goes back to 20 ms, and not forward to them",
      extent: .repeated,
      steps: [
        .pass(at: 0, next: 5), .change(.ownActor), .pass(at: 2, next: 7), .time(7, reports: true),
        .pass(at: 7, next: 17), .time(17, reports: true), .pass(at: 17, next: 37), .time(37, reports: true),
        .pass(at: 37, next: 77), .time(77, reports: true), .pass(at: 77, next: 157), .change(.ownActor),
        .pass(at: 100, next: 120), .change(.elsewhere), .change(.ownActor), .pass(at: 101, next: 106),
      ]
    ),
    Row(
      promise: "A pass that something else made due changes nothing",
      extent: .repeated,
      steps: [.pass(at: 0, next: 5), .pass(at: 1, next: nil), .pass(at: 2, next: nil)] + reports(at: all)
    ),
    Row(
      promise: "A pause begins when the pass has registered, however long that took",
      extent: .repeated,
      steps: [
        .pass(at: 0, next: 5), .time(5, reports: true), .pass(at: 1000, next: 1010), .time(1010, reports: true),
        .pass(at: 5000, next: 5020),
      ]
    ),
    Row(
      promise: "A report that another has taken the place of isn't made",
      extent: .repeated,
      steps: [
        .pass(at: 0, next: 5), .change(.elsewhere), .pass(at: 3, next: 8), .time(5, reports: false),
        .time(8, reports: true), .time(8, reports: false), .pass(at: 9, next: 19),
      ]
    ),
  ]

  @Test(arguments: rows) func follows(row: Row) {
    var schedule = RecheckSchedule(row.extent)
    for (index, step) in row.steps.enumerated() {
      switch step {
      case .change(let origin):
        schedule.changeReported(origin)
      case .pass(let time, let next):
        let deadline = schedule.passRegistered(at: .milliseconds(time))
        #expect(deadline == next.map { .milliseconds($0) }, "step \(index): \(step)")
      case .time(let time, let reports):
        #expect(schedule.isReportDue(at: .milliseconds(time)) == reports, "step \(index): \(step)")
      }
    }
  }

  @Test func theReportsSpanMoreThanTwoAndAHalfSeconds() {
    #expect(Self.all == (1...9).map { count in 5 * (1 << count) - 5 })
  }
}
