import ObservationMigration
import Testing

/// Several targets, or a file that no target contains, may each declare a view of one name.
@Suite struct ViewOfTheSameNameTests {
  private static let models = """
    import SwiftUI
    class QuickState: ObservableObject { @Published var text = "" }
    // observation-migrate:ignore
    class OldState: ObservableObject { @Published var text = "" }
    """

  private static func view(_ members: String) -> String {
    """
    import SwiftUI
    struct SearchView: View {
    \(members)
      var body: some View { TextField("Search", text: $model.text) }
    }
    """
  }

  private static func results(_ first: String, _ second: String, _ third: String = "") -> [String] {
    let files = [("A", models), ("B", view(first)), ("C", view(second)), ("D", "import SwiftUI\n" + third)]
    return Migration().recorded(files.map { SourceFile(path: "\($0.0).swift", text: $0.1) }).map(\.migrated)
  }

  /// The former wrapper and the latter of each declaration, for an object that converts.
  @Test(
    arguments: [
      ("@StateObject private var model = QuickState()", "@State private var model = QuickState()"),
      ("@ObservedObject var model: QuickState", "@Bindable var model: QuickState"),
      ("@EnvironmentObject var model: QuickState", "@Environment(QuickState.self) var model"),
      (
        "@StateObject var model: QuickState\n  init() { _model = StateObject(wrappedValue: QuickState()) }",
        "@State var model: QuickState\n  init() { _model = State(initialValue: QuickState()) }"
      ),
    ],
    [
      "@StateObject private var model = OldState()", "@ObservedObject var model: OldState",
      "@EnvironmentObject var model: OldState", "@StateObject private var model = LibraryState()",
      "@StateObject var model: OldState\n  init() { _model = StateObject(wrappedValue: OldState()) }",
      "let model = 1",
    ]
  )
  func eachDeclarationHasItsOwnObject(_ quick: (before: String, after: String), _ old: String) {
    for results in [
      Self.results(quick.before, old), Self.results(old, quick.before),
    ].enumerated().map({ $0.offset == 0 ? $0.element : $0.element.reversedViews }) {
      #expect(results[0].contains("@Observable\nclass QuickState {"))
      #expect(results[0].contains("class OldState: ObservableObject {"))
      #expect(results[1].contains(quick.after))
      #expect(results[2] == Self.view(old))
    }
  }

  /// The type of an object may be a generic parameter of one declaration.
  @Test func parameterOfOneDeclarationIsFound() {
    let view = """
      import SwiftUI
      struct SearchView<Model: Searching>: View {
        @ObservedObject var model: Model
        var body: some View { TextField("Search", text: $model.text) }
      }
      """
    let models = """
      import SwiftUI
      protocol Searching: ObservableObject { var text: String { get set } }
      class QuickState: Searching { @Published var text = "" }
      """
    let other = Self.view("@ObservedObject var model: QuickState")
    let results = Migration().recorded([
      SourceFile(path: "A.swift", text: models), SourceFile(path: "B.swift", text: other),
      SourceFile(path: "C.swift", text: view),
    ])
    #expect(results[1].migrated == other.replacing("@ObservedObject", with: "@Bindable"))
    #expect(results[2].migrated == view.replacing("@ObservedObject", with: "@Bindable"))
  }

  /// Declarations for two platforms are one type, whose extension stands beside one of them.
  @Test func extensionBesideOnePlatformCountsForTheOther() {
    let first = """
      import SwiftUI
      class Model: ObservableObject { @Published var count = 0 }
      #if os(iOS)
        struct Detail: View { @StateObject var model = Model(); var body: some View { form } }
      #endif
      extension Detail { var form: some View { Stepper("", value: $model.count) } }
      """
    let second = """
      import SwiftUI
      #if os(macOS)
        struct Detail: View { @ObservedObject var model: Model; var body: some View { form } }
      #endif
      """
    let results = Migration().recorded([
      SourceFile(path: "A.swift", text: first), SourceFile(path: "B.swift", text: second),
    ])
    #expect(results[1].migrated == second.replacing("@ObservedObject", with: "@Bindable"))
  }

  /// Code outside of both declarations may belong to each: the objects convert only together.
  @Test(
    arguments: [
      "extension SearchView { init(text: String) { _model = StateObject(wrappedValue: QuickState()) } }",
      "extension SearchView { var field: some View { Field(model: $model) } }",
      "extension SearchView { func load() { print(_model) } }",
    ]
  )
  func extensionElsewhereMayBeOfEachDeclaration(_ other: String) {
    let (quick, old) = ("@StateObject var model = QuickState()", "@StateObject var model = OldState()")
    for results in [Self.results(quick, old, other), Self.results(old, quick, other).reversedViews] {
      #expect(results[1] == Self.view(quick))
      #expect(results[2] == Self.view(old))
      #expect(results[3].hasSuffix(other))
    }
  }
}

extension [String] {
  /// With the declarations in the other order.
  fileprivate var reversedViews: [String] { [self[0], self[2], self[1], self[3]] }
}
