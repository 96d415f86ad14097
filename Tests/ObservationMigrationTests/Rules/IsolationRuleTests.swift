import ObservationMigration
import Testing

@Suite struct IsolationRuleTests {
  @Test(
    arguments: [
      ("func name() -> String { \"\" }", true), ("mutating func name() -> String { \"\" }", false),
      ("var name: () -> String { { \"\" } }", false),
    ]
  )
  func methodOfAValueThatChangesNothingIsNoRace(_ method: String, isNone: Bool) {
    let text = """
      import SwiftUI
      struct Account { \(method) }
      final class Wallet: ObservableObject {
        @Published var account = Account()
        func request() async { print(account.name()) }
      }
      """
    let result = Migration().recorded([SourceFile(path: "Wallet.swift", text: text)])[0]
    #expect(result.migrated.contains("@MainActor func request") == !isNone)
  }

  @Test func whatMayBeAnnouncedBesideSomethingElseIsNoRaceOfViewsForSure() {
    let text = """
      import SwiftUI
      final class Holder { func insert(_ event: Int) -> Bool { true } }
      final class Profile: ObservableObject {
        @Published var count = 0
        var holder = Holder()
        var seen: Set<Int> = []
        func add(_ event: Int) {
          if Counter.isOn(event), holder.insert(event) { objectWillChange.send() }
        }
        func listen() async { seen.insert(1) }
      }
      enum Counter { static func isOn(_ event: Int) -> Bool { true } }
      struct ProfileView: View {
        @ObservedObject var profile: Profile
        var body: some View { Text("\\(profile.count) \\(profile.seen.count)") }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Profile.swift", text: text)]).flatMap(\.findings)
    #expect(findings.allSatisfy { $0.state == .changed })
    #expect(findings.contains { $0.rule == "isolation" && $0.isRisky && $0.line == 10 })
  }

  @Test func whatOnlyAnotherObjectMayAnnounceIsNoRaceOfViews() {
    let text = """
      import SwiftUI
      final class Cache: ObservableObject {
        @Published var images = 0
        var screen = 0
        func update() async { screen = 1 }
      }
      final class Session: ObservableObject {
        @Published var count = 0
        let cache = Cache()
        func start() {
          objectWillChange.send()
          count += 1
          Task { await cache.update() }
        }
      }
      struct CacheView: View {
        @ObservedObject var cache: Cache
        var body: some View { Text("\\(cache.images) \\(cache.screen)") }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Cache.swift", text: text)]).flatMap(\.findings)
    #expect(findings.contains { $0.rule == "observable" } && findings.allSatisfy { $0.state == .changed })
  }

  @Test func changesOnOtherThreadsNeedADecisionUnlessIsolated() async throws {
    try await Scenario(
      """
      import Combine
      import Foundation
      final class A: ObservableObject {
        @Published var rows = 0
        func load() { DispatchQueue.global(qos: .utility).async { 1️⃣self.rows = 1 } }
      }
      final class 2️⃣B: ObservableObject {
        3️⃣@Published var rows = 0
        func load() {
          DispatchQueue.global().async { DispatchQueue.main.async { self.rows += 1 } }
          DispatchQueue.main.async { self.rows = 3 }
        }
      }
      """
    ).expect(
      """
      import Combine
      import Foundation
      import Observation
      final class A: ObservableObject {
        @Published var rows = 0
        func load() { DispatchQueue.global(qos: .utility).async { self.rows = 1 } }
      }
      @Observable
      final class B {
        var rows = 0
        func load() {
          DispatchQueue.global().async { DispatchQueue.main.async { self.rows += 1 } }
          DispatchQueue.main.async { self.rows = 3 }
        }
      }
      """,
      findings: ["1️⃣ needs a decision isolation", "2️⃣ changed observable", "3️⃣ changed published"]
    )
  }

  @Test(
    arguments: [
      ("func load() async { rows = await fetch() }", true),
      ("@MainActor func load() async { rows = await fetch() }", false),
      ("func load() async { let result = await fetch(); await MainActor.run { self.rows = result } }", false),
      ("func load() async { var rows = await fetch(); rows = []; print(rows) }", false),
      ("func load() async { var rows = await fetch(); rows = []; self.rows = rows }", true),
      ("func load() async { Task { self.rows = [] }; rows = await fetch() }", true),
      ("func load() async { rows.append(1) }", true),
      ("func load() async { print(rows.map { $0 }, rows.count) }", false),
      ("func load() async { [1, 2].forEach { rows.append($0) } }", true),
      ("func load() async { fill(&rows) }", true),
      ("func load() async { hidden = 1 }", false),
      ("func load() { Task { self.rows = await self.fetch() } }", true),
      ("func load() { Task { [weak self] in self?.rows = [1] } }", true),
      ("func load() { Task { @MainActor in self.rows = await self.fetch() } }", false),
      ("@MainActor func load() { Task { self.rows = await self.fetch() } }", false),
      ("func load() { DispatchQueue.main.async { Task { self.rows = [] } } }", false),
      ("func load() { Task.detached { self.rows = [] } }", true),
      ("init() { Task { self.rows = [] } }", true),
      ("func load() { queue.async { self.rows.removeAll() } }", true),
      ("func load() { operations.addOperation { self.rows = [] } }", true),
      ("func load() { OperationQueue.main.addOperation { self.rows = [] } }", false),
      (
        "func load() { URLSession.shared.dataTask(with: url) { _, _, _ in self.rows = [] }.resume() }", true
      ),
      ("func load(_ queue: DispatchQueue) { queue.async { self.rows = [] } }", false),
      ("func load() { run { self.rows = [] } }", false),
    ]
  )
  func changeOffTheMainThreadIsFound(_ function: String, _ isFound: Bool) async throws {
    let source = """
      import Combine
      import Foundation
      final class Model: ObservableObject {
        @Published var rows: [Int] = []
        var hidden = 1
        private let queue = DispatchQueue(label: "model")
        private let operations = OperationQueue()
        let url = URL(string: "https://swift.org")!
        func fetch() async -> [Int] { [] }
        func fill(_ values: inout [Int]) {}
        func run(_ work: () -> Void) {}
        \(function)
      }
      """
    if Toolchain.isAvailable {
      let errors = try await Toolchain.errors(in: [("File.swift", source)], language: "5")
      #expect(errors == [])
    }
    let file = SourceFile(path: "File.swift", text: source)
    let result = Migration().recorded([file])[0]
    #expect(result.findings.contains { $0.rule == "isolation" && $0.line == 12 } == isFound)
    let isIsolated = isFound && function.hasPrefix("func load() async")
    #expect(
      result.migrated.contains("@MainActor func load() async")
        == (isIsolated || function.hasPrefix("@MainActor func load() async"))
    )
    #expect(result.findings.contains { $0.rule == "observable" && $0.state == .changed } == (!isFound || isIsolated))
    // There the compiler sees it.
    for isolation in ["@MainActor ", "@StoreActor "] {
      let text = source.replacing("final class Model", with: isolation + "final class Model")
      let rules = Migration().recorded([SourceFile(path: "File.swift", text: text)])[0].findings.map(\.rule)
      #expect(!rules.contains("isolation"))
    }
    let results = Migration(options: MigrationOptions(defaultsToMainActor: true)).recorded([file])
    #expect(!results[0].findings.contains { $0.rule == "isolation" })
  }

  @Test(
    arguments: [
      ("func load() { Task { self.fill() } }; func fill() { rows = [] }", "", true),
      ("func load() async { fill() }; func fill() { rows = [] }", "", true),
      ("func load() { Task.detached { self.start() } }; func start() { fill() }; func fill() { rows = [] }", "", true),
      ("func load() { Task { self.fill() } }; func fill() { [1].forEach { rows.append($0) } }", "", true),
      ("func load() { Task { self.fill() } }; func fill() { DispatchQueue.main.async { self.rows = [] } }", "", false),
      ("func load() { Task { await self.fill() } }; @MainActor func fill() { rows = [] }", "", false),
      ("func load() { Task { self.fill() } }; func fill() { hidden = 1 }", "", false),
      (
        "func load() { Task { await self.fill(1) } }; func fill(_ x: Int) async {}; func fill() { rows = [] }", "",
        false
      ),
      ("func load() { Task { let fill = { 1 }; _ = fill() } }; func fill() { rows = [] }", "", false),
      ("func load() { fill() }; func fill() { rows = [] }", "", false),
      (
        "func fill() { rows = [] }",
        "final class Loader { let model = Model(); func load() async { model.fill() } }", true
      ),
      ("", "final class Loader { let model = Model(); func load() async { model.rows = [] } }", true),
      ("", "final class Loader { let model = Model(); func load() async { model.rows.append(1) } }", true),
      ("", "final class Loader { let model = Model(); func load() async { print(model.rows.count) } }", false),
      ("", "final class Loader { let model = Model(); func load() { model.rows = [] } }", false),
      (
        "",
        """
        final class Loader {
          let model = Model()
          func load() async { DispatchQueue.main.async { self.model.rows = [] } }
        }
        """,
        false
      ),
      (
        "",
        "import SwiftUI; struct V: View { let model: Model; var body: some View { Button(\"\") { Task { model.rows = [] } } } }",
        false
      ),
      ("", "@MainActor final class Loader { let model = Model(); func load() async { model.rows = [] } }", false),
    ]
  )
  func changeOffTheMainThreadThroughOthersIsRisky(_ functions: String, _ others: String, _ isFound: Bool) async throws {
    let source = """
      import Combine
      import Foundation
      final class Model: ObservableObject {
        @Published var rows: [Int] = []
        var hidden = 1
        \(functions)
      }
      \(others)
      """
    if Toolchain.isAvailable {
      let errors = try await Toolchain.errors(in: [("File.swift", source)], language: "5")
      #expect(errors == [])
    }
    let findings = Migration().recorded([SourceFile(path: "File.swift", text: source)])[0].findings
    #expect(findings.contains { $0.rule == "isolation" && $0.isRisky } == isFound)
    #expect(findings.contains { $0.rule == "observable" && $0.state == .changed })
  }

  @Test(arguments: ["self.other.rows = []; self.rows = []", "self.rows = []; self.other.rows = []"])
  func changeOfAnotherObjectHidesNoneOfItsOwn(_ statements: String) {
    func findings(_ function: String) -> [Finding] {
      let text = """
        import Combine
        final class Other: ObservableObject { @Published var rows: [Int] = [] }
        final class Model: ObservableObject {
          @Published var rows: [Int] = []
          let other = Other()
          \(function)
        }
        """
      let file = SourceFile(path: "File.swift", text: text)
      return Migration().recorded([file])[0].findings.filter { $0.rule == "isolation" }
    }
    let inTask = findings("func load() { Task { \(statements) } }")
    #expect(inTask.contains { $0.state == .needsDecision } && inTask.contains(where: \.isRisky))
    // The method is isolated as a whole, and so is what it does to the other object.
    #expect(findings("func load() async { \(statements) }").count == 1)
  }

  @Test(
    arguments: [
      ("class Model: ObservableObject", "public func load() async", "@MainActor public func load() async"),
      ("class Model: Base, ObservableObject", "override func load() async", nil),
      ("class Model: ObservableObject", "nonisolated func load() async", nil),
      (
        "class Model: ObservableObject, Loading", "@discardableResult\n  func load() async -> Int",
        "\n  @MainActor func load() async"
      ),
    ] as [(String, String, String?)]
  )
  func asynchronousMethodIsIsolatedThatChangesWhatViewsRead(_ type: String, _ method: String, _ isolated: String?)
    async throws
  {
    let text = """
      import Combine
      class Base { func load() async {} }
      protocol Loading { func load() async -> Int }
      \(type) {
        @Published var rows: [Int] = []
        \(method) { rows = [1]\(method.hasSuffix("Int") ? "; return 1" : "") }
      }
      func start(_ model: Model) async { await model.load() }
      """
    let result = Migration().recorded([SourceFile(path: "File.swift", text: text)])[0]
    #expect(result.classes.map(\.isConverted) == [isolated != nil])
    if let isolated { #expect(result.migrated.contains(isolated)) }
    if Toolchain.isAvailable {
      #expect(try await Toolchain.errors(in: [("File.swift", result.migrated)], language: "5") == [])
    }
  }

  @Test func testsCallModelsAsNoViewDoes() {
    let model = """
      import Combine
      final class Model: ObservableObject {
        @Published var rows: [Int] = []
        func fill() { rows = [] }
      }
      """
    let test = "final class Caller { let model = Model(); func run() async { model.fill(); model.rows = [] } }"
    func isNamed(_ head: String) -> Bool {
      let files = [SourceFile(path: "0.swift", text: model), SourceFile(path: "1.swift", text: head + test)]
      return Migration().recorded(files).flatMap(\.findings).contains { $0.rule == "isolation" }
    }
    #expect(isNamed(""))
    #expect(!isNamed("import XCTest\n"))
    #expect(!isNamed("import Testing\n"))
  }

  @Test func nonisolatedClassIsNoneOfTheDefaultActor() throws {
    let source = """
      import Combine
      nonisolated final class Model: ObservableObject {
        @Published var row = 1
        func load() async { row = 2 }
      }
      """
    let results = Migration(options: MigrationOptions(defaultsToMainActor: true)).recorded([
      SourceFile(path: "File.swift", text: source)
    ])
    #expect(results[0].findings.contains { $0.rule == "isolation" })
  }

  @Test func unpublishedPropertyThatIsTrackedNowIsReportedWhereItIsChangedOffTheMainThread() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 1️⃣Job: ObservableObject, @unchecked Sendable {
        var 2️⃣done = 0
        var 3️⃣size = 0
        4️⃣@Published private(set) var isFinished = false
        func step() { 5️⃣done += 1 }
        func measure() async { 6️⃣size = 1 }
      }
      struct JobView: View {
        7️⃣@ObservedObject var job: Job
        var body: some View { Text("\\(job.done + job.size)") }
      }
      final class Runner {
        func run(_ job: Job) { Task.detached { for _ in 0..<1000 { job.step() } } }
        func reset(_ job: Job) { Task.detached { 8️⃣job.done = 0 } }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      final class Job: @unchecked Sendable {
        var done = 0
        var size = 0
        private(set) var isFinished = false
        func step() { done += 1 }
        func measure() async { size = 1 }
      }
      struct JobView: View {
        var job: Job
        var body: some View { Text("\\(job.done + job.size)") }
      }
      final class Runner {
        func run(_ job: Job) { Task.detached { for _ in 0..<1000 { job.step() } } }
        func reset(_ job: Job) { Task.detached { job.done = 0 } }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed ignored-storage", "3️⃣ changed ignored-storage", "4️⃣ changed published",
        "5️⃣ changed isolation", "6️⃣ changed isolation", "7️⃣ changed observed-object", "8️⃣ changed isolation",
      ]
    )
  }

  /// No view shows what a closure reads that SwiftUI runs as an action.
  @Test(
    arguments: [
      ("App", "some Scene", "WindowGroup", "onAppear", 0),
      ("View", "some View", "Group", "onAppear", 0),
      ("Scene", "some Scene", "Window", "onOpenURL", 0),
      ("App", "some Scene", "WindowGroup", "background", 1),
      ("View", "some View", "Group", "background", 1),
    ]
  )
  func actionsOfAScenesContentShowNothing(
    _ proto: String,
    _ body: String,
    _ container: String,
    _ modifier: String,
    _ count: Int
  ) {
    let text = """
      import SwiftUI
      class Session: ObservableObject {
        @Published var accounts: [String] = []
        private var tokens: [String: String] = [:]
        func token(for id: String) -> String? { tokens[id] }
        func removeToken(for id: String) { tokens.removeValue(forKey: id) }
        func activeID() -> String? { UserDefaults.standard.string(forKey: "active") }
        func reset() {
          UserDefaults.standard.set(nil, forKey: "active")
          accounts = []
        }
        func logOut(_ id: String) async {
          removeToken(for: id)
          await MainActor.run { self.accounts = [] }
        }
      }
      struct Main: \(proto) {
        @StateObject private var session = Session()
        var body: \(body) {
          \(container) {
            AccountView().environmentObject(session).\(modifier) {
              Token(session.activeID().flatMap { session.token(for: $0) })
            }
          }
        }
      }
      struct AccountView: View {
        @EnvironmentObject var session: Session
        var body: some View {
          Text(session.accounts.first ?? "")
          Button("Log out") { Task { await session.logOut("a") } }
        }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Session.swift", text: text)]).flatMap(\.findings)
    #expect(findings.count { $0.isRisky && $0.rule == "isolation" } == count)
    #expect(findings.contains { $0.rule == "unobserved-state" } == (count > 0))
  }

  /// What subscribers and tasks read is shown by no view.
  @Test(arguments: [("subject.sink", 0), ("Task", 0), ("lock.perform", 1)])
  func closureThatRunsLaterIsNoReader(_ function: String, _ count: Int) {
    let text = """
      import SwiftUI
      public final class Manager: ObservableObject {
        @Published var peers: [String: Int] = [:]
        @Published var isConnected = false
        public func register(_ id: String) async { peers[id] = 1 }
        public func connection() -> AnyCancellable { \(function) { [weak self] in show(self!.known()) } }
        private func known() -> [String] { Array(peers.keys) }
      }
      struct ManagerView: View {
        @StateObject var manager = Manager()
        var body: some View { Text(manager.isConnected ? "yes" : "no") }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Manager.swift", text: text)]).flatMap(\.findings)
    #expect(findings.count { $0.isRisky && $0.rule == "isolation" } == count)
  }
}
