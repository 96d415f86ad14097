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
}
