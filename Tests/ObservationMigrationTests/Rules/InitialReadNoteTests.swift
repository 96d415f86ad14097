import ObservationMigration
import Testing

/// Tracked properties that initializers read, so that what creates a view depends on them.
@Suite struct InitialReadNoteTests {
  @Test(
    arguments: [
      ("init() { load() }", "reads `rows` in its initializer and changes it later"),
      ("init() { Task { load() } }", nil), ("init() { loadWeakly() }", nil),
      ("init() { $order.sink { _ in self.load() }.store(in: &bag) }", "reads `rows`"),
      ("init() { $order.dropFirst().sink { [unowned self] _ in load() }.store(in: &bag) }", nil),
      ("init() { $order.receive(on: RunLoop.main).sink { [unowned self] _ in load() }.store(in: &bag) }", nil),
      ("init() { updates.map { [unowned self] _ in rows }.sink { [unowned self] in rows = $0 }.store(in: &bag) }", nil),
      ("init() { Task { [weak self] in self?.load() } }", nil),
      ("init() { isLoading = isEmpty; Task { self.rows = [] } }", "reads `rows`"),
      ("init() { isLoading = isEmpty; Task { [weak self] in self?.rows = [] } }", nil),
      ("init() { isLoading = isEmpty }", nil),
      ("init() { isLoading = isEmpty; fill() }; func fill() { rows = [] }", nil),
      ("init(rows: [String] = []) { self.rows = rows; Task { [weak self] in self?.rows = rows } }", nil),
      ("init() { start() }; func start() { rows = []; Task { [weak self] in self?.rows.append(\"\") } }", nil),
      ("init() { store.add(self) }", "reads `Store.pages` in its initializer"),
      // A change in place reads the dictionary, and makes what creates the view run again.
      ("init() { store.register(self) }", "reads `Store.pagesByID` in its initializer and changes it later"),
      ("init() { store.clear() }", nil),
      ("init() { isLoading = store.names.isEmpty; Task { store.names = [] } }", "reads `Store.names`"),
      ("init() { isLoading = store.names.isEmpty; Task { [weak self] in self?.store.names = [] } }", nil),
      // Nobody else depends on an object that each page makes for itself.
      ("let own = Store(); init() { own.register(self) }", nil),
      ("init() { let own = Store(); own.register(self) }", nil),
      ("let own = Store(); init() { own.fill(); Task { own.fill() } }", "reads `Store.names`"),
      // `load` runs for another page as well.
      (
        "static let first = Page(); init() { start(); Self.first.open() }; func start() { load() }; func open() { load() }",
        "reads `rows`"
      ),
      ("init() { isLoading = store.names.isEmpty }", nil),
    ]
  )
  func readOfWhatTheObjectChangesLaterIsNamed(_ members: String, work: String?) {
    let source =
      """
      import Combine
      import SwiftUI
      @MainActor final class Store: ObservableObject {
        static let shared = Store()
        @Published var pages: [Page] = []
        @Published var names: [String] = []
        @Published var pagesByID: [Int: Page] = [:]
        func register(_ page: Page) { pagesByID[0] = page }
        func clear() { pagesByID = [:] }
        func fill() { if names.isEmpty { names = ["a"] } }
        func add(_ page: Page) { pages.append(page); page.isLoading = pages.count > 9 }
      }
      @MainActor final class Page: ObservableObject {
        @Published var rows: [String] = []
        @Published var order = 0
        @Published var isLoading = false
        let store = Store.shared
        let updates = PassthroughSubject<Int, Never>()
        var bag: Set<AnyCancellable> = []
        var isEmpty: Bool { rows.isEmpty }
        \(members)
        func load() {
          isLoading = rows.isEmpty
          DispatchQueue.main.async { self.rows = [""] }
        }
        func loadWeakly() {
          isLoading = rows.isEmpty
          DispatchQueue.main.async { [weak self] in self?.rows = [""] }
        }
        func refresh() { rows = []; store.names = []; order += 1 }
      }
      struct PageView: View {
        @StateObject var page = Page()
        var body: some View { Text("\\(page.rows.count) \\(page.order) \\(page.isLoading)") }
      }
      struct StoreView: View {
        @ObservedObject var store: Store
        var body: some View { Text("\\(store.pages.count) \\(store.names.count) \\(store.pagesByID.count)") }
      }
      """
    let migration = Migration(options: MigrationOptions(pipelines: true, subjects: true))
    let notes = migration.recorded([SourceFile(path: "Page.swift", text: source)])[0].findings.filter(\.isRisky)
    let reads = notes.filter { $0.message.contains(" reads `") }
    #expect(reads.count == (work == nil ? 0 : 1), "\(notes)")
    #expect(reads.allSatisfy { $0.message.contains(work ?? "-") })
  }

  /// SwiftUI throws away each further object, so only what happens without an event, and for an object that nobody keeps,
  /// changes the property again.
  @Test(
    arguments: [
      ("Task { await reload() }", "rows"), ("Task { [weak self] in await self?.reload() }", nil),
      ("Task { [self] in rows = [] }", "rows"), ("Task { [weak self] in self?.rows = [] }", nil),
      ("fetch { self.rows = $0 }", "rows"), ("fetch { [weak self] in self?.rows = $0 }", nil),
      ("fetch { _ in self.clear() }", "rows"), ("fetch { [unowned self] _ in clear() }", nil),
      ("DispatchQueue.main.async { self.clear() }", "rows"),
      ("DispatchQueue.main.async { [weak self] in self?.clear() }", nil),
      ("Task { startReload() }", "rows"),
      ("ticks.sink { _ in self.clear() }.store(in: &bag)", "rows"),
      ("ticks.sink { [weak self] _ in self?.clear() }.store(in: &bag)", nil),
      ("$size.dropFirst().sink { _ in self.clear() }.store(in: &bag)", nil),
      ("center.addObserver(forName: name, object: nil, queue: nil) { _ in self.clear() }", nil),
      ("$size.sink { [weak self] _ in self?.clear() }.store(in: &bag); Task { size = 1 }", "size"),
    ]
  )
  func onlyChangesByThemselvesAreEndless(_ statement: String, _ property: String?) {
    let source =
      """
      import Combine
      import SwiftUI
      @MainActor final class Page: ObservableObject {
        @Published var rows: [String] = []
        @Published var size = 0
        @Published var isLoading = false
        let ticks = PassthroughSubject<Int, Never>()
        var bag: Set<AnyCancellable> = []
        var isEmpty: Bool { rows.isEmpty && size == 0 }
        init() { isLoading = isEmpty; \(statement) }
        func clear() { rows = [] }
        func startReload() { Task { await reload() } }
        func reload() async { rows = await fetched() }
      }
      struct PageView: View {
        @StateObject private var page = Page()
        var body: some View { Text("\\(page.rows.count) \\(page.size)") }
      }
      """
    let migration = Migration(options: MigrationOptions(pipelines: true, subjects: true))
    let notes = migration.recorded([SourceFile(path: "Page.swift", text: source)])[0].findings.filter(\.isRisky)
    let endless = notes.filter { $0.message.contains("perhaps endlessly") }
    #expect(endless.count == (property == nil ? 0 : 1), "\(notes)")
    if let property { #expect(endless.allSatisfy { $0.message.contains("depends on `\(property)`, and makes a new") }) }
  }

  /// One initializer reads the property, another one changes it later.
  @Test(
    arguments: [
      ("name: \"a\"", false), ("page: 1", false), ("rows: 1", true), ("copy: 1", true), ("unknown: 1", true),
    ]
  )
  func readAndLaterChangeOfOneInitializerAreReported(_ argument: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      @MainActor final class Page: ObservableObject {
        @Published var rows: [String] = []
        @Published var isEmpty = false
        init(name: String) { refresh() }
        init(page: Int) { update() }
        init(rows: Int) { update(); refresh() }
        convenience init(copy: Int) { self.init(rows: copy) }
        func update() { isEmpty = rows.isEmpty }
        func refresh() { Task { rows = [] } }
      }
      struct PageView: View {
        @StateObject private var page: Page
        init() { _page = StateObject(wrappedValue: Page(\(argument))) }
        var body: some View { Text("\\(page.rows.count) \\(page.isEmpty)") }
      }
      """
    )
    let text = "reads `rows` in its initializer and changes it later"
    #expect(notes.contains { $0.message.contains(text) } == isReported)
  }

  /// A superclass calls the method of the made object, not that of another subclass.
  @Test func readOfAnotherSubclassIsNoMatter() {
    let notes = riskyNotes(
      """
      import SwiftUI
      @MainActor class Page: ObservableObject {
        @Published var rows: [String] = []
        @Published var count = 0
        init() { open(); Task { rows = [] } }
        func open() {}
      }
      final class LongPage: Page { override func open() { count = rows.count } }
      final class ShortPage: Page { override func open() { count = 1 } }
      struct PageView: View {
        @StateObject var page = ShortPage()
        var body: some View { Text("\\(page.rows.count) \\(page.count)") }
      }
      """
    )
    #expect(!notes.contains { $0.message.contains(" reads `") })
  }

  @Test(
    arguments: [
      ("@ObservedObject var page: Page; init() { _page = ObservedObject(wrappedValue: Page()) }", true),
      ("@ObservedObject var page: Page; init() { self.page = Page() }", true),
      ("@ObservedObject var page = Page()", true), ("@ObservedObject var page: Page", false),
      ("@ObservedObject var page = Page(size: 1)", false),
      ("@ObservedObject var page: Page; init(page: Page) { self.page = page }", false),
    ]
  )
  func objectOfAViewIsReplacedAfterAChangeOfWhatItReads(_ members: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Page: ObservableObject {
        @Published var selection = 0
        @Published var size = 0
        init() { update() }
        init(size: Int) { self.size = size }
        func update() { size = selection + 1 }
      }
      struct PageView: View {
        \(members)
        var body: some View { Text("\\(page.selection)").onTapGesture { page.selection += 1 } }
      }
      """
    )
    #expect(
      notes.map(\.message)
        == (isReported
          ? [
            """
            `page` is created with the view, and `Page` reads `selection` in its initializer: what creates the view now depends on \
            `selection`, and each change replaces the object. Hold it in `@State`, or create it once and pass it in.
            """
          ] : [])
    )
  }

  @Test func observerOfWhatAnInitializerAssignsReadsNothingThere() {
    let notes = riskyNotes(
      """
      import SwiftUI
      struct Saved { var size = 1 }
      final class Row: ObservableObject {
        var saved: Saved
        @Published var size: Int { didSet { saved.size = size } }
        init(_ saved: Saved) {
          self.saved = saved
          size = saved.size
        }
      }
      struct ListView: View { var body: some View { RowView(row: Row(Saved())) } }
      struct RowView: View {
        @ObservedObject var row: Row
        var body: some View { Stepper("Size", value: $row.size) }
      }
      """
    )
    #expect(notes == [])
  }

  /// A row's object, made in the body of a list that observed nothing, or what the object reads.
  @Test(
    arguments: [
      ("", "NavigationLink(\"\\($0)\") { RowView(row: Row($0)) }", true),
      ("", "RowView(row: .init($0))", true),
      ("", "RowView(row: Row.all[$0])", false),
      ("@ObservedObject var settings = Settings.shared", "RowView(row: Row($0))", false),
      ("@StateObject var page = Page()", "RowView(row: Row($0))", true),
      ("", "Button(\"\\($0)\") { window.show(RowView(row: Row(1))) }", false),
      (
        "struct Rows: PreviewProvider { struct Content: View { var body: some View { RowView(row: Row(1)) } } }",
        "Text(\"\")", false
      ),
      (
        "struct Rows: PreviewProvider { static var previews: some View { ListView(rows: [1]) } }",
        "RowView(row: Row($0))",
        false
      ),
    ]
  )
  func objectGivenToARowIsReplacedAfterAChangeOfWhatItReads(_ property: String, _ row: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Settings: ObservableObject {
        static let shared = Settings()
        @Published var size = 1
      }
      final class Page: ObservableObject { @Published var title = "" }
      final class Row: ObservableObject {
        static let all: [Row] = []
        @Published var size: Int
        @Published var rows: [String] = []
        init(_ number: Int) { size = Settings.shared.size + number }
      }
      struct ListView: View {
        \(property)
        let rows: [Int]
        var body: some View { ForEach(rows, id: \\.self) { \(row) } }
      }
      struct RowView: View {
        @ObservedObject var row: Row
        var body: some View {
          Text("\\(row.size) \\(row.rows.count)").onTapGesture { Settings.shared.size += 1; row.rows = [""] }
        }
      }
      """
    )
    #expect(
      notes.map(\.message)
        == (isReported
          ? [
            """
            `row` is created with the view, and `Row` reads `Settings.size` in its initializer: `ListView` now depends on \
            `Settings.size`, and each change replaces the object. Create it once and pass it in, or read `Settings.size` after \
            the view has appeared.
            """
          ] : [])
    )
  }

  /// The view depends on what runs before the initializer returns.
  @Test(
    arguments: [
      ("$text.sink { [weak self] in self?.found = self?.rows(with: $0) ?? [] }", true),
      ("$text.map(rows(with:)).sink { [weak self] in self?.found = $0 }", true),
      ("$text.debounce(for: 1, scheduler: queue).map(rows(with:)).sink { [weak self] in self?.found = $0 }", false),
      ("text.publisher.map(rows(with:)).sink { [weak self] in self?.found = $0 }", false),
    ]
  )
  func functionThatAPublisherCallsLaterIsNoRead(_ pipeline: String, isReported: Bool) {
    let text = """
      import Combine
      import SwiftUI
      final class Search: ObservableObject {
        @Published var text = ""
        @Published var found: [String] = []
        @Published var all: [String] = []
        private var bag: Set<AnyCancellable> = []
        init() { start() }
        func start() { \(pipeline).store(in: &bag) }
        var rows: [String] { all }
        private func rows(with text: String) -> [String] { all.filter { $0.contains(text) } }
        func load() { all = found }
      }
      struct SearchView: View {
        @ObservedObject var search = Search()
        var body: some View { Text("\\(search.text) \\(search.found.count)").onTapGesture { search.load() } }
      }
      """
    let migration = Migration(options: MigrationOptions(pipelines: true, subjects: true))
    let notes = migration.recorded([SourceFile(path: "File.swift", text: text)])[0].findings.filter(\.isRisky)
    #expect(notes.contains { $0.message.contains("reads `") } == isReported)
  }

  /// The object of a static property is made once, so what its initializer reads matters to no view that is made later.
  @Test(arguments: [("static let shared = Account()", false), ("static func make() -> Account { Account() }", true)])
  func readsOfASharedObjectsInitializerAreNone(_ maker: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Account: ObservableObject {
        \(maker)
        @Published var name = ""
        @Published var size = 0
        init() { update() }
        func update() { size = name.count }
        func rename() { name = "a" }
      }
      final class Page: ObservableObject {
        @Published var rows = 0
        private let account: Account
        init() { account = Account.\(isReported ? "make()" : "shared") }
        func load() { rows = 1; account.rename() }
      }
      struct PageView: View {
        @ObservedObject var page = Page()
        var body: some View { Text("\\(page.rows)").onTapGesture { page.load() } }
      }
      """
    )
    #expect(notes.contains { $0.message.contains("reads `") } == isReported)
  }

  /// The value of a lazy variable is made once, so that no second object is made after its change.
  @Test(
    arguments: [
      ("", false), ("func reset() { kept = nil }", true), ("var path: AnyKeyPath { \\Store.kept }", true),
      ("init() { kept = 0 }", false), ("init() { Task { self.kept = 1 } }", true),
      ("lazy var keep: (Int) -> Void = { [weak self] in self?.kept = $0 }", true),
    ]
  )
  func propertyThatALazyVariableFillsChangesOnce(_ member: String, isReported: Bool) {
    let notes = riskyNotes(
      """
      import SwiftUI
      final class Store: ObservableObject {
        static let shared = Store()
        @Published var kept: Int?
        lazy var size: Int = {
          let new = 1
          self.kept = new
          return new
        }()
        \(member)
      }
      final class Page: ObservableObject {
        @Published var rows: Int
        init() { rows = Store.shared.kept ?? Store.shared.size }
        func load() { rows = Store.shared.size }
      }
      struct PageView: View {
        @ObservedObject var page = Page()
        var body: some View { Text("\\(page.rows) \\(Store.shared.kept ?? 0)").onTapGesture { page.load() } }
      }
      """
    )
    #expect(notes.contains { $0.message.contains("reads `Store.kept`") } == isReported)
  }
}
