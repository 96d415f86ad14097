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

  @Test func oneAnnouncementOfSeveralChangesTracksThemAll() async throws {
    try await Scenario(
      """
      import Combine
      final class Model: ObservableObject {
        var a = 1
        var b = 2
        var c = 3
        var d = 4
        var e = 5
        var f = 6
        var g = 7
        var h = 8
        var untouched = 9
        func change() {
          objectWillChange.send()
          a = 2
          b = 3
          print(a)
        }
        func choose(_ flag: Bool) {
          objectWillChange.send()
          if flag { c = 1 } else if a > 1 { d = 2 } else {
            for _ in 0..<3 { e += 1 }
            switch a {
            case 1: f = 1
            default: break
            }
          }
          do { g = 1 }
        }
        func finish() {
          defer { objectWillChange.send() }
          guard a > 1 else { return }
          h = 2
        }
      }
      """
    ).expect(
      """
      import Observation
      @Observable
      final class Model {
        var a = 1
        var b = 2
        var c = 3
        var d = 4
        var e = 5
        var f = 6
        var g = 7
        var h = 8
        @ObservationIgnored var untouched = 9
        func change() {
          a = 2
          b = 3
          print(a)
        }
        func choose(_ flag: Bool) {
          if flag { c = 1 } else if a > 1 { d = 2 } else {
            for _ in 0..<3 { e += 1 }
            switch a {
            case 1: f = 1
            default: break
            }
          }
          do { g = 1 }
        }
        func finish() {
          guard a > 1 else { return }
          h = 2
        }
      }
      """,
      findings: [
        "2:13 changed observable", "3:7 changed object-will-change", "4:7 changed object-will-change",
        "5:7 changed object-will-change", "6:7 changed object-will-change", "7:7 changed object-will-change",
        "8:7 changed object-will-change", "9:7 changed object-will-change", "10:7 changed object-will-change",
        "11:7 changed ignored-storage", "13:5 changed object-will-change", "19:5 changed object-will-change",
        "30:5 changed object-will-change",
      ]
    )
  }

  @Test func whatTheFunctionCallsIsAnnouncedWithIt() async throws {
    try await Scenario(
      """
      --- A.swift
      import Combine
      class Base: ObservableObject {
        var 1️⃣a = 1
        var 2️⃣b = 2
        var 3️⃣c = 3
        var 4️⃣d = 4
        var 5️⃣e = 5
        var 6️⃣f = [1]
        var 7️⃣untouched = 9
        var sum: Int {
          get { c }
          set { c = newValue }
        }
        subscript(index: Int) -> Int {
          get { d }
          set { d = newValue }
        }
        func change(_ values: [Int]) {
          8️⃣objectWillChange.send()
          a = 2
          reload()
          sum = 3
          self[0] = 4
          values.forEach { e = $0 }
          swap(&f, &f)
        }
        func other() { untouched = 1 }
      }
      --- B.swift
      extension Base {
        func reload() { b += 1; reload() }
      }
      """
    ).expect(
      """
      --- A.swift
      import Observation
      @Observable
      class Base {
        var a = 1
        var b = 2
        var c = 3
        var d = 4
        var e = 5
        var f = [1]
        @ObservationIgnored var untouched = 9
        var sum: Int {
          get { c }
          set { c = newValue }
        }
        subscript(index: Int) -> Int {
          get { d }
          set { d = newValue }
        }
        func change(_ values: [Int]) {
          a = 2
          reload()
          sum = 3
          self[0] = 4
          values.forEach { e = $0 }
          swap(&f, &f)
        }
        func other() { untouched = 1 }
      }
      --- B.swift
      extension Base {
        func reload() { b += 1; reload() }
      }
      """,
      findings: [
        "2:7 changed observable", "1️⃣ changed object-will-change", "2️⃣ changed object-will-change",
        "3️⃣ changed object-will-change", "4️⃣ changed object-will-change", "5️⃣ changed object-will-change",
        "6️⃣ changed object-will-change", "7️⃣ changed ignored-storage", "8️⃣ changed object-will-change",
      ]
    )
  }

  @Test func announcementInAnExtensionOrOfAnInheritedPropertyGoes() async throws {
    try await Scenario(
      """
      --- A.swift
      import Combine
      class 1️⃣Base: ObservableObject {
        var count = 0
        var isOn = false
        var date = 0.5
        let child = Child()
      }
      final class Child { func toggle() {} }
      --- B.swift
      import Combine
      final class Sub: Base {
        func change() {
          2️⃣objectWillChange.send()
          count += 1
        }
      }
      extension Base {
        func toggle() {
          3️⃣objectWillChange.send()
          isOn.toggle()
        }
        func negate() {
          4️⃣self.objectWillChange.send()
          self.date.negate()
        }
      }
      """
    ).expect(
      """
      --- A.swift
      import Observation
      @Observable
      class Base {
        var count = 0
        var isOn = false
        var date = 0.5
        let child = Child()
      }
      final class Child { func toggle() {} }
      --- B.swift
      import Observation
      @Observable
      final class Sub: Base {
        func change() {
          count += 1
        }
      }
      extension Base {
        func toggle() {
          isOn.toggle()
        }
        func negate() {
          self.date.negate()
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "3:7 changed object-will-change", "4:7 changed object-will-change",
        "5:7 changed object-will-change", "2:13 changed observable", "2️⃣ changed object-will-change",
        "3️⃣ changed object-will-change", "4️⃣ changed object-will-change",
      ]
    )
  }

  @Test func everythingThatMayHaveChangedIsTracked() async throws {
    let source = """
      import Combine
      protocol Resettable: AnyObject { var rows: [Int] { get set } }
      extension Resettable { func wipe() { rows = [] } }
      class Base: ObservableObject {
        var items: [Int] = []
        func add(_ item: Int) { items.append(item) }
      }
      final class Model: Base, Resettable {
        var selection = Set<Int>()
        var numbers = Array<Int>()
        var a = 1
        var b = 2
        var c = 3
        var rows = [1]
        var limits = Limits(count: 1)
        func toggle(_ id: Int) {
          objectWillChange.send()
          a += 1
          selection.insert(id)
          numbers.append(1)
          (b, c) = (1, 2)
          limits.count = 2
          wipe()
        }
        override func add(_ item: Int) {
          objectWillChange.send()
          a = 2
          super.add(item)
        }
      }
      struct Limits { var count: Int }
      """
    let migrated = try #require(
      Migration().run([SourceFile(path: "File.swift", text: source)]).first?.migrated
    )
    #expect(migrated.contains("@Observable"))
    #expect(!migrated.contains("objectWillChange"))
    #expect(!migrated.contains("@ObservationIgnored"), "\(migrated)")
    if Toolchain.isAvailable { #expect(try await Toolchain.errors(in: [("File.swift", migrated)]) == []) }
  }

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
    // Lazy.
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
        lazy var cache: [Int] = []
        private let defaults = UserDefaults.standard
        \(member)
      }
      """
    if Toolchain.isAvailable { #expect(try await Toolchain.errors(in: [("File.swift", source)], language: "5") == []) }
    let migrated = Migration().run([SourceFile(path: "File.swift", text: source)])[0].migrated
    if keys.isEmpty {
      #expect(migrated == source)
    } else {
      let mutations = keys.map { "withMutation(keyPath: \\.\($0)) {}; " }.joined()
      let announced = migrated.replacing("access(keyPath: \\.self)\n    return ", with: "").replacing("\n", with: " ")
      #expect(announced.contains(" " + mutations), "\(migrated)")
      if Toolchain.isAvailable { #expect(try await Toolchain.errors(in: [("File.swift", migrated)]) == []) }
    }
  }

  @Test func manyFunctionsThatCallEachOtherTakeLinearTime() {
    func source(_ count: Int) -> SourceFile {
      let methods = (0..<count).map { "func f\($0)() { objectWillChange.send(); p += 1; f\($0 + 1)() }" }
      let text =
        "final class M: ObservableObject {\nvar p = 0\n\(methods.joined(separator: "\n"))\nfunc f\(count)() {}\n}\n"
      return SourceFile(path: "File.swift", text: "import Combine\n" + text)
    }
    // It would take very long if each function were the start of a walk.
    let result = Migration().run([source(3_000)])[0]
    #expect(!result.migrated.contains("objectWillChange"))
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

  @Test func propertyThatIsTrackedSinceItWasAnnouncedIsReported() async throws {
    let results = try await Scenario(
      """
      import Combine
      final class 1️⃣Model: ObservableObject {
        private var 2️⃣count = 0
        var 3️⃣a = 1, 4️⃣b = 2
        func change() {
          5️⃣objectWillChange.send()
          count += 1
          6️⃣objectWillChange.send()
          b = 3
        }
      }
      """
    ).expect(
      """
      import Observation
      @Observable
      final class Model {
        private var count = 0
        @ObservationIgnored var a = 1
        var b = 2
        func change() {
          count += 1
          b = 3
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed object-will-change", "3️⃣ changed ignored-storage",
        "4️⃣ changed object-will-change", "5️⃣ changed object-will-change", "6️⃣ changed object-will-change",
      ]
    )
    let messages = results.flatMap(\.findings).map(\.message)
    #expect(messages.contains { $0.hasPrefix("`count` is tracked now: ") })
    #expect(messages.contains { $0.hasPrefix("`b` is tracked now: ") })
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
        private func add(_ x: Int) { all.append(x) }
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
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed object-will-change", "4️⃣ changed observable",
        "5️⃣ changed object-will-change", "6️⃣ changed object-will-change", "7️⃣ changed object-will-change",
        "8️⃣ changed object-will-change",
      ]
    )
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
    #expect(results[0].findings.filter(\.isRisky).count == 2)
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
    let migrated = Migration().run([SourceFile(path: "File.swift", text: source)])[0].migrated
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
    let result = Migration().run([SourceFile(path: "File.swift", text: source)])[0]
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
    let migrated = Migration().run([SourceFile(path: "File.swift", text: source)])[0].migrated
    #expect(!migrated.contains("objectWillChange"), "\(migrated)")
    // It may be what is announced.
    #expect(migrated.contains("  var status = "))
    #expect(migrated.contains("access(keyPath: \\.self)\n    if count > 0 {\n      return 1"))
    #expect(migrated.contains("access(keyPath: \\.self)\n    // Of all.\n    return UserDefaults"))
    #expect(migrated.split(separator: "access(keyPath").count == 3)
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
    let migrated = Migration().run([SourceFile(path: "File.swift", text: source)])[0].migrated
    #expect(migrated.contains("  var data = "), "\(migrated)")
    #expect(migrated.contains("  private var isDone = "))
    #expect(!migrated.contains("keyPath"))
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
      return Migration().run([SourceFile(path: "File.swift", text: text)])[0].migrated
    }
    let own = migrated("private let store = Store()\n  var name: String? { store.name() }", "")
    #expect(own.contains("access(keyPath: \\.self)\n    return store.name()") && own.contains("withMutation"))
    #expect(
      migrated("let store = Store()", "func f(_ m: Model) { print(m.store.name()) }").contains("objectWillChange")
    )
    #expect(!migrated("let store = Store()", "").contains("objectWillChange"))
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
    let migrated = Migration().run([SourceFile(path: "File.swift", text: source)])[0].migrated
    #expect(!migrated.contains("objectWillChange") && migrated.contains("items.insert(1)"), "\(migrated)")
  }

  @Test func whatInheritsOrIsInheritedAnnouncesNoObjectAsAWhole() throws {
    let source = """
      import Combine
      import Foundation
      class Base: ObservableObject {
        var name: String? { UserDefaults.standard.string(forKey: "name") }
        func f() { objectWillChange.send() }
      }
      final class Sub: Base {}
      """
    let result = Migration().run([SourceFile(path: "File.swift", text: source)])[0]
    #expect(result.migrated == source)
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
}
