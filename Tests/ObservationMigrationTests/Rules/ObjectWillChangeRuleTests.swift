import ObservationMigration
import Testing

@Suite struct ObjectWillChangeRuleTests {
  @Test(arguments: ["let", "var"])
  func publisherInThePlaceOfTheObjectsGoesWhereItOnlyAnnounces(_ keyword: String) async throws {
    try await Scenario(
      """
      import Combine
      final class 1️⃣Gauge: ObservableObject {
        2️⃣\(keyword) objectWillChange = ObservableObjectPublisher()
        var 3️⃣value = 0
        func set(_ new: Int) {
          4️⃣objectWillChange.send()
          value = new
        }
      }
      final class Watched: ObservableObject {
        \(keyword) objectWillChange = PassthroughSubject<Void, Never>()
        @Published var value = 0
      }
      func watch(_ watched: Watched) -> AnyCancellable { watched.5️⃣objectWillChange.sink { _ in } }
      """
    ).expect(
      """
      import Combine
      import Observation
      @Observable
      final class Gauge {
        var value = 0
        func set(_ new: Int) {
          value = new
        }
      }
      final class Watched: ObservableObject {
        \(keyword) objectWillChange = PassthroughSubject<Void, Never>()
        @Published var value = 0
      }
      func watch(_ watched: Watched) -> AnyCancellable { watched.objectWillChange.sink { _ in } }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed object-will-change", "3️⃣ changed object-will-change",
        "4️⃣ changed object-will-change", "5️⃣ needs a decision object-will-change",
      ]
    )
  }

  @Test func announcementsBesideAChangeGo() async throws {
    try await Scenario(
      """
      import Combine

      final class 0️⃣Model: ObservableObject {
        1️⃣@Published var a = 1 {
          willSet { check() }
          2️⃣didSet { objectWillChange.send() }
        }
        var b = 2 {
          didSet {
            check()
            3️⃣objectWillChange.send()
          }
        }
        private var c: [Int] = []
        private(set) var d = [1: 2] { 4️⃣willSet { objectWillChange.send() } }
        var 5️⃣e = 1

        func check() {}
        func change() {
          // Tell everybody.
          6️⃣self.objectWillChange.send()
          c.append(1)
          a += 1
          7️⃣objectWillChange.send()
          e = 3
          8️⃣objectWillChange.send()
          if a > 3 { check() } else { b = 1 }
        }
      }
      """
    ).expect(
      """
      import Observation

      @Observable
      final class Model {
        var a = 1 {
          willSet { check() }
        }
        var b = 2 {
          didSet {
            check()
          }
        }
        private var c: [Int] = []
        private(set) var d = [1: 2]
        var e = 1

        func check() {}
        func change() {
          // Tell everybody.
          c.append(1)
          a += 1
          e = 3
          if a > 3 { check() } else { b = 1 }
        }
      }
      """,
      findings: [
        "0️⃣ changed observable", "1️⃣ changed published", "2️⃣ changed object-will-change",
        "8:7 changed object-will-change", "3️⃣ changed object-will-change", "14:15 changed object-will-change",
        "15:20 changed object-will-change", "4️⃣ changed object-will-change", "5️⃣ changed object-will-change",
        "6️⃣ changed object-will-change", "7️⃣ changed object-will-change", "8️⃣ changed object-will-change",
      ]
    )
  }

  /// A view also shows what a repository holds.
  @Test(
    arguments: [
      ("defer { % }; if let activeID, profiles[activeID] == nil { self.activeID = nil }", true),
      ("defer { % }; switch profiles.count { case 0: activeID = nil; default: break }", true),
      ("defer { % }; for profile in profiles where profile.key == activeID { activeID = nil }", true),
      ("%; do { activeID = nil; if profiles.isEmpty { activeID = \"\" } }", false),
      ("%; repeat { activeID = nil } while profiles.isEmpty", false),
      ("activeID = nil; %; if profiles.isEmpty { activeID = \"\" }", false),
    ]
  )
  func announcementStaysBesideAChangeThatMayNotBeMade(_ statements: String, stays: Bool) {
    let text = """
      import SwiftUI
      protocol Repository { func all() -> [String: String] }
      final class Profiles: ObservableObject {
        private var repository: any Repository
        @Published private var activeID: String?
        init(repository: any Repository) { self.repository = repository }
        var all: [String: String] { repository.all() }
        func update(_ profiles: [String: String]) {
          \(statements.replacing("%", with: "objectWillChange.send()").replacing("; ", with: "\n    "))
        }
        func replace(_ repository: any Repository) { self.repository = repository }
      }
      struct ProfileList: View {
        @ObservedObject var profiles: Profiles
        var body: some View { Text("\\(profiles.all.count)") }
      }
      """
    let migrated = Migration().recorded([SourceFile(path: "Profiles.swift", text: text)])[0].migrated
    #expect(migrated.contains("withMutation(keyPath: \\.repository) {}") == stays)
    #expect(!migrated.contains("objectWillChange"))
  }

  @Test func announcementOfAChangeInAnotherModelGoes() async throws {
    try await Scenario(
      """
      import Combine
      import Foundation
      final class 1️⃣Holder: ObservableObject {
        2️⃣@Published private(set) var all: [Int] = []
        private var 3️⃣limit = 0
        func insert(_ x: Int) -> Bool {
          if all.contains(x) { return false }
          add(x)
          return true
        }
        func setLimit(_ x: Int) { limit = x }
        private func add(_ x: Int) { 9️⃣all.append(x) }
      }
      final class 4️⃣Search: ObservableObject {
        let items = Holder()
        func handle(_ x: Int) {
          5️⃣if items.insert(x) {
            DispatchQueue.main.async { [weak self] in self?.objectWillChange.send() }
          }
          if self.items.insert(x) {
            print(x)
            6️⃣objectWillChange.send()
          }
        }
        func load() async {
          items.setLimit(2)
          7️⃣await MainActor.run { objectWillChange.send() }
          _ = items.insert(1)
          8️⃣Task { @MainActor in
            guard let self = Optional(self) else { return }
            self.objectWillChange.send()
          }
        }
      }
      """
    ).expect(
      """
      import Foundation
      import Observation
      @Observable
      final class Holder {
        private(set) var all: [Int] = []
        private var limit = 0
        func insert(_ x: Int) -> Bool {
          if all.contains(x) { return false }
          add(x)
          return true
        }
        func setLimit(_ x: Int) { limit = x }
        private func add(_ x: Int) { all.append(x) }
      }
      @Observable
      final class Search {
        let items = Holder()
        func handle(_ x: Int) {
          _ = items.insert(x)
          if self.items.insert(x) {
            print(x)
          }
        }
        func load() async {
          items.setLimit(2)
          _ = items.insert(1)
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed object-will-change", "9️⃣ changed isolation",
        "4️⃣ changed observable",
        "5️⃣ changed object-will-change", "6️⃣ changed object-will-change", "7️⃣ changed object-will-change",
        "8️⃣ changed object-will-change",
      ]
    )
  }

  @Test func initializerThatAnnouncesLeavesWhatViewsReadTracked() throws {
    let source = """
      import Combine
      import Foundation
      final class Loader: ObservableObject {
        var data = Data()
        private var isDone = false
        var status: String { isDone ? "done" : "" }
        init() {
          Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in
            self.data = Data([1])
            DispatchQueue.main.async { self.objectWillChange.send() }
            self.isDone = true
            DispatchQueue.main.async { self.objectWillChange.send() }
          }
        }
      }
      """
    let migrated = Migration().recorded([SourceFile(path: "File.swift", text: source)])[0].migrated
    #expect(migrated.contains("  var data = "), "\(migrated)")
    #expect(migrated.contains("  private var isDone = "))
    #expect(!migrated.contains("keyPath"))
  }

  @Test(arguments: [
    "if flag { if items.insert(1) { objectWillChange.send() } }",
    "DispatchQueue.main.async { if self.items.insert(1) { self.objectWillChange.send() } }",
    "Task { @MainActor in if flag { if self.items.insert(1) { self.objectWillChange.send() } } }",
    "defer { if items.insert(1) { objectWillChange.send() } }; items = []",
  ])
  func whatAConditionCallsStays(_ statement: String) throws {
    let source = """
      import Combine
      import Foundation
      final class Model: ObservableObject {
        @Published var items = Set<Int>()
        func f(_ flag: Bool) { \(statement) }
      }
      extension Set { mutating func insert(_ element: Element) -> Bool { true } }
      """
    let migrated = Migration().recorded([SourceFile(path: "File.swift", text: source)])[0].migrated
    #expect(!migrated.contains("objectWillChange") && migrated.contains("items.insert(1)"), "\(migrated)")
  }

  @Test(
    arguments: [
      ("", "", true), ("", "@Published var count = 0", true), ("", "override var name: String? { nil }", true),
      // What is announced may be read through the subclass, whose registrar is another one.
      ("", "override var name: String? { UserDefaults.standard.string(forKey: \"other\") }", false),
      ("", "@Published var part = Part()", false),
      ("func f() {}", "override func f() { objectWillChange.send() }", false),
    ]
  )
  func objectWithSubclassesIsAnnouncedAsAWholeIfTheyShowNothingElse(
    _ base: String,
    _ sub: String,
    isConverted: Bool
  ) async throws {
    let source = """
      import Combine
      import Foundation
      final class Part { var name = "" }
      class Base: ObservableObject {
        var name: String? { UserDefaults.standard.string(forKey: "name") }
        \(base.isEmpty ? "func f() { objectWillChange.send() }" : base)
      }
      class Sub: Base {
        \(sub)
      }
      """
    let result = Migration().recorded([SourceFile(path: "File.swift", text: source)])[0]
    #expect((result.migrated != source) == isConverted, "\(result.migrated)")
    guard isConverted, Toolchain.isAvailable else { return }
    #expect(try await Toolchain.errors(in: [("File.swift", result.migrated)]) == [])
  }

  @Test func otherUsesOfObjectWillChangeNeedADecision() async throws {
    try await Scenario(
      """
      import Combine

      final class B: ObservableObject {
        let 1️⃣objectWillChange = PassthroughSubject<String, Never>()
      }
      final class C: ObservableObject {
        func listen() -> Any {
          2️⃣objectWillChange.sink { _ in }
        }
      }
      final class D: ObservableObject {}
      final class Watcher {
        let d = D()
        var token: AnyCancellable?
        func watch() {
          token = d.3️⃣objectWillChange.sink { print("changed") }
        }
      }
      """
    ).expect(
      nil,
      findings: [
        "1️⃣ needs a decision object-will-change", "2️⃣ needs a decision object-will-change",
        "3️⃣ needs a decision object-will-change",
      ]
    )
  }

  @Test func requirementOfThePublisherHoldsEverythingBack() async throws {
    try await Scenario(
      """
      import Combine
      protocol Announcing { var 1️⃣objectWillChange: ObservableObjectPublisher { get } }
      final class 2️⃣A: ObservableObject, Announcing {}
      final class 3️⃣B: ObservableObject {}
      """
    ).expect(
      nil,
      findings: [
        "1️⃣ needs a decision object-will-change", "2️⃣ needs a decision inheritance", "3️⃣ needs a decision inheritance",
      ]
    )
  }

  @Test func announcementOfAnUnknownObjectHoldsTheClassAroundItBack() async throws {
    try await Scenario(
      """
      import Combine
      final class A: ObservableObject {
        func f(_ pair: (B, Int)) {
          pair.0.1️⃣objectWillChange.send()
        }
      }
      final class 2️⃣B: ObservableObject {}
      """
    ).expect(
      """
      import Combine
      import Observation
      final class A: ObservableObject {
        func f(_ pair: (B, Int)) {
          pair.0.objectWillChange.send()
        }
      }
      @Observable
      final class B {}
      """,
      findings: ["1️⃣ needs a decision object-will-change", "2️⃣ changed observable"],
      // The compiler says which types it was about.
      compiles: false
    )
  }

  @Test func constantValueOfAFrameworkShowsNoChange() {
    let source = """
      import SwiftUI
      final class Indicator: ObservableObject {
        @Published var level = 0
        let animation: Animation? = nil
      }
      struct IndicatorView: View {
        @ObservedObject var indicator: Indicator
        @State var count = 0
        var body: some View {
          Button("\\(indicator.level) \\(count)") {
            count += 1
            indicator.objectWillChange.send()
          }
          .animation(indicator.animation)
        }
      }
      """
    let result = Migration().recorded([SourceFile(path: "Indicator.swift", text: source)])[0]
    #expect(result.classes.map(\.isConverted) == [true])
    #expect(!result.migrated.contains("objectWillChange"))
  }
}
