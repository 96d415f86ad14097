import ObservationMigration
import Testing

/// Places that create a view without an object that it takes from the environment.
@Suite struct EnvironmentPlaceTests {
  private static func source(_ places: String, read: String = "if isNew { Text(router.path) }") -> String {
    """
    import SwiftUI
    import UIKit
    final class Router: ObservableObject { @Published var path = "" }
    struct DraftView: View {
      @EnvironmentObject private var router: Router
      var isNew = false
      var body: some View { VStack { \(read) } }
    }
    struct MainView: View {
      @StateObject private var router = Router()
      var body: some View { NavigationStack { DraftView() }.environmentObject(router) }
    }
    \(places)
    """
  }

  private static func findings(_ text: String) -> [String] {
    Migration().recorded([SourceFile(path: "Draft.swift", text: text)]).flatMap(\.findings)
      .filter { $0.isRisky && $0.rule == "environment-object" }.map { "\($0.line):\($0.column)" }
  }

  @Test(
    arguments: [
      "final class Share { func show() { let view = DraftView(); _ = view } }",
      "final class Share: UIViewController { func show() { _ = UIHostingController(rootView: DraftView()) } }",
      "struct Share: View { var body: some View { DraftView() } }\nstruct ShareApp: App { var body: some Scene { WindowGroup { Share() } } }",
      "#Preview { DraftView() }",
      "final class Host<Content: View>: UIHostingController<Content> {}\nfinal class Share { func show() { _ = Host(rootView: DraftView()) } }",
      "final class Share { static func view(isNew: Bool) -> some View { DraftView() }; static func show() -> UIViewController { let view = Self.view(isNew: true); return UIHostingController(rootView: view) } }",
      "enum Share { static func view() -> some View { page().padding() }; static func page() -> some View { DraftView() } }\n#Preview { Share.view() }",
      "struct DraftView_Previews: PreviewProvider { static var previews: some View { DraftView() } }",
      "final class Share { func show(_ router: Router) { _ = UIHostingController(rootView: DraftView().sheet(isPresented: .constant(true)) { Text(\"\").environmentObject(router) }) } }",
      // In other members of an app, and in the content of containers.
      "struct ShareApp: App { var body: some Scene { WindowGroup { content } }\n var content: some View { page().padding() }\n func page() -> some View { DraftView() } }",
      "enum Share { case draft; func page() -> some View { NavigationView { switch self { case .draft: DraftView() } } } }\nstruct ShareApp: App { let share = Share.draft; var body: some Scene { WindowGroup { share.page() } } }",
    ]
  )
  func placeWithoutTheObjectIsNamed(_ place: String) {
    #expect(Self.findings(Self.source(place)).count == 1)
  }

  /// No other file can read a private property, whatever has its name there.
  @Test func privateObjectThatNothingReadsIsOptional() {
    let other =
      "struct Links { var router = 0 }\nstruct LinksView: View { let links: Links; var body: some View { Text(\"\\(links.router)\") } }"
    let files = [
      SourceFile(path: "Draft.swift", text: Self.source("", read: "Text(\"\")")),
      SourceFile(path: "Links.swift", text: "import SwiftUI\n\(other)\n"),
    ]
    #expect(Migration().recorded(files)[0].migrated.contains("private var router: Router?"))
  }

  /// A modifier that a method of `View` applies is used where the method is called. Without calls, no place is known.
  @Test(
    arguments: [
      ("extension View { func menu() -> some View { modifier(Menu()) } }", ["4:3"]),
      (
        "extension View { func menu() -> some View { modifier(Menu()) } }\nstruct Page: View { @EnvironmentObject var router: Router; var body: some View { Text(router.path).menu() } }",
        []
      ),
      (
        "extension View { func menu() -> some View { modifier(Menu()) } }\n#Preview { Text(\"\").menu().environmentObject(Router()) }",
        []
      ),
      (
        "extension View { func menu(_ title: String, isOn: Bool = true) -> some View { modifier(Menu()) } }\n#Preview { Text(\"\").menu(\"\") }",
        ["9:21"]
      ),
      (
        "extension View { func menu(title: String) -> some View { modifier(Menu()) } }\n#Preview { Text(\"\").menu(\"\") }",
        ["4:3"]
      ),
      (
        "extension View { func menu(title: String) -> some View { modifier(Menu()) } }\n#Preview { Text(\"\").menu() }",
        ["4:3"]
      ),
      (
        "extension View { func menu(_ titles: String..., action: @escaping () -> Void) -> some View { modifier(Menu()) } }\n#Preview { Text(\"\").menu(\"a\", \"b\") {} }",
        ["9:21"]
      ),
      (
        "extension View { func menu() -> some View { modifier(Menu()) }; func home() -> some View { menu() } }",
        ["4:3"]
      ),
      ("extension View { func menu() -> some View { modifier(Menu()).menu() } }", ["4:3"]),
      (
        "extension View { func menu() -> some View { modifier(Menu()) } }\nfinal class Share { func view() -> some View { Text(\"\").menu() } }",
        ["4:3"]
      ),
      (
        "extension View { func menu() -> some View { modifier(Menu()) } }\nfinal class Bar { func menu() {} }\nstruct Page: View { let bar: Bar; var body: some View { Button(\"\") { bar.menu() } } }",
        ["4:3"]
      ),
      (
        "extension View { func menu(title: String) -> some View { modifier(Menu()) }; func menu(icon: String) -> some View { menu(title: icon) } }\n#Preview { Text(\"\").menu(icon: \"\") }",
        ["9:21"]
      ),
      ("struct Page: View { var body: some View { Text(\"\").modifier(Menu()).environmentObject(Router()) } }", []),
      (
        "struct Page: View { var body: some View { Text(\"\").modifier(Menu()).modifier(Giver()) } }\n#Preview { Page() }",
        []
      ),
      ("struct Page: View { var body: some View { Text(\"\").modifier(Menu()) } }\n#Preview { Page() }", ["9:12"]),
      // Methods that put the object there.
      (
        "extension View { func given() -> some View { modifier(Giver()) } }\n#Preview { Text(\"\").modifier(Menu()).given() }",
        []
      ),
      (
        "extension View { func all() -> some View { given() }; func given() -> some View { modifier(Giver()) } }\n#Preview { Text(\"\").modifier(Menu()).all() }",
        []
      ),
      (
        "extension View { func given() -> some View { modifier(Giver()) } }\n#Preview { Text(\"\").given().modifier(Menu()) }",
        ["9:38"]
      ),
      (
        "extension View { func page() -> some View { sheet(isPresented: .constant(true)) { Text(\"\").modifier(Giver()) } } }\n#Preview { Text(\"\").modifier(Menu()).page() }",
        ["9:30"]
      ),
      ("", ["4:3"]),
    ]
  )
  func modifierWithAnObjectOfTheEnvironment(_ place: String, _ expected: [String]) {
    let text = """
      import SwiftUI
      final class Router: ObservableObject { @Published var path = "" }
      struct Menu: ViewModifier {
        @EnvironmentObject private var router: Router
        func body(content: Content) -> some View { content.contextMenu { Button("Home") { router.path = "" } } }
      }
      struct Giver: ViewModifier { func body(content: Content) -> some View { content.environmentObject(Router()) } }
      \(place)
      """
    #expect(Self.findings(text) == expected)
  }

  @Test(
    arguments: [
      "",
      "struct Other: View { @EnvironmentObject var router: Router; var body: some View { DraftView() } }",
      "final class Share { func show(_ router: Router) { let view = DraftView(); _ = UIHostingController(rootView: view.environmentObject(router)) } }",
      "final class Share { func view() -> some View { DraftView() } }",
      "struct ShareApp: App { var body: some Scene { WindowGroup { content.environmentObject(Router()) } }\n var content: some View { DraftView() } }",
      "struct ShareApp: App { var body: some Scene { WindowGroup { page() } }\n var content: some View { DraftView() }\n func page() -> some View { content.environmentObject(Router()) } }",
      "struct ShareApp: App { var body: some Scene { WindowGroup { Text(\"\") } }\n var content: some View { DraftView() } }",
      "enum Share { case draft; func page() -> some View { NavigationView { DraftView() } } }\nstruct ShareApp: App { let share = Share.draft; var body: some Scene { WindowGroup { share.page().environmentObject(Router()) } } }",
      "final class Share { func view() -> some View { DraftView() }; func show(_ router: Router) { _ = UIHostingController(rootView: view().environmentObject(router)) } }",
      "enum Share { static func view() -> some View { DraftView() } }\nstruct Other: View { @EnvironmentObject var router: Router; var body: some View { Share.view() } }",
      "class Host<Content: View>: UIHostingController<AnyView> { init(rootView: Content, router: Router) { super.init(rootView: AnyView(rootView.environmentObject(router))) } }\nfinal class Share { func show(_ router: Router) { _ = Host(rootView: DraftView(), router: router) } }",
      "func show() { let view = DraftView(isNew: true); let other = Box(view); let view = Box(other); _ = view }\nstruct Box { init(_ view: Any) {} }",
      "extension View { func drafts() -> some View { sheet(isPresented: .constant(true)) { DraftView() } } }",
      "extension View { func drafts() -> some View { sheet(isPresented: .constant(true)) { DraftView() } } }\n#Preview { Text(\"\").drafts().environmentObject(Router()) }",
      "extension View { func withRouter() -> some View { environmentObject(Router()) } }\n#Preview { DraftView().withRouter() }",
      "struct Box<Content: View>: View { @ViewBuilder let content: () -> Content; var body: some View { content().environmentObject(Router()) } }\n#Preview { Box { DraftView() } }",
      "struct Main: App { var content: some View { DraftView() }; var body: some Scene { WindowGroup { content.environmentObject(Router()) } } }",
      "#if os(macOS)\nstruct Draft: View { var body: some View { DraftView() } }\nlet draft = 0\n#else\nstruct Share: App { var body: some Scene { Draft { Text(\"\") } } }\nstruct Draft: Scene { init(_ content: () -> Text) {}; var body: some Scene { WindowGroup { Text(\"\") } } }\n#endif",
      "struct Other: View { var content: some View { DraftView() }; var body: some View { content.environmentObject(Router()) } }\n#Preview { Other() }",
    ]
  )
  func placeWithTheObjectOrWhereNothingTellsIsNot(_ place: String) {
    #expect(Self.findings(Self.source(place)) == [])
  }

  @Test(
    arguments: [
      ("Text(router.path)", 0), ("HStack { Text(isNew ? \"\" : router.path) }", 1), ("Text(title)", 0),
      ("if isNew { Text(title) }", 1), ("List { Text(note(1)) }", 0), ("List([1]) { _ in Text(title) }", 1),
      ("Button(\"\", action: load)", 1), ("Button(\"\") { print(title) }", 1),
      ("Button(\"\") { router.path = \"\" }", 1), ("if router.path.isEmpty { Text(\"\") }", 0),
      ("ForEach([1], id: \\.self) { _ in Text(router.path) }", 1),
    ]
  )
  func onlyAnObjectThatIsNotReadAtOnceIsAskedFor(_ read: String, _ count: Int) {
    let text = Self.source("#Preview { DraftView() }", read: read)
      .replacing("var isNew = false", with: "var isNew = false\n  var title: String { router.path }")
      .replacing(
        "var title",
        with:
          "func load() { router.path = title }\n  func note(_ n: Int) -> String { title + (n > 0 ? note(n - 1) : \"\") }\n  var title"
      )
    #expect(Self.findings(text).count == count)
  }

  /// The app crashed before as well.
  @Test(
    arguments: [
      ("Text(\"\").onAppear { open() }", true), ("Text(\"\").task { open() }", true),
      ("Text(\"\").onAppear { Task { open() } }", true), ("Text(\"\").onTapGesture { open() }", false),
      ("if isNew { Text(\"\").onAppear { open() } }", false), ("Button(\"\") { Task { open() } }", false),
      ("Text(\"\").onAppear { guard isNew else { return }; open() }", false),
      ("Text(\"\").onAppear { openNew() }", false),
      ("Text(\"\").task { do { try load() } catch { open() } }", false),
      ("Text(\"\").onAppear { guard isNew else { return open() } }", false),
    ]
  )
  func objectThatIsReadWhenTheViewAppearsWasNeededBefore(_ content: String, isNeeded: Bool) {
    let text = Self.source("#Preview { DraftView() }", read: content)
      .replacing(
        "var isNew = false",
        with:
          "var isNew = false\n  func open() { print(router.path) }\n  func openNew() { guard isNew else { return }; open() }"
      )
    #expect(Self.findings(text).count == (isNeeded ? 0 : 1))
  }

  /// A view that takes the object as well may show a view that reads the object at once, surely or for each element.
  @Test(
    arguments: [
      ("if #available(iOS 18, *) { text.bold() } else { text }", "Title()", 0),
      ("if #available(iOS 18, *) { text.bold() } else { Text(\"\") }", "Title()", 1),
      ("if isOpen { Text(\"\") } else if isNew { text } else { text }", "Title()", 1),
      ("if isOpen { text } else if isNew { text } else { text }", "Title()", 0),
      ("NBNavigationStack { Text(router.path) }", "Title()", 0), ("text", "if isOpen { Title() }", 1),
      ("text", "ForEach([1], id: \\.self) { _ in Title() }", 1),
      ("text", "Title().environmentObject(Router())", 1),
    ]
  )
  func viewThatSurelyReadsTheObjectNeededItBefore(_ title: String, _ content: String, _ count: Int) {
    let text = """
      import SwiftUI
      final class Router: ObservableObject { @Published var path = "" }
      struct Title: View {
        @EnvironmentObject private var router: Router
        var (isNew, isOpen) = (false, false)
        private var text: Text { Text(router.path) }
        var body: some View { \(title) }
      }
      struct Page: View {
        @EnvironmentObject private var router: Router
        var isOpen = false
        var body: some View { VStack { \(content); Button("") { router.path = "" } } }
      }
      #Preview { Page() }
      """
    #expect(Self.findings(text).count == count)
  }

  /// SwiftUI makes a view of AppKit in the environment of the view around.
  @Test(arguments: [("Page()", 1), ("Page().environmentObject(Router())", 0)])
  func viewOfAppKitHasTheEnvironmentAround(_ preview: String, _ count: Int) {
    let text = """
      import SwiftUI
      final class Router: ObservableObject { @Published var path = "" }
      struct Panel: NSViewRepresentable {
        @EnvironmentObject private var router: Router
        func makeNSView(context: Context) -> NSView { NSView() }
        func updateNSView(_ view: NSView, context: Context) { DispatchQueue.main.async { router.path = "" } }
      }
      struct Page: View { var body: some View { Panel() } }
      #Preview { \(preview) }
      """
    #expect(Self.findings(text) == (count == 0 ? [] : ["9:12"]))
  }

  @Test func actionsAreFineWhereEachPlaceHasTheObject() {
    let text = Self.source("", read: "Button(\"\") { router.path = \"\" }")
    #expect(Self.findings(text) == [])
  }

  /// A preview that crashed before is no change. A control makes its label together with itself.
  @Test(
    arguments: [
      ("NavigationLink(destination: Text(\"\")) { Text(router.path) }", 0),
      ("Button(action: {}) { Text(router.path) }", 0),
      ("Menu { Text(\"\") } label: { Text(router.path) }", 0),
      ("Toggle(isOn: .constant(true), label: { Text(router.path) })", 0),
      ("Text(router.path.first.map(String.init) ?? \"\")", 0),
      ("Text(title ?? router.path)", 1),
      ("Section { Text(\"\") } footer: { Text(router.path) }", 0),
      ("Button { router.path = \"\" } label: { Text(\"\") }", 1),
      ("Button(action: { router.path = \"\" }) { Text(\"\") }", 1),
      ("NavigationLink(\"\") { Text(router.path) }", 1),
      ("Text(\"\").alert(\"\", isPresented: .constant(false)) { Text(\"\") } message: { Text(router.path) }", 1),
    ]
  )
  func labelOfAControlIsReadAtOnce(_ read: String, _ count: Int) {
    #expect(Self.findings(Self.source("#Preview { DraftView() }", read: read)).count == count)
  }

  @Test func viewOfWhichNoPlaceIsKnownIsNamedItself() {
    let text = """
      import SwiftUI
      public final class Router: ObservableObject { @Published var path = "" }
      public struct DraftView: View {
        @EnvironmentObject private var router: Router
        public var body: some View { Button("") { router.path = "" } }
      }
      """
    #expect(Self.findings(text) == ["4:3"])
  }

  @Test func messageNamesWhatIsMissing() throws {
    let text = Self.source("#Preview { DraftView() }")
    let finding = try #require(
      Migration().run([SourceFile(path: "Draft.swift", text: text)])[0].findings.first { $0.isRisky && $0.line == 13 }
    )
    #expect(
      finding.message == """
        No `Router` is in the environment of this preview. The preview now crashes when the view appears; before, it crashed \
        only if a view read `router`. Add `.environment(…)`, or write `router: Router?`.
        """
    )
  }

  @Test func methodThatShowsTheViewIsNamed() throws {
    let text = Self.source(
      """
      extension View { func drafts() -> some View { sheet(isPresented: .constant(true)) { DraftView() } } }
      final class Share { func show() { _ = UIHostingController(rootView: Text("").drafts()) } }
      """
    )
    let findings = Migration().recorded([SourceFile(path: "Draft.swift", text: text)]).flatMap(\.findings)
      .filter { $0.isRisky && $0.rule == "environment-object" }
    #expect(
      findings.map(\.message) == [
        """
        `drafts` is called here and shows `DraftView`, and no `Router` is in the environment. The app now crashes when the \
        view appears; before, it crashed only if the view read `router`. Add `.environment(…)` here, or write \
        `router: Router?`.
        """
      ]
    )
    #expect(findings.map(\.line) == [14])
  }

  @Test func beginningOfTheHierarchyIsNamedOnce() {
    let text = Self.source(
      """
      struct ListView: View { var body: some View { VStack { DraftView(); DraftView(isNew: true) } } }
      struct TabView: View { var body: some View { ListView() } }
      #Preview { TabView() }
      struct Main: App { var body: some Scene { WindowGroup { TabView().environmentObject(Router()) } } }
      """
    )
    let findings = Migration().recorded([SourceFile(path: "Draft.swift", text: text)]).flatMap(\.findings)
      .filter { $0.isRisky && $0.rule == "environment-object" }
    #expect(
      findings.map(\.message) == [
        """
        No `Router` is in the environment of this preview. The preview now crashes when the view appears; before, it crashed \
        only if a view read `router`. Add `.environment(…)`, or write `router: Router?`.
        """
      ]
    )
    #expect(findings.map(\.line) == [15])
  }

  @Test func placesThatAreNeverCompiledTogetherMakeNoHierarchy() {
    let text = Self.source(
      """
      struct ListView: View {
        var body: some View {
          #if os(macOS)
            DraftView()
          #else
            Text("")
          #endif
        }
      }
      #if os(iOS)
        struct Main: App { var body: some Scene { WindowGroup { ListView() } } }
      #else
        struct Main: App { var body: some Scene { WindowGroup { ListView().environmentObject(Router()) } } }
      #endif
      """
    )
    #expect(Self.findings(text) == [])
  }

  @Test(arguments: [("Watch", 0), ("Phone/App", 1)])
  func viewOfThatNameInAnotherTargetMakesNoHierarchy(_ folder: String, _ count: Int) {
    let home = "import SwiftUI\nstruct HomeView: View { var body: some View"
    let files = [
      SourceFile(path: "Phone/Views/Draft.swift", text: Self.source("")),
      SourceFile(path: "Phone/Views/Home.swift", text: "\(home) { DraftView() } }"),
      SourceFile(path: "Watch/Home.swift", text: "\(home) { Text(\"\") } }"),
      SourceFile(path: "\(folder)/Preview.swift", text: "import SwiftUI\n#Preview { HomeView() }"),
    ]
    let notes = Migration().recorded(files).flatMap(\.findings).filter { $0.isRisky && $0.rule == "environment-object" }
    #expect(notes.count == count)
  }

  @Test func previewsWithoutAnObjectAreCounted() {
    let text = Self.source("#Preview { DraftView() }\n#Preview { DraftView() }\n#Preview { DraftView() }")
    let findings = Migration().recorded([SourceFile(path: "Draft.swift", text: text)]).flatMap(\.findings)
    let notes = findings.filter { $0.message.contains("of this preview") }
    #expect(notes.map(\.isRisky) == [true, false, false])
    #expect(notes[0].message.hasSuffix(" Also in 2 other previews."))
    #expect(notes.map(\.otherPlaces.count) == [2, 0, 0])
    #expect(notes[0].otherPlaces.map(\.line) == notes.dropFirst().map(\.line))
  }

  @Test(
    arguments: [
      ("if isOpen { Row() }", false), ("Text(\"\").sheet(isPresented: $isOpen) { Row() }", false),
      ("NavigationLink(\"\") { Row() }", false), ("NavigationLink(destination: Page.row()) { Text(\"\") }", false),
      ("Page.row()", true), ("switch isOpen { case true: Row(); case false: Text(\"\") }", false),
      ("Row()", true), ("if isOpen { Row() }; Row()", true), ("ForEach(rows) { _ in Row() }", true),
    ]
  )
  func previewIsNamedIfItSurelyShowsTheView(_ content: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Store: ObservableObject {
        @Published var title = ""
        func load() { title = "" }
      }
      struct Row: View {
        @EnvironmentObject var store: Store
        var body: some View { Button("Load") { store.load() } }
      }
      struct Page: View {
        @State var isOpen = false
        var rows: [Int] { [1] }
        \(content.contains("Page.row") ? "static var row: () -> AnyView = { AnyView(Row()) }" : "")
        var body: some View { VStack { \(content) } }
      }
      #Preview { Page() }
      """
    )
    #expect(notes.contains { $0.rule == "environment-object" && $0.message.contains("preview") } == isReported)
  }

  /// A view gives an object to what it calls the modifier on, wherever it declares that, and to nothing beside.
  @Test(
    arguments: [
      ("VStack { DraftView(); Text(\"\").environmentObject(Router()) }", "", true),
      ("VStack { page; Text(\"\").environmentObject(Router()) }", "", true),
      ("VStack { page; list }", "var list: some View { Text(\"\").environmentObject(Router()) }", true),
      ("Text(\"\").sheet(isPresented: $isOpen) { DraftView() }.environmentObject(Router())", "", false),
      ("Text(\"\").environmentObject(Router()).sheet(isPresented: $isOpen) { DraftView() }", "", true),
      ("VStack { DraftView() }.environmentObject(Router())", "", false),
      ("Group { if isOpen { page } else { Text(\"\") } }.environmentObject(Router())", "", false),
      ("self.page.environmentObject(Router())", "", false),
      ("page.given()", "", false), ("page.modifier(Giver())", "", false),
      ("page.if(isOpen) { view in view.padding().environmentObject(Router()) }", "", false),
      ("page.apply { $0.environmentObject(Router()) }", "", false),
      ("page.overlay { Text(\"\").environmentObject(Router()) }", "", true),
      ("list", "var list: some View { page.environmentObject(Router()) }", false),
      ("list.environmentObject(Router())", "var list: some View { List { page } }", false),
      (
        "ForEach([1], id: \\.self, content: row).environmentObject(Router())",
        "func row(_ n: Int) -> some View { page }", false
      ),
      (
        "given { page }",
        "func given<V: View>(_ content: () -> V) -> some View { content().environmentObject(Router()) }", false
      ),
      ("make()", "func make() -> some View { let view = page; return view.environmentObject(Router()) }", false),
      ("Self.make().environmentObject(Router())", "static func make() -> some View { DraftView() }", false),
      ("more.environmentObject(Router())", "}\nextension Page { var more: some View { VStack { page } }", false),
    ]
  )
  func objectCountsWhereItIsGiven(_ content: String, _ members: String, isReported: Bool) {
    let text = Self.source(
      """
      extension View { func given() -> some View { environmentObject(Router()) } }
      struct Giver: ViewModifier { func body(content: Content) -> some View { content.environmentObject(Router()) } }
      struct Page: View {
        @State var isOpen = false
        var page: some View { NavigationStack { DraftView() } }
        var body: some View { \(content) }
        \(members)
      }
      struct ShareApp: App { var body: some Scene { WindowGroup { Page() } } }
      """
    )
    #expect(Self.findings(text).isEmpty == !isReported)
  }

  /// A read in an extension in the file counts like one in the declaration.
  @Test(arguments: [("if isNew { path }", true), ("path", false)])
  func readInAnExtensionIsAskedFor(_ content: String, isReported: Bool) {
    let text = Self.source(
      "extension DraftView { var path: some View { Text(router.path) } }\n#Preview { DraftView() }",
      read: content
    )
    #expect(Self.findings(text).isEmpty == !isReported)
  }

  /// The folder of another target may declare a view of the same name, which takes no object.
  @Test(arguments: [("Update", 0), ("App", 1)])
  func viewOfAnotherTargetIsNoPlaceWithoutAnObject(_ folder: String, places: Int) {
    let app = """
      import SwiftUI
      final class Store: ObservableObject {
        @Published var title = ""
        func load() { title = "" }
      }
      struct ContentView: View {
        @EnvironmentObject var store: Store
        var body: some View { Button("Load") { store.load() } }
      }
      struct MainApp: App {
        @StateObject var store = Store()
        var body: some Scene { WindowGroup { ContentView().environmentObject(store) } }
      }
      """
    let update = "import SwiftUI\nstruct ContentView: View { var body: some View { Text(\"Update\") } }"
    let delegate = """
      import AppKit
      import SwiftUI
      final class AppDelegate: NSObject, NSApplicationDelegate {
        func open() -> NSView { NSHostingView(rootView: ContentView()) }
      }
      """
    let findings = Migration().recorded([
      SourceFile(path: "App/ContentView.swift", text: app), SourceFile(path: "Update/ContentView.swift", text: update),
      SourceFile(path: "\(folder)/AppDelegate.swift", text: delegate),
    ])
    .flatMap(\.findings)
    #expect(
      findings.filter { $0.isRisky && $0.rule == "environment-object" }.map(\.line)
        == Array(repeating: 4, count: places)
    )
  }

  /// An extension in an `#if` reads the object as well as one outside.
  @Test(arguments: [("", "#if !os(Windows)"), ("#if !os(Windows)", ""), ("#if !os(Windows)", "#if swift(>=5)")])
  func extensionInACompilationConditionIsRead(_ outer: String, _ inner: String) async throws {
    func end(_ condition: String) -> String { condition.isEmpty ? "" : "#endif" }
    try await Scenario(
      """
      import SwiftUI
      final class Settings: ObservableObject { @Published var isOn = false }
      \(outer)
      struct Menu: View {
        @EnvironmentObject private var settings: Settings
        var body: some View { toggle }
      }
      \(inner)
      extension Menu {
        private var toggle: some View { Toggle("On", isOn: $settings.isOn) }
      }
      \(end(inner))
      \(end(outer))
      """
    ).expectMigrated(
      """
      import SwiftUI
      @Observable
      final class Settings { var isOn = false }
      \(outer)
      struct Menu: View {
        @Environment(Settings.self) private var settings
        var body: some View { toggle }
      }
      \(inner)
      extension Menu {
        private var toggle: some View { Toggle("On", isOn: Bindable(settings).isOn) }
      }
      \(end(inner))
      \(end(outer))
      """,
      options: MigrationOptions()
    )
  }
}
