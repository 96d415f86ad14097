import ObservationMigration
import Testing

/// Members that report their reads with `access(keyPath:)`, because a model announces by hand what they show.
@Suite struct ReportedReadTests {
  private func modules(_ staticKeyword: String) -> [SourceFile] {
    [
      SourceFile(
        path: "Sources/Shop/Products.swift",
        text: """
          import Combine
          public protocol Store { func value() -> Bool }
          public final class Products: ObservableObject {
            @Published public private(set) var products: [String] = []
            private let store: any Store
            public init(store: any Store) { self.store = store }
            public func canPay() -> Bool { store.value() }
            public func reload() { objectWillChange.send() }
          }
          """
      ),
      SourceFile(
        path: "Sources/App/Screen.swift",
        text: """
          import Shop
          import SwiftUI
          struct Screen: View {
            @ObservedObject var products: Products
            var body: some View { Text("\\(products.donations.count) \\(products.canPay())") }
          }
          private extension Products {
            var donations: [String] { products.filter { name in Product.all.contains { $0.matches(name) } } }
          }
          struct Product {
            \(staticKeyword) all: [Product] = []
            var name = ""
            func matches(_ text: String) -> Bool { name == text }
          }
          """
      ),
    ]
  }

  @Test func constantsOfATypeAreNoReadsToReport() {
    let results = Migration().recorded(modules("static let"))
    #expect(results[0].migrated.contains("access(keyPath: \\.self)"), "\(results[0].migrated)")
    #expect(!results[1].migrated.contains("access") && !results[1].migrated.contains("@ObservedObject"))
  }

  /// A migrated class that announces changes, with a view that shows its `isOn`.
  private func migratedModel(_ members: String, _ declarations: String = "") -> String {
    let text = """
      import SwiftUI
      \(declarations)
      final class Model: ObservableObject {
        @Published var count = 0
        \(members)
        func toggle() { print(1); objectWillChange.send() }
      }
      struct Page: View {
        @ObservedObject var model: Model
        var body: some View { Text("\\(model.isOn)") }
      }
      """
    return Migration().recorded([SourceFile(path: "Model.swift", text: text)])[0].migrated
  }

  @Test(
    arguments: [
      ("static let shared = Settings()", "var isOn: Bool { Settings.shared.isOn }"),
      ("", "private let settings = Settings(); var isOn: Bool { settings.isOn }"),
    ]
  )
  func constantThatReadsWhatLivesElsewhereIsReported(_ declaration: String, _ members: String) {
    let settings = """
      struct Settings {
        \(declaration)
        var isOn: Bool { UserDefaults.standard.bool(forKey: "isOn") }
      }
      """
    let migrated = migratedModel(members, settings)
    #expect(migrated.contains("access(keyPath: \\.self)"))
    #expect(migrated.contains("withMutation(keyPath: \\.self) {}"))
  }

  @Test func memberThatNoViewReadsReportsNothing() {
    let migrated = migratedModel(
      """
      var isOn: Bool { UserDefaults.standard.bool(forKey: "isOn") }
      private var logURL: URL { FileManager.default.temporaryDirectory }
      """
    )
    #expect(migrated.contains("private var logURL: URL { FileManager"))
    #expect(migrated.ranges(of: "access(keyPath: \\.self)").count == 1)
  }

  @Test func readInAnotherModuleThanTheClassNeedsADecision() {
    let results = Migration().recorded(modules("static var"))
    #expect(results.allSatisfy { $0.edits.isEmpty })
    let sameModule = modules("static var").map { file in
      SourceFile(
        path: file.path.replacing("/App/", with: "/Shop/"),
        text: file.text.replacing("import Shop\n", with: "")
      )
    }
    #expect(Migration().run(sameModule)[1].migrated.contains("access(keyPath: \\.self)"))
    // Tests can call what's internal.
    var tests = modules("static var")
    tests[1] = SourceFile(path: tests[1].path, text: "import XCTest\n" + tests[1].text)
    #expect(Migration().run(tests)[1].migrated.contains("access(keyPath: \\.self)"))
  }

  @Test func readInAnotherModuleThatNoViewRunsIsNoObstacle() {
    var files = modules("static var")
    files[1] = SourceFile(path: files[1].path, text: files[1].text.replacing("products.donations.count", with: "1"))
    let results = Migration().recorded(files)
    #expect(results[0].migrated.contains("access(keyPath: \\.self)"))
    #expect(!results[1].migrated.contains("access") && !results[1].migrated.contains("@ObservedObject"))
  }

  @Test func announcementInAnotherModuleThanTheClassNeedsADecision() {
    let files =
      modules("static let") + [
        SourceFile(
          path: "Sources/App/Reload.swift",
          text: "import Shop\nextension Products { func refresh() { objectWillChange.send() } }"
        )
      ]
    #expect(Migration().recorded(files).allSatisfy { $0.edits.isEmpty })
  }

  @Test func bodyOfConditionallyCompiledValuesReturnsEach() async throws {
    try await Scenario(
      """
      import Combine
      protocol Store { func value() -> Bool }
      final class 1️⃣Products: ObservableObject {
        2️⃣@Published private(set) var products: [String] = []
        private let store: any Store
        init(store: any Store) { self.store = store }
        var isLinux: Bool {
          #if os(Linux)
          true
          #else
          false
          #endif
        }
        var 3️⃣canPay: Bool {
          #if os(Linux)
          if products.isEmpty { store.value() } else { true }
          #elseif DEBUG
          print("debug")
          return store.value()
          #else
          #if os(Android)
          #warning("Android")
          store.value()
          #else
          fatalError()
          #endif
          #endif
        }
        func reload() { 4️⃣objectWillChange.send() }
      }
      """
    ).expect(
      """
      import Combine
      import Observation
      protocol Store { func value() -> Bool }
      @Observable
      final class Products {
        private(set) var products: [String] = []
        private let store: any Store
        init(store: any Store) { self.store = store }
        var isLinux: Bool {
          #if os(Linux)
          true
          #else
          false
          #endif
        }
        var canPay: Bool {
          access(keyPath: \\.self)
          #if os(Linux)
          return if products.isEmpty { store.value() } else { true }
          #elseif DEBUG
          print("debug")
          return store.value()
          #else
          #if os(Android)
          #warning("Android")
          return store.value()
          #else
          fatalError()
          #endif
          #endif
        }
        func reload() { withMutation(keyPath: \\.self) {} }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed object-will-change", "4️⃣ changed object-will-change",
      ]
    )
  }

  /// The values that other code reads through a constant, and whether the class converts.
  @Test(arguments: [
    // Constants of structures.
    ("Text(draft.fields[0].title)", true), ("Text(draft.fields[index].kind.name)", true),
    ("Text(draft.fields[0].note)", false), ("Text(draft.fields[0].value())", false),
    ("Text(draft.fields[0].box.text)", false),
    // What an object only keeps shows nothing.
    ("Button(\"\") { print(Context(draft)) }", true), ("Button(\"\") { print(draft.fields) }", true),
    ("Text(context.count.description)", true),
    ("Text(summary(of: draft))", false),
  ])
  func readsThatCanNotShowAnAnnouncedChangeDoNotMatter(_ content: String, isConverted: Bool) async throws {
    let source = """
      import Foundation
      import SwiftUI
      final class Box { var text = "" }
      extension Bundle { func fields() -> Int { 0 } }
      struct Kind { let name: String }
      struct Field {
        let title: String
        let kind: Kind
        var note = ""
        let box = Box()
        let value: () -> String
      }
      final class Draft: ObservableObject {
        let fields: [Field]
        @Published var values: [String] = []
        init(fields: [Field]) { self.fields = fields }
        var hasChanges: Bool { fields.contains { $0.value() != $0.title } }
        func save() { objectWillChange.send() }
      }
      final class Context {
        let fields: [Field]
        init(_ draft: Draft) { fields = draft.fields }
        let bundle = Bundle.main
        var count: Int { bundle.fields() }
      }
      func summary(of draft: Draft) -> String { draft.fields.map { $0.value() }.joined() }
      struct Screen: View {
        @ObservedObject var draft: Draft
        let index: Int
        let context: Context
        var body: some View {
          \(content)
          Button("Save") { draft.save() }.disabled(!draft.hasChanges)
        }
      }
      """
    let result = Migration().recorded([SourceFile(path: "Draft.swift", text: source)])[0]
    #expect(result.classes.map(\.isConverted) == [isConverted], "\(result.migrated)")
    if Toolchain.isAvailable { #expect(try await Toolchain.errors(in: [("Draft.swift", source)], language: "5") == []) }
  }
}
