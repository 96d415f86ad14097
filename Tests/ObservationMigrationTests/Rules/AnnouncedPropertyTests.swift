import ObservationMigration
import Testing

/// Properties are tracked whose changes are announced by hand.
@Suite struct AnnouncedPropertyTests {
  /// A local variable is nobody else's, a queue runs a closure, and the pages announce their own changes: what is announced is
  /// the change of `rows`.
  @Test func announcementSaysNothingOfWhatOnlyTheFunctionChanges() async throws {
    try await Scenario(
      """
      import Combine
      import Dispatch
      final class 1️⃣Page: ObservableObject {
        2️⃣@Published var rows: [Int] = []
        func add(_ row: Int) { rows.append(row) }
      }
      final class 3️⃣Book: ObservableObject {
        var 7️⃣rows: [Int] = []
        var 4️⃣pages: [Int: Page] = [:]
        var 5️⃣isOpen = false
        var 6️⃣last: Page?
        func add(_ new: [Int]) {
          var isChanged = false
          var row = 0
          for next in new {
            row = next
            rows.append(row)
            for (_, page) in pages { page.add(row) }
            isChanged = true
          }
          8️⃣if isChanged {
            DispatchQueue.main.async { self.objectWillChange.send() }
          }
        }
        func open(_ page: Page) {
          pages[0] = page
          last = page
          isOpen = true
        }
      }
      """
    ).expect(
      """
      import Dispatch
      import Observation
      @Observable
      final class Page {
        var rows: [Int] = []
        func add(_ row: Int) { rows.append(row) }
      }
      @Observable
      final class Book {
        var rows: [Int] = []
        @ObservationIgnored var pages: [Int: Page] = [:]
        @ObservationIgnored var isOpen = false
        @ObservationIgnored var last: Page?
        func add(_ new: [Int]) {
          var isChanged = false
          var row = 0
          for next in new {
            row = next
            rows.append(row)
            for (_, page) in pages { page.add(row) }
            isChanged = true
          }
        }
        func open(_ page: Page) {
          pages[0] = page
          last = page
          isOpen = true
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed observable", "7️⃣ changed object-will-change",
        "4️⃣ changed ignored-storage", "5️⃣ changed ignored-storage", "6️⃣ changed ignored-storage",
        "8️⃣ changed object-will-change",
      ]
    )
  }

  /// A name that a condition binds means the property where the condition is false, and a closure's parameter that gets a value
  /// is `inout`.
  @Test(
    arguments: [
      "if let item { print(item) } else { item = 5 }",
      "if case let item? = item { print(item) } else if other > 1 { item = 5 }",
      "guard let item else { item = 5; return }; print(item)",
      "change(self, \\.item) { $0 = 5 }",
      "change(self, \\.item) { value in value = 5 }",
    ]
  )
  func changeOfThePropertyOfALocalNameIsAnnounced(_ change: String) async throws {
    let source = """
      import Combine
      func change<Value>(_ model: Model, _ path: ReferenceWritableKeyPath<Model, Value>, _ body: (inout Value) -> Void) {
        body(&model[keyPath: path])
      }
      final class Model: ObservableObject {
        @Published var other = 0
        var item: Int? = 1
        func load() {
          objectWillChange.send()
          other = 1
          \(change)
        }
      }
      """
    if Toolchain.isAvailable { #expect(try await Toolchain.errors(in: [("File.swift", source)], language: "5") == []) }
    let migrated = Migration().recorded([SourceFile(path: "File.swift", text: source)])[0].migrated
    #expect(migrated.contains("\n  var item: Int? = 1\n"), "\(migrated)")
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
      Migration().recorded([SourceFile(path: "File.swift", text: source)]).first?.migrated
    )
    #expect(migrated.contains("@Observable"))
    #expect(!migrated.contains("objectWillChange"))
    #expect(!migrated.contains("@ObservationIgnored"), "\(migrated)")
    if Toolchain.isAvailable { #expect(try await Toolchain.errors(in: [("File.swift", migrated)]) == []) }
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
}
