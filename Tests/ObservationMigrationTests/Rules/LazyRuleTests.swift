import ObservationMigration
import Testing

@Suite struct LazyRuleTests {
  @Test func lazyPropertyIsIgnoredUnlessItsChangesAreAnnounced() async throws {
    try await Scenario(
      """
      import Combine
      final class 1️⃣Report: ObservableObject {
        lazy var 2️⃣rows: [Int] = []
        4️⃣@Published var title = ""
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
        var title = ""
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
        "1️⃣ changed observable", "2️⃣ changed lazy", "4️⃣ changed published", "3️⃣ needs a decision lazy",
      ]
    )
  }

  @Test func whatOtherTypesChangeOfTheirOwnIsNotTheLazyProperty() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 1️⃣Report: ObservableObject {
        2️⃣@Published var title = ""
        lazy var 3️⃣path = title + ".txt"
      }
      class Row {
        var path: String
        init(path: String) { self.path = path }
        func move() { path = "b" }
      }
      struct ReportView: View {
        4️⃣@ObservedObject var report: Report
        var body: some View { Text(report.path) }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      final class Report {
        var title = ""
        @ObservationIgnored lazy var path = title + ".txt"
      }
      class Row {
        var path: String
        init(path: String) { self.path = path }
        func move() { path = "b" }
      }
      struct ReportView: View {
        var report: Report
        var body: some View { Text(report.path) }
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed lazy", "4️⃣ changed observed-object"]
    )
  }

  @Test(arguments: [
    "func move(_ report: Report) { report.path = \"b\" }",
    "final class Longer: Report { func move() { path = \"b\" } }",
    "protocol Movable: AnyObject { var path: String { get set } }\nextension Movable { func move() { path = \"b\" } }\nextension Report: Movable {}",
    "extension Report { func move() { self.path += \"b\" } }",
  ])
  func whateverMayBeTheLazyPropertyIsTakenForIt(_ code: String) {
    let source = """
      import SwiftUI
      class Report: ObservableObject {
        @Published var title = ""
        lazy var path = title + ".txt"
      }
      \(code)
      struct ReportView: View {
        @ObservedObject var report: Report
        var body: some View { Text(report.path) }
      }
      """
    #expect(Migration().recorded([SourceFile(path: "File.swift", text: source)])[0].migrated == source)
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

  @Test func whatOtherFilesCanNotChangeIsNotChangedByThem() {
    func states(_ access: String) -> [Finding.State] {
      let report = """
        import SwiftUI
        final class Report: ObservableObject {
          \(access) lazy var rows = 1
          @Published var title = ""
          var text: String { "\\(rows)" }
        }
        struct ReportView: View {
          @ObservedObject var report: Report
          var body: some View { Text(report.text) }
        }
        """
      let table = "struct Table { var rows = 1 }\nfunc clear(_ table: inout Table) { table.rows = 0 }"
      let files = [("Report.swift", report), ("Table.swift", "import SwiftUI\n@Observable class A {}\n" + table)]
      return Migration().recorded(files.map { SourceFile(path: $0, text: $1) }).flatMap(\.findings).filter {
        $0.rule == "lazy"
      }
      .map(\.state)
    }
    #expect(states("") == [.needsDecision])
    #expect(states("private") == [.changed])
    #expect(states("private(set)") == [.changed])
  }

  @Test func lazyObjectThatIsNeverReplacedIsIgnoredAlsoWhereItsChangesAreForwarded() async throws {
    try await Scenario(
      """
      import Combine
      import Foundation
      import SwiftUI
      final class 1️⃣Settings: ObservableObject {
        2️⃣@Published var volume = 1
      }
      final class 3️⃣Session: ObservableObject {
        private(set) lazy var 4️⃣settings = Settings()
        private lazy var 8️⃣formatter = NumberFormatter()
        private var 5️⃣bag: Set<AnyCancellable> = []
        func start() {
          6️⃣settings.objectWillChange.sink { [weak self] _ in self?.objectWillChange.send() }.store(in: &bag)
        }
      }
      struct VolumeView: View {
        7️⃣@ObservedObject var session: Session
        var body: some View { Text("\\(session.settings.volume)") }
      }
      """
    ).expect(
      """
      import Foundation
      import SwiftUI
      @Observable
      final class Settings {
        var volume = 1
      }
      @Observable
      final class Session {
        @ObservationIgnored private(set) lazy var settings = Settings()
        @ObservationIgnored private lazy var formatter = NumberFormatter()
        func start() {
        }
      }
      struct VolumeView: View {
        var session: Session
        var body: some View { Text("\\(session.settings.volume)") }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed observable", "4️⃣ changed lazy", "8️⃣ changed lazy",
        "5️⃣ changed unused-cancellable", "6️⃣ changed nested-observable", "7️⃣ changed observed-object",
      ]
    )
  }

  @Test func receiverOfAnotherPropertyOfThatNameDoesNotChangeIt() {
    let text = """
      import SwiftUI
      final class Report: ObservableObject {
        lazy var rows = 1
        @Published var title = ""
      }
      final class Table: ObservableObject {
        @Published var rows = 1
      }
      struct ReportView: View {
        let report: Report
        @ObservedObject var table: Table
        var body: some View { Text("\\(report.rows)").onReceive(table.$rows) { print($0) } }
      }
      """
    // Else the second run would convert what the first one has left.
    let result = Migration().recorded([SourceFile(path: "Report.swift", text: text)])[0]
    #expect(result.migrated.contains("@Observable\nfinal class Report {\n  @ObservationIgnored lazy var rows = 1"))
  }

  @Test func publisherOfAnotherPropertyOfThatNameDoesNotChangeIt() async throws {
    try await Scenario(
      """
      import SwiftUI
      import Combine
      final class 1️⃣Report: ObservableObject {
        lazy var 2️⃣rows = 1
        4️⃣@Published var title = ""
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
        var title = ""
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
      findings: [
        "1️⃣ changed observable", "2️⃣ changed lazy", "4️⃣ changed published", "3️⃣ needs a decision pipeline",
      ]
    )
  }
}
