import ObservationMigration
import Testing

/// Types that are named through a subclass or through what conforms to a protocol.
@Suite struct NestedTypeTests {
  @Test func nestedClassIsFoundThroughASubclass() async throws {
    try await Scenario(
      """
      import SwiftUI
      class BasePage {
        final class 1️⃣Query: ObservableObject { 2️⃣@Published var text = "" }
        var query: Query?
      }
      class MiddlePage: BasePage {}
      final class Page: MiddlePage {
        static func show(_ query: Query) -> QueryField { QueryField(query: query) }
      }
      struct QueryField: View {
        3️⃣@ObservedObject var query: Page.Query
        var body: some View { TextField("Search", text: $query.text) }
      }
      struct QueryForm: View {
        4️⃣@StateObject private var query = Page.Query()
        var body: some View { QueryField(query: query).5️⃣environmentObject(query) }
      }
      """
    ).expect(
      """
      import SwiftUI
      class BasePage {
        @Observable
        final class Query { var text = "" }
        var query: Query?
      }
      class MiddlePage: BasePage {}
      final class Page: MiddlePage {
        static func show(_ query: Query) -> QueryField { QueryField(query: query) }
      }
      struct QueryField: View {
        @Bindable var query: Page.Query
        var body: some View { TextField("Search", text: $query.text) }
      }
      struct QueryForm: View {
        @State private var query = Page.Query()
        var body: some View { QueryField(query: query).environment(query) }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed observed-object", "4️⃣ changed state-object",
        "5️⃣ changed environment-object",
      ]
    )
  }

  @Test func subscriptionInASubclassHoldsTheNestedClassBack() async throws {
    try await Scenario(
      """
      import Combine
      import SwiftUI
      class BasePage {
        final class Query: ObservableObject { @Published var text = "" }
        var query: Query?
      }
      final class Page: BasePage {
        private var token: AnyCancellable?
        override var query: Query? { didSet { if let query { token = 1️⃣query.$text.sink { print($0) } } } }
      }
      struct QueryField: View {
        @ObservedObject var query: Page.Query
        var body: some View { TextField("Search", text: $query.text) }
      }
      """
    ).expect(nil, findings: ["1️⃣ needs a decision pipeline"])
  }

  @Test func nestedClassIsFoundThroughAProtocolAndAnAlias() async throws {
    try await Scenario(
      """
      import SwiftUI
      protocol Screen {}
      extension Screen {
        typealias Model = ScreenModel
      }
      final class 1️⃣ScreenModel: ObservableObject { 2️⃣@Published var text = "" }
      struct Panel: Screen, View {
        3️⃣@ObservedObject var model: Model
        var body: some View { TextField("Text", text: $model.text) }
      }
      """
    ).expect(
      """
      import SwiftUI
      protocol Screen {}
      extension Screen {
        typealias Model = ScreenModel
      }
      @Observable
      final class ScreenModel { var text = "" }
      struct Panel: Screen, View {
        @Bindable var model: Model
        var body: some View { TextField("Text", text: $model.text) }
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed observed-object"]
    )
  }

  @Test func typeThatIsNotFoundHoldsItsNamesakeBack() async throws {
    try await Scenario(
      """
      import SwiftUI
      enum Pages {
        final class Query: ObservableObject { @Published var text = "" }
      }
      struct QueryField: View {
        @1️⃣ObservedObject var query: Library.Query
        var body: some View { Text(query.text) }
      }
      """
    ).expect(nil, findings: ["1️⃣ needs a decision wrapper-access"], compiles: false)
  }

  /// Each platform has its own declaration of the app.
  @Test func aliasIsLookedUpInTheFileOfTheMemberThatNamesIt() {
    let phone = """
      import SwiftUI
      struct Main: App {
        private let store = Store()
        var body: some Scene { WindowGroup { StoreView().environmentObject(store) } }
      }
      """
    let desktop = """
      import SwiftUI
      struct Main: App {
        private typealias Kind = Store
        private let kept: Kind
        init() { kept = Kind() }
        var body: some Scene { WindowGroup { StoreView().environmentObject(kept) } }
      }
      """
    let store = """
      import SwiftUI
      final class Store: ObservableObject { @Published var count = 0 }
      struct StoreView: View {
        @EnvironmentObject var store: Store
        var body: some View { Text("\\(store.count)") }
      }
      """
    let files = [("Phone.swift", phone), ("Desktop.swift", desktop), ("Store.swift", store)]
    let results = Migration().recorded(files.map { SourceFile(path: $0, text: $1) })
    #expect(results.allSatisfy { !$0.migrated.contains("nvironmentObject") })
  }

  /// A file that imports a module shows that its folder doesn't belong to that module.
  @Test(arguments: ["Foundation", "Engine"]) func typeOfAnImportedModuleIsNoneOfTheFiles(_ importBeside: String) {
    let source = """
      import \(importBeside)
      final class Source { var url = ""; func complete() { url += "/" } }
      """
    let page = """
      import Engine
      import SwiftUI
      final class Page: ObservableObject {
        @Published var source: Engine.Source
        @Published var count = 0
        func complete() { count += 1; source.complete() }
        init(_ source: Engine.Source) { self.source = source }
      }
      struct PageView: View {
        @ObservedObject var page: Page
        var body: some View { Text(page.source.url) }
      }
      """
    let files = [
      SourceFile(path: "App/Models/Source.swift", text: source), SourceFile(path: "App/Page.swift", text: page),
    ]
    let notes = Migration().recorded(files).flatMap(\.findings).filter(\.isRisky)
    #expect(notes.map(\.rule) == (importBeside == "Engine" ? [] : ["unobserved-state"]))
  }
}
