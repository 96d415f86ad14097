import ObservationMigration
import Testing

@Suite struct PublishedRuleTests {
  @Test func classWithoutConformanceIsLeft() async throws {
    try await Scenario(
      """
      import Combine

      protocol ObservableObjectLike {}
      final class Plain: ObservableObjectLike {
        var objects: [AnyObject] = []
        lazy var other = Plain()
      }
      // A comment about ObservableObject and @Published.
      let text = "class A: ObservableObject { @Published var x = 1 }"
      """
    ).expect(nil, findings: [])
  }

  @Test func propertyWhoseStorageNameIsTakenNeedsADecision() async throws {
    try await Scenario(
      """
      import Combine

      class Model: ObservableObject {
        var 1️⃣a = 1 {
          2️⃣willSet { objectWillChange.send() }
        }
        let _a = 2
      }
      """
    ).expect(nil, findings: ["1️⃣ needs a decision published"])
  }

  @Test func propertiesThatTheMacroCanNotTrackNeedADecision() async throws {
    try await Scenario(
      """
      import Combine

      final class A: ObservableObject {
        1️⃣@Published var `default` = 1
      }
      open class B: ObservableObject {
        2️⃣@Published open var value = 1
      }
      """
    ).expect(nil, findings: ["1️⃣ needs a decision published", "2️⃣ needs a decision published"])
  }

  /// `@Observable` moves observers to `_size`, which `#function` would name.
  @Test func functionNameInAnObserverStaysThatOfTheProperty() async throws {
    try await Scenario(
      """
      import Combine
      import Foundation
      final class 1️⃣Settings: ObservableObject {
        2️⃣@Published var size = UserDefaults.standard.integer(forKey: "size") {
          didSet {
            UserDefaults.standard.set(size, forKey: 3️⃣#function)
            func log() -> String { #function }
          }
        }
        var 5️⃣count = 0 {
          willSet {
            6️⃣objectWillChange.send()
            print(4️⃣#function)
          }
        }
        var 7️⃣note = "" { didSet { print(#function) } }
      }
      """
    ).expect(
      """
      import Foundation
      import Observation
      @Observable
      final class Settings {
        var size = UserDefaults.standard.integer(forKey: "size") {
          didSet {
            UserDefaults.standard.set(size, forKey: "size")
            func log() -> String { #function }
          }
        }
        var count = 0 {
          willSet {
            print("count")
          }
        }
        @ObservationIgnored var note = "" { didSet { print(#function) } }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed published", "5️⃣ changed object-will-change",
        "6️⃣ changed object-will-change", "4️⃣ changed published", "7️⃣ changed ignored-storage",
      ]
    )
  }

  @Test func firstValueThroughTheWrapperBecomesAnAssignment() async throws {
    try await Scenario(
      """
      import Combine

      class 1️⃣Model: ObservableObject {
        2️⃣@Published var name: String
        3️⃣@Published var age: Int
        init(name: String) {
          4️⃣self._name = Published(wrappedValue: name)
          5️⃣_age = .init(initialValue: 1)
        }
      }
      """
    ).expect(
      """
      import Observation

      @Observable
      class Model {
        var name: String
        var age: Int
        init(name: String) {
          self.name = name
          self.age = 1
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed published", "4️⃣ changed published",
        "5️⃣ changed published",
      ]
    )
  }

  @Test func publishedOutsideOfAnObservableObjectIsReported() async throws {
    try await Scenario(
      """
      import Combine
      import Remote

      class Model: RemoteModel {
        1️⃣@Published var name = ""
      }
      """
    ).expect(nil, findings: ["1️⃣ needs a decision published"], compiles: false)
  }

  @Test func publishedInABaseClassThatIsNoObservableObjectHoldsItsSubclassesBack() async throws {
    try await Scenario(
      """
      import Combine
      class Base {
        1️⃣@Published var title = ""
      }
      final class 2️⃣Model: Base, ObservableObject {
        @Published var count = 0
      }
      """
    ).expect(
      nil,
      findings: ["1️⃣ needs a decision published", "2️⃣ needs a decision inheritance"]
    )
  }

  @Test func equalityThatLeavesSomethingOutIsNamed() async throws {
    let results = try await Scenario(
      """
      import SwiftUI
      struct Episode: Equatable {
        let id: Int
        var title: String
        var actions: [String: () -> Void] = [:]
        static func == (left: Episode, right: Episode) -> Bool { left.id == right.id }
      }
      struct Part: Equatable {
        let id: Int
        var name: String
        var key: String { "\\(id) \\(name)" }
        static func == (left: Part, right: Part) -> Bool { left.key == right.key }
      }
      final class Chapter: Equatable {
        var title = ""
        static func == (left: Chapter, right: Chapter) -> Bool { left === right }
      }
      struct Plain: Equatable { var name: String }
      func name(of episode: Episode) -> String { episode.title + episode.actions.keys.joined() }
      func copy(_ a: Library, to b: Library) {
        (b.episodes, b.current) = (a.episodes, a.current)
        (b.part, b.chapter, b.plain) = (a.part, a.chapter, a.plain)
      }
      final class 1️⃣Library: ObservableObject {
        2️⃣@Published var episodes: [Episode] = []
        3️⃣@Published var current: Episode?
        4️⃣@Published var part: Part?
        5️⃣@Published var chapter: Chapter?
        6️⃣@Published var plain: Plain?
      }
      """
    ).expect(
      """
      import SwiftUI
      struct Episode: Equatable {
        let id: Int
        var title: String
        var actions: [String: () -> Void] = [:]
        static func == (left: Episode, right: Episode) -> Bool { left.id == right.id }
      }
      struct Part: Equatable {
        let id: Int
        var name: String
        var key: String { "\\(id) \\(name)" }
        static func == (left: Part, right: Part) -> Bool { left.key == right.key }
      }
      final class Chapter: Equatable {
        var title = ""
        static func == (left: Chapter, right: Chapter) -> Bool { left === right }
      }
      struct Plain: Equatable { var name: String }
      func name(of episode: Episode) -> String { episode.title + episode.actions.keys.joined() }
      func copy(_ a: Library, to b: Library) {
        (b.episodes, b.current) = (a.episodes, a.current)
        (b.part, b.chapter, b.plain) = (a.part, a.chapter, a.plain)
      }
      @Observable
      final class Library {
        var episodes: [Episode] = []
        var current: Episode?
        var part: Part?
        var chapter: Chapter?
        var plain: Plain?
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed published", "4️⃣ changed published",
        "5️⃣ changed published", "6️⃣ changed published",
      ]
    )
    let risky = results.flatMap(\.findings).filter(\.isRisky)
    #expect(risky.count == 1 && risky.allSatisfy { $0.message.contains("`==` of `Episode` ignores `title`") })
  }

  @Test(
    arguments: [
      ("a", "ignores `a`: views may keep showing the old one."),
      ("a, b", "ignores `a` and `b`: views may keep showing old ones."),
      ("a, b, c", "ignores `a`, `b` and `c`: views may keep showing old ones."),
      ("a, b, c, d", "ignores `a`, `b`, `c` and `d`: views may keep showing old ones."),
      ("a, b, c, d, e", "ignores `a`, `b`, `c` and 2 others: views may keep showing old ones."),
    ]
  ) func ignoredPropertiesAreNamedOrCounted(names: String, text: String) {
    let source = """
      import SwiftUI
      struct Row: Equatable {
        var id = 0
        \(names.split(separator: ", ").map { "var \($0) = 0" }.joined(separator: "; "))
        static func == (left: Row, right: Row) -> Bool { left.id == right.id }
      }
      final class Store: ObservableObject {
        @Published var row = Row()
        func load(_ row: Row) { self.row = row }
      }
      struct Page: View {
        @ObservedObject var store: Store
        var body: some View {
          Text("\(names.split(separator: ", ").map { "\\(store.row.\($0))" }.joined())")
        }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Store.swift", text: source)])[0].findings
    #expect(findings.contains { $0.isRisky && $0.message.contains(text) })
  }

  /// `==` of an enumeration may ignore parts of its associated values.
  @Test(
    arguments: [
      ("left.id == right.id", ["`==` of `Choice` ignores `Episode.title`:"]),
      ("left.id == right.id && left.title == right.title", []),
      // `title` isn't constant, so it doesn't identify an episode.
      ("left.title == right.title", []),
      ("left == right", []),
    ]
  )
  func equalityOfAnEnumerationThatLeavesOutPropertiesIsNamed(
    _ equality: String,
    _ expected: [String]
  ) {
    let text = """
      import SwiftUI
      struct Episode: Equatable { let id: Int; var title: String }
      enum Choice: Equatable {
        case none, episode(Episode), preview(of: Episode)
        static func == (one: Choice, other: Choice) -> Bool {
          if case (.episode(let left), .episode(let right)) = (one, other) { return \(equality) }
          return true
        }
      }
      final class Library: ObservableObject {
        @Published var choice = Choice.none
        func choose(_ episode: Episode) { choice = .episode(episode) }
      }
      struct LibraryView: View {
        @ObservedObject var library: Library
        var body: some View { if case .episode(let episode) = library.choice { Text(episode.title) } }
      }
      """
    let messages = Migration().recorded([SourceFile(path: "Library.swift", text: text)]).flatMap(\.findings)
      .filter(\.isRisky).map(\.message)
    #expect(messages.count == expected.count && zip(messages, expected).allSatisfy { $0.contains($1) })
  }

  /// `==` of an enumeration may match cases whatever their associated values are.
  @Test(
    arguments: [
      ("switch one { case .idle: other.isIdle; case .stopped: other.isStopped }", true),
      ("switch (one, other) { case (.idle, .idle), (.stopped, .stopped): true; default: false }", true),
      ("switch (one, other) { case (.stopped(_), .stopped(_)): true; default: one.isIdle && other.isIdle }", true),
      ("if case .stopped = one, case State.stopped = other { true } else { one.isIdle == other.isIdle }", true),
      ("one.isStopped == other.isStopped", true),
      (
        "switch (one, other) { case (.stopped(let a), .stopped(let b)): a == b; default: one.isIdle && other.isIdle }",
        false
      ),
      ("one.isStopped == other.isStopped && one.reason == other.reason", false),
      ("one.isStopped && other.isStopped && one.hashValue == other.hashValue", false),
      ("one.isIdle && other.isIdle", false),
      ("switch (one, other) { case (.stopped, _), (_, .stopped): false; default: true }", false),
      ("String(describing: one) == String(describing: other)", false),
    ]
  )
  func associatedValuesThatEqualityIgnoresAreNamed(_ equality: String, _ isReported: Bool) {
    for shown in [
      "if case .stopped(let reason?) = model.state { Text(reason) }", "Text(model.state.isIdle ? \"a\" : \"b\")",
    ] {
      let text = """
        import SwiftUI
        enum State: Hashable {
          case idle, stopped(String?)
          var isIdle: Bool { if case .idle = self { true } else { false } }
          var isStopped: Bool { if case .stopped = self { true } else { false } }
          var reason: String? { if case .stopped(let reason) = self { reason } else { nil } }
        }
        extension State {
          static func == (one: State, other: State) -> Bool { \(equality) }
        }
        final class Model: ObservableObject {
          @Published private(set) var state = State.idle
          func stop(_ reason: String?) { state = .stopped(reason) }
        }
        struct StateView: View {
          @ObservedObject var model: Model
          var body: some View { \(shown) }
        }
        """
      let messages = Migration().recorded([SourceFile(path: "Model.swift", text: text)]).flatMap(\.findings)
        .filter(\.isRisky).map(\.message)
      let isNamed = messages.contains { $0.contains("`==` of `State` ignores `stopped(_:)`: views") }
      #expect(isNamed == (isReported && shown.contains("case")))
    }
  }

  /// Objects of `NSObject` are compared by `isEqual`, and `==` may call a method that a subclass overrides.
  @Test(
    arguments: [
      ("Base", "", "=="),
      ("NSObject", "override func isEqual(_ other: Any?) -> Bool { (other as? Self)?.id == id }", "isEqual"),
      (
        "NSObject",
        "override func isEqual(_ other: Any?) -> Bool { (other as? Self).map { $0.id == id && $0.title == title } ?? false }",
        nil
      ),
      ("Base", "override func isSame(as other: Base) -> Bool { (other as? Episode)?.title == title }", nil),
      ("Base", "override func isSame(as other: Base) -> Bool { (other as? Episode)?.id == id }", "=="),
    ]
  )
  func equalityIsThatOfTheSubclass(_ superclass: String, _ equality: String, _ name: String?) {
    let text = """
      import SwiftUI
      class Base: Equatable {
        let id = 0
        func isSame(as other: Base) -> Bool { id == other.id }
        static func == (left: Base, right: Base) -> Bool { left.isSame(as: right) }
      }
      final class Episode: \(superclass) {
        \(superclass == "Base" ? "" : "let id = 0")
        let title: String
        init(title: String) { self.title = title }
        \(equality)
      }
      final class Library: ObservableObject {
        @Published var current: Episode?
        func choose(_ title: String) { current = Episode(title: title) }
      }
      struct LibraryView: View {
        @ObservedObject var library: Library
        var body: some View { if let current = library.current { Text(current.title) } }
      }
      """
    let messages = Migration().recorded([SourceFile(path: "Library.swift", text: text)]).flatMap(\.findings)
      .filter(\.isRisky).map(\.message)
    #expect(messages.count == (name == nil ? 0 : 1))
    #expect(messages.allSatisfy { $0.contains("`\(name ?? "")` of `Episode` ignores `title`") })
  }

  /// No view shows what a test assigns.
  /// The properties that a note names after `ignores`, for a published property of `type` that is assigned and shown.
  private func ignored(in type: String, _ declarations: String, shown: String = "store.row.title") -> [String] {
    let text = """
      import SwiftUI
      \(declarations)
      final class Store: ObservableObject {
        @Published var row: \(type)
        init(_ row: \(type)) { self.row = row }
        func load(_ row: \(type)) { self.row = row }
      }
      struct Page: View {
        @ObservedObject var store: Store
        var body: some View { Text("\\(\(shown))") }
      }
      """
    return Migration().recorded([SourceFile(path: "Store.swift", text: text)]).flatMap(\.findings)
      .filter(\.isRisky).compactMap { $0.message.split(separator: "`").dropFirst(7).first.map(String.init) }
  }

  /// Equal values are the same object, or copies that can differ only in variables that code changes.
  @Test(
    arguments: [
      ("struct", "let id = UUID(); var title: String", "", false),
      ("struct", "let id = UUID(); var title: String", "func f(_ r: inout Row) { r.title = \"\" }", true),
      ("struct", "let id: UUID; var title: String", "", true),
      ("class", "let id: UUID; let title: String; init(_ t: String) { self.id = UUID(); title = t }", "", false),
      (
        "class", "var id: String; let title: String; init(_ t: String) { id = UUID().uuidString; title = t }", "", false
      ),
      (
        "class",
        "let id: UUID; let title: String; init(_ t: String) { if t == \"\" { id = UUID() } else { id = .zero } }", "",
        true
      ),
      ("class", "let id: UUID; let title = \"\"; init() { id = UUID() }; init(_ id: UUID) { self.id = id }", "", true),
      (
        "class", "var id: UUID; let title = \"\"; init() { id = UUID() }",
        "extension Row { convenience init(_ row: Row) { self.init(); id = row.id } }", true
      ),
      (
        "class", "var id: UUID; let title = \"\"; init() { id = UUID() }",
        "extension Row { convenience init(_ row: Row) { self.init() } }", false
      ),
      ("class", "var id: UUID; let title = \"\"; init() { id = UUID(); set() }; func set() { id = .zero }", "", true),
      ("class", "var id: UUID; let title = \"\"; init() { id = UUID() }", "func f(_ r: Row) { r.id = .zero }", true),
      ("class", "var id: UUID; let title = \"\"; init() { id = UUID() }", "extension Row: Decodable {}", true),
    ]
  )
  func identityOfEachObjectLeavesNothingOut(_ kind: String, _ members: String, _ rest: String, isReported: Bool) {
    let equality = "static func == (left: Row, right: Row) -> Bool { left.id == right.id }"
    let row = "\(kind == "class" ? "final class" : kind) Row: Equatable { \(members)\n\(equality) }\n\(rest)"
    #expect(ignored(in: "Row", row) == (isReported ? ["title"] : []))
  }

  /// What a synthesized `==` compares beside an identity differs only if code changes it.
  @Test(
    arguments: [
      ("let id = UUID(); let row: Row", false), ("let id = UUID(); var row: Row", false),
      ("let id: Int; let row: Row", true),
      ("let id = UUID(); var row: Row; mutating func set(_ r: Row) { row = r }", true),
    ]
  )
  func identityOfTheValueAroundLeavesNothingOut(_ members: String, isReported: Bool) {
    let types = """
      struct Row: Equatable {
        let id: Int; let title: String
        static func == (left: Row, right: Row) -> Bool { left.id == right.id }
      }
      struct Info: Equatable { \(members) }
      """
    #expect(ignored(in: "Info", types, shown: "store.row.row.title") == (isReported ? ["title"] : []))
  }

  /// The class of another target may be compared otherwise.
  @Test(arguments: [("Mac", nil), ("Phone", "`title`"), ("Shared", "`title`")])
  func equalityIsThatOfTheTarget(_ folder: String, _ name: String?) {
    let store = """
      import SwiftUI
      final class Store: ObservableObject {
        @Published var tab: Tab?
        func show(_ tab: Tab) { self.tab = tab }
      }
      struct Page: View {
        @ObservedObject var store: Store
        var body: some View { Text(store.tab?.title ?? "") }
      }
      """
    let tab = "import Foundation\nfinal class Tab: NSObject { let id = 1; var title = \"\""
    let equality = "override func isEqual(_ other: Any?) -> Bool { (other as? Tab)?.id == id }"
    let messages = Migration().recorded([
      SourceFile(path: "App/\(folder)/Views/Store.swift", text: store),
      SourceFile(path: "App/Phone/Tab.swift", text: "\(tab); \(equality) }"),
      SourceFile(path: "App/Mac/Tab.swift", text: "\(tab) }"),
    ])
    .flatMap(\.findings).filter(\.isRisky).map(\.message)
    #expect(messages.count == (name == nil ? 0 : 1) && messages.allSatisfy { $0.contains("ignores \(name ?? "")") })
  }

  @Test(arguments: ["Testing", "XCTest", "SwiftUI"])
  func assignmentInTestsIsNoReasonToCompare(_ module: String) {
    let model = """
      import SwiftUI
      final class Episode: ObservableObject, Equatable {
        let id: Int
        @Published var title = ""
        init(id: Int) { self.id = id }
        static func == (left: Episode, right: Episode) -> Bool { left.id == right.id }
      }
      final class Library: ObservableObject {
        @Published var episodes: [Episode] = []
        func add(_ episode: Episode) { episodes.append(episode) }
      }
      struct LibraryView: View {
        @ObservedObject var library: Library
        var body: some View { ForEach(library.episodes, id: \\.id) { Text($0.title) } }
      }
      """
    let other = "import \(module)\nfunc start(_ library: Library) { library.episodes = [Episode(id: 1)] }"
    let files = [SourceFile(path: "Library.swift", text: model), SourceFile(path: "Other.swift", text: other)]
    let risky = Migration().recorded(files).flatMap(\.findings).filter(\.isRisky)
    #expect(risky.map(\.rule) == (module == "SwiftUI" ? ["published"] : []))
  }

  /// No view shows an object that is being made.
  @Test(
    arguments: [
      ("init() { load() }", 0),
      ("init() { start() }\nprivate func start() { self.load() }", 0),
      ("init() { Task { self.load() } }", 1),
      (
        "init() { NotificationCenter.default.addObserver(self, selector: #selector(load), name: .new, object: nil) }", 1
      ),
      ("init() { load() }\nfunc reload() { load() }", 1),
      ("init() { load() }\nfunc other(_ store: Store) { store.load() }", 1),
      ("init() { load(); timer = Timer { self.load() } }\nlet timer: Timer", 1),
      ("init() { load(); handler = load }\nlet handler: () -> Void", 1),
    ]
  )
  func assignmentThatOnlyInitializersReachIsNoReasonToCompare(_ code: String, _ count: Int) {
    let text = """
      import SwiftUI
      struct Account: Equatable, Identifiable {
        let id: String
        let name: String
        static func == (left: Account, right: Account) -> Bool { left.id == right.id }
      }
      class Store: NSObject, ObservableObject {
        @Published var accounts: [Account] = []
        \(code)
        @objc func load() { accounts = [Account(id: "1", name: "a")] }
        func rename() { accounts[0] = Account(id: "1", name: "b") }
      }
      struct StoreView: View {
        @StateObject var store = Store()
        var body: some View {
          ForEach(store.accounts) { Text($0.name) }
          Button("Rename") { store.rename() }
        }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Store.swift", text: text)]).flatMap(\.findings)
    #expect(findings.count { $0.isRisky && $0.rule == "published" } == count)
  }

  @Test func publishedPropertyThatNothingReadsIsNamed() {
    let text = """
      import SwiftUI
      final class Downloads: ObservableObject {
        @Published private var revision = 0
        @Published private var attempts = 0
        @Published var unused = 0
        func delete(_ name: String) {
          revision += 1
          attempts = attempts + 1
        }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Downloads.swift", text: text)]).flatMap(\.findings)
    #expect(findings.filter(\.isRisky).map(\.line) == [3])
    #expect(findings.contains { $0.isRisky && $0.message.hasPrefix("`revision` is changed, but nothing reads it") })
  }

  @Test("A published property that nothing reads matters only to views that show something else with its changes")
  func publishedPropertyThatNothingReadsIsNoFindingBesideItsViews() {
    let text = """
      import SwiftUI
      final class Session { var token = 0 }
      final class Page: ObservableObject {
        @Published var title = ""
        @Published var number = 0
        func turn() { number += 1 }
      }
      struct PageView: View {
        @ObservedObject var page: Page
        let session: Session
        var body: some View { Text("\\(page.title) \\(session.token)") }
      }
      func renew(_ session: Session) { session.token += 1 }
      """
    #expect(riskyNotes(text) == [])
  }

  /// Findings of the rule about a class with one variable that is tracked though it wasn't published.
  private func findings(of variable: String, _ others: String = "") -> [Finding] {
    let text = """
      import SwiftUI
      struct Size { var width = 0; mutating func clear() { width = 0 } }
      final class Ruler { var width = 0 }
      final class Model: ObservableObject {
        @Published var title = ""
        \(variable)
        \(others)
      }
      struct ModelView: View {
        @ObservedObject var model: Model
        var body: some View { Text("\\(model.title) \\(model.value)") }
      }
      """
    return Migration().recorded([SourceFile(path: "Model.swift", text: text)]).flatMap(\.findings)
      .filter { $0.rule == "published" && $0.line == 6 }
  }

  @Test(arguments: [
    "var value = 0 { didSet { value = min(value, 10) } }", "var value = 0 { didSet { self.value += 1 } }",
    "var value = 0 { willSet { value = 1 } }", "var value = 0 { didSet { [0].forEach { value in }; value = 1 } }",
    "var value: [Int] = [] { didSet { value.append(1) } }",
    "var value: [Int] = [] { didSet { value[0] = 1 } }", "var value = Size() { didSet { self.value.width = 1 } }",
    "var value = Size() { didSet { value.clear() } }", "var value = 0 { didSet { swap(&value, &other) } }",
    "var value = 0 { didSet { if value > 10 { value = oldValue } } }",
    "var value = 0 { didSet(old) { if value != old { value = old } } }",
    "var value = 0 { didSet { if let other = source {} else { value = 10 } } }",
    "var value = 0 { didSet { if value > 10 { value = 11 } } }",
    "var value = 0 { didSet { if value > 10 { other = 1 } else { value = 10 } } }",
  ])
  func observerThatAssignsItsPropertyNeedsADecision(_ variable: String) {
    #expect(findings(of: variable, "var other = 0").map(\.state) == [.needsDecision], "\(variable)")
    #expect(findings(of: "@Published " + variable, "var other = 0").map(\.state) == [.changed], "\(variable)")
  }

  @Test(arguments: [
    "var value = 0 { didSet { if value > 10 { value = 10 } } }",
    "var value = 0 { didSet { if self.value < limit { self.value = limit } } }",
    "var value = 0 { didSet { if value != 5 { value = 5 } } }",
    "var value: Elsewhere? { didSet { value?.width = 1 } }",
  ])
  func observerThatMayRunAgainIsNamed(_ variable: String) {
    let findings = findings(of: variable, "let limit = 1")
    #expect(findings.map(\.state) == [.changed] && findings.allSatisfy(\.isRisky), "\(variable)")
  }

  @Test(arguments: [
    "var value = 0 { didSet { other = value } }", "var value: Ruler? { didSet { value?.width = 1 } }",
    "var value = 0 { didSet { later { self.value = 1 } } }",
    "var value: Ruler? { didSet { if var value { value = other(value) } } }",
    "var value: [Int] = [] { didSet { print(value.sorted()) } }",
  ])
  func observerThatDoesNotAssignItsPropertyIsLeft(_ variable: String) {
    #expect(findings(of: variable, "var other = 0; func later(_ work: () -> Void) {}").isEmpty, "\(variable)")
  }

  @Test(arguments: [
    ("var value: Int", "var total: Int; init(_value: Int) { value = _value; total = value + 1 }"),
    ("var value = 1", "let total: Int; init() { let _value = 2; value *= _value; total = 1 }"),
  ])
  func propertyThatInitReadsTooSoonNeedsADecisionWhereItsStorageIsHidden(_ variable: String, _ others: String) {
    #expect(findings(of: variable, others).map(\.state) == [.needsDecision])
  }

  @Test(arguments: [
    ("var value: Int", "var total: Int; init() { value = 1; total = 1; total = value + 1 }"),
    ("var value: Int", "var total: Int; init(value: Int) { self.value = value; total = value + 1 }"),
    ("var value = 1", "var total: Int?; init() { value += 1; total = value }"),
    ("var value = 1", "let total: Int; init() { let value = 2; self.value = value; total = value }"),
    (
      "var value: Int",
      "let total: Int; init(_ total: Int) { value = 1; self.total = total }; convenience init() { self.init(1); value += 1 }"
    ),
  ])
  func propertyThatInitReadsInTimeIsTracked(_ variable: String, _ others: String) {
    #expect(findings(of: variable, others).isEmpty)
  }

  @Test func initializersUseTheStorageOfWhatIsTrackedUntilAllPropertiesHaveAValue() async throws {
    try await Scenario(
      """
      import SwiftUI
      class Base { init() {} }
      final class 1️⃣Folder: Base, ObservableObject {
        struct Options { var depth = 1 }
        2️⃣@Published var count = 0
        var 3️⃣path: String
        var 4️⃣options = Options()
        let file: String
        init(path: String) {
          self.path = path
          5️⃣options.depth = self.6️⃣path.count
          if let options = [path].first { print(options) }
          file = self.7️⃣path + path + "\\(8️⃣options.depth)"
          super.init()
          print(options.depth, self.path)
          [path].forEach { file in print(file) }
          [path].forEach { (options: String) in print(options) }
        }
      }
      struct Row: View {
        let folder: Folder
        var body: some View { Text(folder.path + "\\(folder.options.depth)") }
      }
      """
    ).expect(
      """
      import SwiftUI
      class Base { init() {} }
      @Observable
      final class Folder: Base {
        struct Options { var depth = 1 }
        var count = 0
        var path: String
        var options = Options()
        let file: String
        init(path: String) {
          self.path = path
          _options.depth = self._path.count
          if let options = [path].first { print(options) }
          file = self._path + path + "\\(_options.depth)"
          super.init()
          print(options.depth, self.path)
          [path].forEach { file in print(file) }
          [path].forEach { (options: String) in print(options) }
        }
      }
      struct Row: View {
        let folder: Folder
        var body: some View { Text(folder.path + "\\(folder.options.depth)") }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed ignored-storage", "4️⃣ changed ignored-storage",
        "5️⃣ changed published", "6️⃣ changed published", "7️⃣ changed published", "8️⃣ changed published",
      ]
    )
  }

  @Test func initializersUseTheStorageBeforeAllIsSetHoweverItIsSet() async throws {
    try await Scenario(
      """
      import SwiftUI
      @propertyWrapper struct Clamped {
        var wrappedValue: Int
      }
      final class 1️⃣Gauge: ObservableObject {
        2️⃣@Published var value = 0
        var 3️⃣limit: Int? = 1
        var 4️⃣step = 1
        @ObservationIgnored let low: Int
        let high: Int, text: () -> String
        5️⃣@Clamped var level: Int
        #if !QUIET
          let name: String
          init() {
            if let 6️⃣limit { name = "\\(limit)" } else { name = "" }
            (low, high) = (7️⃣step, self.8️⃣step)
            9️⃣step += 1
            text = { [0️⃣step, count = #️⃣limit] in "\\(step)\\(count ?? 0)" }
            level = *️⃣step
            [level].forEach { level in print(level + step) }
          }
        #endif
      }
      struct GaugeView: View {
        @ObservedObject var gauge: Gauge
        var body: some View {
          Text("\\(gauge.value + (gauge.limit ?? 0) + gauge.step)")
          Button("") {
            gauge.limit = 2
            gauge.step = 2
          }
        }
      }
      """
    ).expect(
      """
      import SwiftUI
      @propertyWrapper struct Clamped {
        var wrappedValue: Int
      }
      @Observable
      final class Gauge {
        var value = 0
        var limit: Int? = 1
        var step = 1
        @ObservationIgnored let low: Int
        let high: Int, text: () -> String
        @ObservationIgnored @Clamped var level: Int
        #if !QUIET
          let name: String
          init() {
            if let limit = _limit { name = "\\(limit)" } else { name = "" }
            (low, high) = (_step, self._step)
            _step += 1
            text = { [step = _step, count = _limit] in "\\(step)\\(count ?? 0)" }
            level = _step
            [level].forEach { level in print(level + step) }
          }
        #endif
      }
      struct GaugeView: View {
        var gauge: Gauge
        var body: some View {
          Text("\\(gauge.value + (gauge.limit ?? 0) + gauge.step)")
          Button("") {
            gauge.limit = 2
            gauge.step = 2
          }
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed ignored-storage", "4️⃣ changed ignored-storage",
        "5️⃣ changed wrapped-property", "6️⃣ changed published", "7️⃣ changed published", "8️⃣ changed published",
        "9️⃣ changed published", "0️⃣ changed published", "#️⃣ changed published", "*️⃣ changed published",
        "25:3 changed observed-object",
      ]
    )
  }

  /// `$model.settings.isOn` assigns `model.settings` after each change. `@Published` announced that, and the macro doesn't
  /// announce the same object.
  @Test(
    arguments: [
      ("class Settings { var isOn = false }", "settings: Settings", "Toggle(\"\", isOn: $model.settings.isOn)", 1),
      ("class Settings { var isOn = false }", "settings: Settings", "Part(settings: $model.settings)", 1),
      // An optional object, a value and an observable object are announced.
      ("class Settings { var isOn = false }", "settings: Settings?", "Part(settings: $model.settings)", 0),
      ("struct Settings { var isOn = false }", "settings: Settings", "Toggle(\"\", isOn: $model.settings.isOn)", 0),
      (
        "@Observable class Settings { var isOn = false }", "settings: Settings",
        "Toggle(\"\", isOn: $model.settings.isOn)", 0
      ),
      (
        "class Settings { var isOn = false }", "settings: Settings",
        "Text(\"\").task { for await settings in model.$settings.dropFirst().values { _ = settings } }", 0
      ),
      ("class Settings { var isOn = false }", "settings: Settings", "Part(settings: .constant(model.settings))", 0),
      // The binding ends with the property.
      ("class Settings { var isOn = false }", "settings: Settings", "SettingsPicker($model.settings)", 0),
    ]
  )
  func bindingOfAPartOfAnObjectIsReported(_ type: String, _ property: String, _ control: String, _ count: Int) {
    let part = """
      struct Part: View {
        @Binding var settings: Settings
        var body: some View { Toggle("", isOn: $settings.isOn) }
      }
      """
    let text = """
      import SwiftUI
      \(type)
      class Model: ObservableObject {
        @Published var \(property)
        init(_ settings: Settings) { self.settings = settings }
      }
      struct Page: View {
        @ObservedObject var model: Model
        var body: some View { \(control) }
      }
      \(control.hasPrefix("Part") ? part : "")
      """
    let findings = Migration().recorded([SourceFile(path: "Model.swift", text: text)]).flatMap(\.findings)
    #expect(findings.filter { $0.isRisky && $0.message.hasPrefix("A binding that changes a part") }.count == count)
  }
}
