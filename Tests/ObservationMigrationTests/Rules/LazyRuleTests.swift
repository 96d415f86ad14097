import ObservationMigration
import Testing

@Suite struct LazyRuleTests {
  @Test func lazyPropertyIsIgnoredUnlessItsChangesAreAnnounced() async throws {
    try await Scenario(
      """
      import Combine
      final class 1️⃣Report: ObservableObject {
        lazy var 2️⃣rows: [Int] = []
      }
      final class Table: ObservableObject {
        lazy var 3️⃣cells: [Int] = []
        func add() {
          objectWillChange.send()
          cells.append(1)
        }
      }
      """
    ).expect(
      """
      import Combine
      import Observation
      @Observable
      final class Report {
        @ObservationIgnored lazy var rows: [Int] = []
      }
      final class Table: ObservableObject {
        lazy var cells: [Int] = []
        func add() {
          objectWillChange.send()
          cells.append(1)
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed lazy", "3️⃣ needs a decision lazy",
      ]
    )
  }

  @Test func lazyPropertyWhoseChangesViewsShowNeedsADecision() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class Report: ObservableObject {
        @Published var title = ""
        lazy var 1️⃣rows = 1
        lazy var columns = 2
        lazy var formatter = Formatter()
        func reload() { rows = 3 }
      }
      final class Formatter { var style = 1; func text(_ number: Int) -> String { "" } }
      struct ReportView: View {
        @ObservedObject var report: Report
        var body: some View { Text(report.formatter.text(report.rows + report.columns)) }
      }
      """
    ).expect(nil, findings: ["1️⃣ needs a decision lazy"])
  }

  @Test func publisherOfAnotherPropertyOfThatNameDoesNotChangeIt() async throws {
    try await Scenario(
      """
      import SwiftUI
      import Combine
      final class 1️⃣Report: ObservableObject {
        lazy var 2️⃣rows = 1
      }
      final class Table: ObservableObject {
        @Published var rows = 1
        private var bag: Set<AnyCancellable> = []
        init() { 3️⃣$rows.sink { print($0) }.store(in: &bag) }
      }
      struct ReportView: View {
        let report: Report
        var body: some View { Text("\\(report.rows)") }
      }
      """
    ).expect(
      """
      import SwiftUI
      import Combine
      @Observable
      final class Report {
        @ObservationIgnored lazy var rows = 1
      }
      final class Table: ObservableObject {
        @Published var rows = 1
        private var bag: Set<AnyCancellable> = []
        init() { $rows.sink { print($0) }.store(in: &bag) }
      }
      struct ReportView: View {
        let report: Report
        var body: some View { Text("\\(report.rows)") }
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed lazy", "3️⃣ needs a decision pipeline"]
    )
  }
}
