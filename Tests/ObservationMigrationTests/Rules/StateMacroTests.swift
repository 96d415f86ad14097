import ObservationMigration
import Testing

/// What differs for `@State` from Xcode 27 on, where it's a macro (TN3211).
@Suite struct StateMacroTests {
  /// A model that starts a task when it's made.
  private static let loader = """
    import SwiftUI
    final class Loader: ObservableObject {
      @Published var rows = 0
      init() { Task { await load() } }
      func load() async {}
    }
    """

  /// The macro evaluates the value at a declaration once; not a value that code passes.
  @Test(
    arguments: [
      ("@StateObject private var loader = Loader()", false), ("@StateObject var loader: Loader", true),
      ("@StateObject private var loader: Loader; init() { _loader = StateObject(wrappedValue: Loader()) }", true),
    ]
  )
  func objectAtADeclarationIsMadeOnceFromXcode27(_ members: String, isReported: Bool) throws {
    let source = SourceFile(
      path: "File.swift",
      text: """
        \(Self.loader)
        struct LoaderView: View {
          \(members)
          var body: some View { Text("\\(loader.rows)") }
        }
        struct Root: View { var body: some View { LoaderView(loader: Loader()) } }
        """
    )
    var options = MigrationOptions()
    for xcode in [nil, 26, 27] {
      options.minimumXcode = xcode
      let findings = Migration(options: options).recorded([source]).flatMap(\.findings)
      let changes = findings.filter { $0.rule == "state-object" }
      #expect(changes.contains(where: \.isRisky) == (isReported || xcode != 27))
      let isDeclared = members.contains("=") && !members.contains("init")
      let sentences = changes.map(\.message).filter { $0.contains("SwiftUI evaluates") }
      #expect(sentences.allSatisfy { $0.contains("Before Xcode 27, SwiftUI") == isDeclared })
      #expect(sentences.isEmpty == (isDeclared && xcode == 27))
    }
  }

  /// The value of an initializer wins with `@StateObject`, the one at the declaration with the macro `@State`.
  @Test(
    arguments: [
      ("var loader = Loader()", "init() { _loader = StateObject(wrappedValue: .shared) }", "var loader: Loader"),
      (
        "var loader = Models.Loader.init()", "init() { _loader = .init(wrappedValue: .shared) }",
        "var loader: Models.Loader"
      ),
      ("var loader: Loader = .init()", "init() { self._loader = .init(wrappedValue: .shared) }", "var loader: Loader"),
      (
        "var loader = Loader()",
        "init() { self.init(1) }; init(_ id: Int) { _loader = .init(wrappedValue: .shared) }", "var loader: Loader"
      ),
      ("var loader = Loader()", "init() {}", "var loader = Loader()"),
      (
        "var loader = Loader()",
        "init() { _loader = .init(wrappedValue: .shared) }; static var count: Int { Self.rows }",
        "var loader: Loader"
      ),
    ]
  )
  func initialValueThatInitializersReplaceGoes(_ before: String, _ initializers: String, _ after: String) {
    let results = Migration().recorded([
      SourceFile(
        path: "File.swift",
        text: """
          import SwiftUI
          enum Models { typealias Loader = App.Loader }
          final class Loader: ObservableObject { @Published var rows = 0; static let shared = Loader() }
          struct LoaderView: View {
            @StateObject private \(before)
            \(initializers)
            var body: some View { Text("\\(loader.rows)") }
          }
          extension LoaderView { static var rows: Int { 1 } }
          """
      )
    ])
    #expect(results[0].migrated.contains("@State private \(after)\n"))
    let isRemoved = results[0].findings.contains { $0.message.contains("Its initial value is removed") }
    #expect(isRemoved == (after != before))
    #expect(results[0].findings.filter(\.isRisky) == [])
  }

  /// Where an initializer may rely on the initial value, or comments would go with it, it stays.
  @Test(
    arguments: [
      ("var loader = Loader()", "init() {}; init(_ id: Int) { _loader = .init(wrappedValue: .shared) }", "", false),
      ("var loader = Loader()", "init(_ id: Int) { if id > 1 { _loader = .init(wrappedValue: .shared) } }", "", false),
      (
        "var loader = Loader()",
        "init(_ other: Loader?) { guard let other else { return }; _loader = .init(wrappedValue: other) }", "", false
      ),
      (
        "var loader = Loader()", "",
        "extension LoaderView { init(_ id: Int) { _loader = .init(wrappedValue: .shared) } }", false
      ),
      (
        "var loader = Loader()", "init(_ id: Int) { _loader = .init(wrappedValue: .shared) }",
        "extension LoaderView { init() { count = 1 } }", false
      ),
      ("var loader = Loader() // once", "init(_ id: Int) { _loader = .init(wrappedValue: .shared) }", "", nil),
      ("var loader = /* once */ Loader()", "init(_ id: Int) { _loader = .init(wrappedValue: .shared) }", "", true),
      ("var loader = Loader.shared", "init(_ id: Int) { _loader = .init(wrappedValue: Loader()) }", "", true),
      ("var loader = Box(1)", "init(_ id: Int) { _loader = .init(wrappedValue: Box(id)) }", "", true),
    ]
  )
  func initialValueThatInitializersReplaceIsReported(
    _ declaration: String,
    _ initializers: String,
    _ others: String,
    isAlwaysReplaced: Bool?
  ) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Loader: ObservableObject { @Published var rows = 0; static let shared = Loader() }
      final class Box<Value>: ObservableObject { @Published var rows: Value; init(_ rows: Value) { self.rows = rows } }
      struct LoaderView: View {
        @StateObject private \(declaration)
        @State private var count = 0
        \(initializers)
        var body: some View { Text("\\(loader.rows) \\(count)") }
      }
      \(others)
      """
    )
    let remedy = isAlwaysReplaced.map {
      $0
        ? "Write the type of `loader` in place of the former."
        : "Remove the former, and assign `loader` in each initializer."
    }
    #expect(
      notes.map(\.message)
        == (remedy.map {
          [
            """
            `loader` has an initial value at its declaration, and an initializer assigns another. From Xcode 27 on, `@State` keeps the \
            value at the declaration. \($0)
            """
          ]
        } ?? [])
    )
  }
}
