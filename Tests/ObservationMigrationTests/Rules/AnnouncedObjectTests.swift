import ObservationMigration
import Testing

/// What is announced by hand and no property tracks.
@Suite struct AnnouncedObjectTests {
  @Test(arguments: [
    // An object's part.
    ("func f() { objectWillChange.send(); other.name = \"b\" }", ["other"]),
    ("func f() { objectWillChange.send(); children[0].name = \"b\" }", ["children"]),
    ("func f() { objectWillChange.send(); count += 1; other.name = \"b\" }", ["other"]),
    // Locals.
    ("func f() { var items = [1]; objectWillChange.send(); items.append(2); print(items) }", ["children", "other"]),
    ("func f(count: inout Int) { objectWillChange.send(); count = 2 }", ["children", "other"]),
    // Stored elsewhere.
    (
      """
      var name: String {
        get { defaults.string(forKey: "name") ?? "" }
        set { objectWillChange.send(); count += 1; defaults.set(newValue, forKey: "name") }
      }
      """, ["self"]
    ),
    // Lazy, and tracked.
    ("func f() { objectWillChange.send(); cache = [] }", []),
    ("func f() { objectWillChange.send(); count += 1; cache = [] }", []),
  ])
  func announcementOfSomethingElseIsNotRedundant(_ member: String, keys: [String]) async throws {
    let source = """
      import Combine
      import Foundation
      final class Child { var name = "" }
      final class Model: ObservableObject {
        @Published var other = Child()
        @Published var children: [Child] = []
        var items: [Int] = []
        var count = 0
        lazy var cache: [Int] = [Int]()
        private let defaults = UserDefaults.standard
        \(member)
      }
      """
    if Toolchain.isAvailable { #expect(try await Toolchain.errors(in: [("File.swift", source)], language: "5") == []) }
    let migrated = Migration().recorded([SourceFile(path: "File.swift", text: source)])[0].migrated
    if keys.isEmpty {
      #expect(migrated.contains("{ withMutation(keyPath: \\.cache) { storedCache = newValue } }"), "\(migrated)")
    } else {
      let mutations = keys.map { "withMutation(keyPath: \\.\($0)) {}; " }.joined()
      let announced = migrated.replacing("access(keyPath: \\.self)\n    return ", with: "").replacing("\n", with: " ")
      #expect(announced.contains(" " + mutations), "\(migrated)")
      if Toolchain.isAvailable { #expect(try await Toolchain.errors(in: [("File.swift", migrated)]) == []) }
    }
  }

  /// What views show of such a model changes unnoticed, and so does what they show of one whose members read something untracked.
  @Test(
    arguments: [
      ("@Published var", "var isVisible = true", true), ("let", "var isVisible = true", false),
      ("@Published var", "@Published var count = 1; var text: String { Bundle.main.bundlePath }", true),
      ("let", "@Published var count = 1; var text: String { Bundle.main.bundlePath }", false),
      ("let", "@Published var count = 1", nil),
    ]
  )
  func modelsThatAreNotTrackedThroughoutAreAnnouncedAsObjects(
    _ keyword: String,
    _ member: String,
    isAnnounced: Bool?
  ) async throws {
    let source = """
      import Combine
      import Foundation
      final class Series: ObservableObject { \(member) }
      final class Chart: ObservableObject {
        \(keyword) series = Series()
        func f() { objectWillChange.send(); print(Bundle.main) }
      }
      func show(_ chart: Chart) -> Any { chart.series }
      """
    let migrated = Migration().recorded([SourceFile(path: "File.swift", text: source)])[0].migrated
    switch isAnnounced {
    case true?: #expect(migrated.contains("withMutation(keyPath: \\.series) {}"), "\(migrated)")
    case false?: #expect(migrated.contains("objectWillChange.send()"), "\(migrated)")
    case nil: #expect(!migrated.contains("objectWillChange") && !migrated.contains("withMutation"), "\(migrated)")
    }
    guard isAnnounced == true, Toolchain.isAvailable else { return }
    #expect(try await Toolchain.errors(in: [("File.swift", migrated)]) == [])
  }

  @Test(arguments: [("", false), ("@Published var count = 0", true), ("let part = Part()", true)])
  func objectThatShowsNothingAnnouncesSomethingElse(_ property: String, isConverted: Bool) {
    let source = """
      import SwiftUI
      final class Part: ObservableObject { @Published var name = "" }
      final class Ticker: ObservableObject {
        \(property)
        private var task: Task<Void, Never>?
        func start() {
          task = Task { self.tick() }
        }
        private func tick() { objectWillChange.send() }
      }
      struct TimeView: View {
        @ObservedObject var ticker: Ticker
        var body: some View { Text("\\(Date())\(property.contains("part") ? "\\(ticker.part.name)" : "")") }
      }
      """
    let result = Migration().recorded([SourceFile(path: "File.swift", text: source)])[0]
    #expect(result.classes.contains { $0.name == "Ticker" && $0.isConverted == isConverted })
  }

  @Test func readsOfWhatIsStoredElsewhereAreReported() async throws {
    let results = try await Scenario(
      """
      import Combine
      import Foundation
      final class 1️⃣Settings: ObservableObject {
        2️⃣@Published var launches = 0
        private let defaults = UserDefaults.standard
        private let prefix = "engine"
        func 3️⃣engine(for space: Int) -> String? { defaults.string(forKey: key(space)) }
        func key(_ space: Int) -> String { "\\(prefix)-\\(space)" }
        var doubled: Int { launches * 2 }
        var isFirst: Bool { engine(for: launches) != nil }
        var 4️⃣dark: Bool {
          get {
            if launches > 3 { defaults.bool(forKey: "dark") } else { false }
          }
          set {
            5️⃣objectWillChange.send()
            defaults.set(newValue, forKey: "dark")
          }
        }
        func setEngine(_ id: String?, for space: Int) {
          defaults.set(id, forKey: key(space))
          6️⃣DispatchQueue.main.async { self.objectWillChange.send() }
        }
        7️⃣subscript(_ name: String) -> String? {
          let value = defaults.string(forKey: name)
          return value
        }
      }
      extension Settings {
        static let shared = Settings()
        var 8️⃣home: URL { FileManager.default.temporaryDirectory }
      }
      """
    ).expect(
      """
      import Foundation
      import Observation
      @Observable
      final class Settings {
        var launches = 0
        private let defaults = UserDefaults.standard
        private let prefix = "engine"
        func engine(for space: Int) -> String? {
          access(keyPath: \\.self)
          return defaults.string(forKey: key(space))
        }
        func key(_ space: Int) -> String { "\\(prefix)-\\(space)" }
        var doubled: Int { launches * 2 }
        var isFirst: Bool { engine(for: launches) != nil }
        var dark: Bool {
          get {
            access(keyPath: \\.self)
            return if launches > 3 { defaults.bool(forKey: "dark") } else { false }
          }
          set {
            withMutation(keyPath: \\.self) {}
            defaults.set(newValue, forKey: "dark")
          }
        }
        func setEngine(_ id: String?, for space: Int) {
          defaults.set(id, forKey: key(space))
          DispatchQueue.main.async { self.withMutation(keyPath: \\.self) {} }
        }
        subscript(_ name: String) -> String? {
          access(keyPath: \\.self)
          let value = defaults.string(forKey: name)
          return value
        }
      }
      extension Settings {
        static let shared = Settings()
        var home: URL {
          access(keyPath: \\.self)
          return FileManager.default.temporaryDirectory
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed object-will-change", "4️⃣ changed object-will-change",
        "5️⃣ changed object-will-change", "6️⃣ changed object-will-change", "7️⃣ changed object-will-change",
        "8️⃣ changed object-will-change",
      ]
    )
    #expect(results[0].findings.filter(\.isRisky) == [])
  }

  /// However many functions lie between, and though they call each other.
  @Test func objectThatManyFunctionsLaterChangeIsAnnounced() throws {
    let count = 300
    let steps = (0..<count).map { number in
      let change = number == count - 2 ? "rows[0].text = \"new\"; " : ""
      return "  private func step\(number)() { \(change)step\((number + 1) % count)(); step0() }"
    }
    let source = """
      import Combine
      final class Row { var text = "" }
      final class Table: ObservableObject {
        @Published var rows = [Row()]
        @Published var notes = [Row()]
        func change() { objectWillChange.send(); step0() }
          \(steps.joined(separator: "\n"))
      }
      """
    let migrated = Migration().recorded([SourceFile(path: "File.swift", text: source)])[0].migrated
    #expect(migrated.contains("func change() { withMutation(keyPath: \\.rows) {}; step0() }"), "\(migrated)")
  }

  @Test func changesOfObjectsAreAnnouncedAsOneOfThePropertyThatHasThem() async throws {
    try await Scenario(
      """
      import Combine
      final class Row { var text = "" }
      final class 1️⃣Table: ObservableObject {
        2️⃣@Published var rows = [Row(), Row()]
        3️⃣@Published var count = 0
        func set(_ text: String, at index: Int) {
          rows[index].text = text
          4️⃣objectWillChange.send()
        }
      }
      """
    ).expect(
      """
      import Observation
      final class Row { var text = "" }
      @Observable
      final class Table {
        var rows = [Row(), Row()]
        var count = 0
        func set(_ text: String, at index: Int) {
          rows[index].text = text
          withMutation(keyPath: \\.rows) {}
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed published", "4️⃣ changed object-will-change",
      ]
    )
  }

  @Test func announcementGoesWhereAllThatCanBeReadIsTracked() async throws {
    try await Scenario(
      """
      import Combine
      final class 1️⃣Log: ObservableObject {
        private(set) var 2️⃣lines: [String] = []
        private var 3️⃣cancellables = Set<AnyCancellable>()
        let name: String
        var isEmpty: Bool { lines.isEmpty }
        init(name: String) {
          self.name = name
        }
        func add(_ line: String) {
          lines.append(line)
          announce()
        }
        private func announce() {
          4️⃣objectWillChange.send()
        }
      }
      func refresh(_ log: Log) {
        5️⃣log.objectWillChange.send()
      }
      """
    ).expect(
      """
      import Observation
      @Observable
      final class Log {
        private(set) var lines: [String] = []
        let name: String
        var isEmpty: Bool { lines.isEmpty }
        init(name: String) {
          self.name = name
        }
        func add(_ line: String) {
          lines.append(line)
          announce()
        }
        private func announce() {
        }
      }
      func refresh(_ log: Log) {
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed object-will-change", "3️⃣ changed unused-cancellable",
        "4️⃣ changed object-will-change", "5️⃣ changed object-will-change",
      ]
    )
  }

  @Test(arguments: [
    // Read past the class.
    ("let child = Child()", "func f() { child.toggle(); objectWillChange.send() }", "print(model.child.name)"),
    ("lazy var child = Child()", "func f() { objectWillChange.send() }", "print(model.child)"),
    // What can't report that it's read.
    (
      "let child = Child()", "@TextBuilder func text() -> String { child.name }; func f() { objectWillChange.send() }",
      ""
    ),
    // Reads of another object.
    ("let child = Child()", "func name() -> String { child.name }", "model.objectWillChange.send()"),
  ])
  func announcementOfWhatIsReadUntrackedNeedsADecision(property: String, members: String, use: String) async throws {
    let source = """
      import Combine
      final class Child { var name = ""; func toggle() {} }
      @resultBuilder enum TextBuilder { static func buildBlock(_ parts: String...) -> String { parts.joined() } }
      final class Model: ObservableObject {
        @Published var count = 0
        \(property)
        \(members)
        func g() { objectWillChange.send() }
      }
      func use(_ model: Model) {
        \(use)
      }
      """
    if Toolchain.isAvailable { #expect(try await Toolchain.errors(in: [("File.swift", source)], language: "5") == []) }
    let result = Migration().recorded([SourceFile(path: "File.swift", text: source)])[0]
    #expect(result.migrated == source)
    #expect(result.findings.contains { $0.state == .needsDecision && $0.rule == "object-will-change" })
  }

  @Test func whatOnlyLooksLikeAReadFromOutsideHoldsNothingBack() throws {
    let source = """
      import Combine
      import Foundation
      final class Child {}
      final class Model: ObservableObject {
        @Published var count = 0
        var status = ""
        let child = Child()
        let filter: (Int) -> Bool = { $0 > 0 }
        private let store = Child()
        func f() {
          if count > 1 { count += 1 } else if count > 2 { return }
          UserDefaults.standard.set(1, forKey: "a")
          if count > 0 {
            self.objectWillChange.send()
          }
        }
        func sign() -> Int {
          if count > 0 {
            return 1
          } else {
            return UserDefaults.standard.integer(forKey: "a")
          }
        }
        func reset() -> Bool {
          count = 0
          return UserDefaults.standard.bool(forKey: "a")
        }
        func last() -> Int {
          // Of all.
          UserDefaults.standard.integer(forKey: "b")
        }
      }
      struct Other { var child = 1; var store = 2 }
      func use(_ other: Other, _ model: Model, _ numbers: [Int]) {
        print(other.child, other.store, numbers.filter { $0 > 1 }, model.status, model.filter)
      }
      """
    let migrated = Migration().recorded([SourceFile(path: "File.swift", text: source)])[0].migrated
    #expect(!migrated.contains("objectWillChange"), "\(migrated)")
    // It may be what is announced.
    #expect(migrated.contains("  var status = "))
    #expect(migrated.contains("access(keyPath: \\.self)\n    if count > 0 {\n      return 1"))
    #expect(migrated.contains("access(keyPath: \\.self)\n    // Of all.\n    return UserDefaults"))
    #expect(migrated.split(separator: "access(keyPath").count == 3)
  }

  @Test func anotherModelMayShowWhatIsStoredElsewhere() throws {
    let store = """
      import Combine
      import Foundation
      final class Store: ObservableObject {
        func name() -> String? { UserDefaults.standard.string(forKey: "name") }
      }

      """
    func migrated(_ model: String, _ use: String) -> String {
      let text =
        store + "final class Model: ObservableObject {\n  \(model)\n  func f() { objectWillChange.send() }\n}\n" + use
      return Migration().recorded([SourceFile(path: "File.swift", text: text)])[0].migrated
    }
    let own = migrated("private let store = Store()\n  var name: String? { store.name() }", "")
    #expect(own.contains("access(keyPath: \\.self)\n    return store.name()") && own.contains("withMutation"))
    #expect(
      migrated("let store = Store()", "func f(_ m: Model) { print(m.store.name()) }").contains("objectWillChange")
    )
    #expect(!migrated("let store = Store()", "").contains("objectWillChange"))
  }

  @Test func announcementThatMayBeOfAModelStaysWithThatModel() {
    let text = """
      import Combine
      final class Profile: ObservableObject { @Published var name = "" }
      final class Holder: ObservableObject {
        @Published var profile = Profile()
        init() { profile.objectWillChange.sink { [weak self] _ in self?.objectWillChange.send() } }
      }
      """
    // Something subscribes to `Profile`, which stays: `Holder` has to announce its changes.
    let result = Migration().recorded([SourceFile(path: "File.swift", text: text)])[0]
    #expect(result.edits.isEmpty)
  }

  @Test func objectsInCasesAreAnnouncedByOtherCodeToo() async throws {
    try await Scenario(
      """
      import Combine
      final class Offer { var isPaid = false }
      struct Box { let offer: Offer }
      enum Entry {
        case receipt(Int)
        case offer(Box)
      }
      final class 1️⃣Ledger: ObservableObject {
        2️⃣@Published var entries: [Entry] = []
        func pay() {
          guard case .offer(let box)? = entries.first else { return }
          box.offer.isPaid = true
          3️⃣objectWillChange.send()
        }
      }
      func pay(_ box: Box, in ledger: Ledger) {
        box.offer.isPaid = true
        4️⃣ledger.objectWillChange.send()
      }
      """
    ).expect(
      """
      import Observation
      final class Offer { var isPaid = false }
      struct Box { let offer: Offer }
      enum Entry {
        case receipt(Int)
        case offer(Box)
      }
      @Observable
      final class Ledger {
        var entries: [Entry] = []
        func pay() {
          guard case .offer(let box)? = entries.first else { return }
          box.offer.isPaid = true
          withMutation(keyPath: \\.entries) {}
        }
      }
      func pay(_ box: Box, in ledger: Ledger) {
        box.offer.isPaid = true
        ledger.withMutation(keyPath: \\.entries) {}
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed object-will-change",
        "4️⃣ changed object-will-change",
      ]
    )
  }

  @Test func otherCodeCannotAnnounceAPrivateProperty() {
    let source = """
      import Combine
      final class Offer { var isPaid = false }
      final class Ledger: ObservableObject {
        @Published private var offers: [Offer] = []
        var isPaid: Bool { offers.allSatisfy(\\.isPaid) }
        func add(_ offer: Offer) { offers.append(offer); objectWillChange.send() }
      }
      func pay(_ offer: Offer, in ledger: Ledger) { offer.isPaid = true; ledger.objectWillChange.send() }
      """
    let migrated = Migration().recorded([SourceFile(path: "File.swift", text: source)])[0].migrated
    #expect(migrated == source)
  }

  /// A closure may return something else each time, and so may a closure in an element of a constant.
  @Test func whatClosuresReturnIsAnnounced() async throws {
    try await Scenario(
      """
      import Combine
      import Foundation
      struct Field {
        let title: String
        let read: () -> String
        let write: (String) -> Void
      }
      final class 1️⃣Draft: ObservableObject {
        private let fields: [Field]
        2️⃣@Published var values: [String]
        init(fields: [Field]) {
          self.fields = fields
          values = fields.map { $0.read() }
        }
        var 3️⃣hasChanges: Bool {
          zip(values, fields).contains { $0 != $1.read() }
        }
        func save() {
          for (value, field) in zip(values, fields) { field.write(value) }
          4️⃣objectWillChange.send()
        }
      }
      """
    ).expect(
      """
      import Foundation
      import Observation
      struct Field {
        let title: String
        let read: () -> String
        let write: (String) -> Void
      }
      @Observable
      final class Draft {
        private let fields: [Field]
        var values: [String]
        init(fields: [Field]) {
          self.fields = fields
          values = fields.map { $0.read() }
        }
        var hasChanges: Bool {
          access(keyPath: \\.self)
          return zip(values, fields).contains { $0 != $1.read() }
        }
        func save() {
          for (value, field) in zip(values, fields) { field.write(value) }
          withMutation(keyPath: \\.self) {}
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed object-will-change",
        "4️⃣ changed object-will-change",
      ]
    )
  }

  @Test func changeInABlockThatReturnsIsNotTheOneThatIsAnnouncedBehindIt() async throws {
    try await Scenario(
      """
      import Combine
      import Foundation
      final class 1️⃣Cooldown: ObservableObject {
        private var 2️⃣ends: [String: Date] = [:]
        func start(_ key: String) {
          3️⃣objectWillChange.send()
          ends[key] = Date(timeIntervalSinceNow: 30)
        }
        func 4️⃣seconds(_ key: String) -> Double {
          ends[key]?.timeIntervalSinceNow ?? 0
        }
        func tick() {
          if (ends.values.max() ?? .distantPast) < .now {
            ends.removeAll()
            return
          }
          5️⃣objectWillChange.send()
        }
      }
      """
    ).expect(
      """
      import Foundation
      import Observation
      @Observable
      final class Cooldown {
        private var ends: [String: Date] = [:]
        func start(_ key: String) {
          ends[key] = Date(timeIntervalSinceNow: 30)
        }
        func seconds(_ key: String) -> Double {
          access(keyPath: \\.self)
          return ends[key]?.timeIntervalSinceNow ?? 0
        }
        func tick() {
          if (ends.values.max() ?? .distantPast) < .now {
            ends.removeAll()
            return
          }
          withMutation(keyPath: \\.self) {}
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed object-will-change", "3️⃣ changed object-will-change",
        "4️⃣ changed object-will-change", "5️⃣ changed object-will-change",
      ]
    )
  }
}
