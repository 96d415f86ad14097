import ObservationMigration
import Testing

@Suite struct UnobservedStateRuleTests {
  @Test func whatNothingObservesIsNamed() {
    let text = """
      import SwiftUI
      enum Theme {
        static var accent = "blue"
        static var constant = "red"
        static let shared = Tracked()
      }
      final class Session {
        static let shared = Session()
        var token: String?
        var limit = 3
      }
      final class Tracked: ObservableObject { @Published var name = "" }
      var count = 0
      final class Store: ObservableObject {
        @Published var title = ""
        let session = Session()
        private let inner = Session()
        let tracked = Tracked()
        var accent: String { Theme.accent }
        var constant: String { Theme.constant }
        var name: String { Theme.shared.name }
        var token: String? { Session.shared.token }
        var stored: Bool { UserDefaults.standard.bool(forKey: "a") }
        var unshown: String { Theme.accent }
        func number() -> Int { count }
        var colour: String { Theme.accent }
        var outer: String { colour + "!" }
        func log() {
          title = ""
          Theme.accent = "green"
          count += 1
          Session.shared.token = nil
          UserDefaults.standard.set(true, forKey: "a")
        }
      }
      struct StoreView: View {
        @ObservedObject var store: Store
        var body: some View {
          Text(store.outer + store.accent + store.constant + store.name + (store.token ?? "") + (store.session.token ?? ""))
          Text("\\(store.number()) \\(store.stored) \\(store.session.limit) \\(store.tracked.name)")
        }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Store.swift", text: text)]).flatMap(\.findings)
    let named = findings.filter { $0.rule == "unobserved-state" }
    #expect(findings.allSatisfy { $0.state == .changed })
    // Members that depend on one variable are one finding.
    let rest = named.filter { !$0.isRisky }
    #expect(rest.count == 1 && rest[0].message.hasPrefix("`colour` depends on `Theme.accent`"))
    let together = named.filter { $0.message.hasSuffix(" Also at 1 other place, for `colour`.") }
    #expect(together.count == 1 && together[0].message.hasPrefix("`accent` depends on `Theme.accent`"))
    let names = named.map { String($0.message.split(separator: "`", omittingEmptySubsequences: false)[1]) }
    #expect(names == ["session.token", "accent", "token", "stored", "number", "colour"])
  }

  /// The views in the files are the views of a public class.
  @Test(arguments: [("library.title", 0), ("\\(library.active.count)", 1), ("\\(library)", 1)])
  func publicMemberThatNoViewReadsShowsNothing(_ text: String, _ count: Int) {
    let source = """
      import SwiftUI
      public final class Library: ObservableObject, CustomStringConvertible {
        private final class Controllers { var active: [String] = [] }
        @Published public var title = ""
        private let controllers = Controllers()
        public var active: [String] { controllers.active }
        \(text.hasSuffix("(library)") ? "public var description: String { controllers.active.joined() }" : "")
        public func remove() {
          controllers.active.removeAll()
          title = ""
        }
      }
      struct LibraryView: View {
        @ObservedObject var library: Library
        var body: some View { Text("\(text)") }
      }
      """
    #expect(riskyNotes(source).count == count)
  }

  @Test func storedPropertyIsNotTheFunctionOfItsName() {
    let text = """
      import SwiftUI
      enum Theme { static var accent = "blue" }
      final class Store: ObservableObject {
        @Published private(set) var accent = ""
        @Published var count = 0
        func load() { accent = Self.accent() }
        private static func accent() -> String { Theme.accent }
        static func log() { Theme.accent = "green" }
      }
      struct StoreView: View {
        @ObservedObject var store: Store
        var body: some View { Text(store.accent) }
      }
      """
    #expect(riskyNotes(text) == [])
  }

  @Test func variablesThatASuperclassStoresWhichIsNotObservableAreNamed() {
    let base = """
      class Base {
        var volume = 0.5
        var unshown = 1
        let name = ""
        private var kept = 0
        var twice: Int { kept * 2 }
        func mute() { volume = 0; unshown = 0; kept = 1 }
      }
      """
    let text = """
      import SwiftUI
      final class Player: Base, ObservableObject {
        @Published var count = 0
      }
      struct PlayerView: View {
        @ObservedObject var player: Player
        var body: some View { Text("\\(player.volume) \\(player.count) \\(player.name) \\(player.twice)") }
      }
      """
    let results = Migration().recorded([
      SourceFile(path: "Base.swift", text: base), SourceFile(path: "Player.swift", text: text),
    ])
    let named = results.flatMap(\.findings).filter { $0.rule == "unobserved-state" }
    #expect(named.allSatisfy { $0.isRisky && $0.state == .changed && $0.line == 2 })
    let names = named.map { $0.message.split(separator: "`")[1] }
    #expect(names == ["kept", "volume"])
  }

  /// Nothing tells views that the answer is another one.
  @Test(
    arguments: [
      ("var isEmpty: Bool { store.all() == [] }", "`isEmpty` depends on `store.all`"),
      ("func first() -> Int? { store.all().first }", "`first` depends on `store.all`"),
      ("var isEmpty: Bool { count == 0 || store.all() == [] }", "`isEmpty` depends on `store.all`"),
      ("var title: String { texts.title(2) }", nil),
      ("var isEmpty: Bool { catalog.isEmpty() }", "`isEmpty` depends on `catalog.isEmpty`"),
      // The model announces nothing because time passes.
      ("var age: Double { Date().timeIntervalSince1970 }", nil),
      ("func clear() { store.clear() }", nil),
      ("func clear() -> Bool { count = 0; store.clear(); return store.all() == [] }", nil),
      ("var isOn: Bool { settings.isOn() }", "`isOn` depends on `settings.isOn`"),
      ("static func first() -> Int { Int(Date().timeIntervalSince1970) }", nil),
    ]
  )
  func whatAModelAsksOfOthersIsNamed(_ member: String, _ message: String?) {
    let text = """
      import SwiftUI
      protocol Storing { func all() -> [Int]; func clear() }
      final class Store: Storing {
        private var rows: [Int] = []
        func all() -> [Int] { rows }
        func clear() { rows = [] }
      }
      protocol Shelving { func all() -> [Int] }
      struct Shelf: Shelving {
        let books: Books
        func all() -> [Int] { books.list }
      }
      final class Books {
        static let shared = Books()
        private(set) var list: [Int] = []
        func empty() { list = [] }
      }
      final class Catalog {
        private let shelf: () -> Shelving
        init(shelf: @escaping () -> Shelving) { self.shelf = shelf }
        func isEmpty() -> Bool { shelf().all().isEmpty }
      }
      final class Settings {
        private let defaults = UserDefaults.standard
        func isOn() -> Bool { defaults.bool(forKey: "on") }
        func turnOn() { defaults.set(true, forKey: "on") }
      }
      final class Texts {
        let prefix = "no. "
        let formatter = NumberFormatter()
        func title(_ number: Int) -> String { prefix + number.description }
      }
      final class Other: ObservableObject { @Published var size = 0; @Published var isEmpty = false }
      final class Model: ObservableObject {
        @Published var count = 0
        @Published var edits = 0
        private let store: Storing
        private let texts = Texts()
        private let settings = Settings()
        private let catalog = Catalog { Shelf(books: .shared) }
        init(store: Storing) { self.store = store }
        func edit() { edits += 1; store.clear(); settings.turnOn(); Books.shared.empty() }
        \(member)
      }
      struct ModelView: View {
        @ObservedObject var model: Model
        var body: some View {
          Text("\\(model.count) \\(model.isEmpty) \\(model.first()) \\(model.title) \\(model.age) \\(model.isOn)").onTapGesture { model.clear() }
        }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Model.swift", text: text)]).flatMap(\.findings)
    let named = findings.filter { $0.rule == "unobserved-state" }.map(\.message)
    #expect(named.count == (message == nil ? 0 : 1))
    if let message { #expect(named.first?.hasPrefix(message) == true) }
  }

  @Test(
    arguments: [
      (
        "struct Row: View { @ObservedObject var model: Model; let session = \"\"; var body: some View { Text(model.session.token) } }",
        true
      ),
      ("struct Row: View { let session: String; var body: some View { Text(session.token) } }", false),
    ]
  )
  func objectThatClosuresOfItsInitializerChangeIsNamed(_ view: String, _ isNamed: Bool) {
    let text = """
      import SwiftUI
      final class Session {
        var token = "a"
        weak var model: Model?
        init(_ center: Center) {
          token = "b"
          center.observe { [weak self] in
            guard let self else { return }
            self.token = "c"
            self.model?.count += 1
          }
        }
      }
      final class Model: ObservableObject {
        @Published var count = 0
        let session: Session
        init(session: Session) { self.session = session }
      }
      \(view)
      """
    let findings = Migration().recorded([SourceFile(path: "Model.swift", text: text)]).flatMap(\.findings)
    #expect(findings.contains { $0.message.hasPrefix("Views show `session.token`") } == isNamed)
  }

  @Test(
    arguments: [
      ("private let config = Config(); var isOn: Bool { config.isOn }", true),
      ("private let config = Config(); func start() { print(config.isOn) }", false),
      ("let config = Config(); func start() { print(config.isOn) }", true),
      ("let config = Config(); private var bag: [AnyCancellable] = []", true),
    ]
  )
  func objectOfAPrivatePropertyIsNamedWhereTheClassItselfShowsIt(_ members: String, _ isNamed: Bool) {
    let text = """
      import SwiftUI
      final class Config { var isOn = true; func change() { isOn = false } }
      final class Model: ObservableObject {
        @Published var count = 0
        func reset() { count = 0; config.change() }
        \(members)
      }
      struct Panel: View {
        @ObservedObject var model: Model
        var body: some View { Text("\\(model.config.isOn) \\(model.isOn)") }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Model.swift", text: text)]).flatMap(\.findings)
    #expect(findings.contains { $0.message.hasPrefix("Views show `config.isOn`") } == isNamed)
  }

  /// It hears of each change.
  @Test(arguments: [("hotspot.$state.sink { print($0) }", false), ("hotspot.state", true)])
  func whatIsSubscribedToIsNotShown(_ use: String, _ isNamed: Bool) {
    let text = """
      import SwiftUI
      final class Hotspot { @Published var state = 0; func change() { state = 1 } }
      final class Model: ObservableObject {
        @Published var count = 0
        private let hotspot = Hotspot()
        func reset() { count = 0; hotspot.change() }
        var shown: Any { \(use) }
      }
      struct Panel: View { @ObservedObject var model: Model; var body: some View { Text("\\(model.shown)") } }
      """
    let findings = Migration().recorded([SourceFile(path: "Model.swift", text: text)]).flatMap(\.findings)
    #expect(findings.contains { $0.message.hasPrefix("Views show `hotspot.state`") } == isNamed)
  }

  @Test(
    "A view that follows everything changed together with an object shows no old value",
    arguments: [
      ("Text(store.session.token + \"\\(store.count)\")", false),
      ("Text(store.token + \"\\(store.count)\")", false),
      ("Text(store.token + \"\\(store.twice)\")", false),
      ("Text(store.session.token)", true),
      ("Text(store.token)", true),
      ("Button(store.token) { print(store.count) }", true),
      ("Text(store.token + \"\\(store.other)\")", true),
      // The stepper reads the value, not the view.
      ("Text(store.token); Stepper(\"\", value: $store.count)", true),
      ("Text(store.token).sheet(item: $store.count) { _ in Text(\"\") }", false),
      ("Other(store: store)", false),
      ("Text(store.token); Other(store: store)", true),
    ]
  )
  func viewThatFollowsTheChangesShowsNoOldValue(_ body: String, _ isNamed: Bool) {
    let text = """
      import SwiftUI
      final class Session { var token = "" }
      final class Store: ObservableObject {
        @Published var count = 0
        @Published var other = 0
        let session = Session()
        var token: String { session.token }
        var twice: Int { count * 2 }
        func load() { count += 1; session.token = "a" }
        func change() { other += 1 }
      }
      struct StoreView: View {
        @ObservedObject var store: Store
        var body: some View { \(body) }
      }
      struct Other: View {
        @ObservedObject var store: Store
        var body: some View { Text(store.token + "\\(store.count)") }
      }
      """
    #expect(riskyNotes(text).contains { $0.rule == "unobserved-state" } == isNamed)
  }

  /// `@AppStorage` announced its changes to the views of the object.
  @Test func changeOfAStoredDefaultRefreshedViews() {
    let text = """
      import SwiftUI
      enum Theme { static var accent = 0 }
      final class Store: ObservableObject {
        @AppStorage("size") var size = 0
        var accent: Int { Theme.accent }
        func change() { Theme.accent += 1; size += 1 }
      }
      struct StoreView: View {
        @ObservedObject var store: Store
        var body: some View { Text("\\(store.accent)") }
      }
      """
    #expect(riskyNotes(text).map(\.rule) == ["unobserved-state"])
  }

  /// The container of the application is no property of the model, although both have that name.
  @Test(arguments: [("App.shared", 0), ("Manager.shared", 1)])
  func partsBehindASharedObjectAreThoseOfItsType(_ holder: String, _ count: Int) {
    let text = """
      import SwiftUI
      final class Shell { var path = "" }
      final class Container { private(set) var shell: Shell?; func bind() { shell = Shell() } }
      final class App { static let shared = App(); let container = Container() }
      final class Manager: ObservableObject {
        static let shared = Manager(App.shared.container)
        @Published var services: [String] = []
        var container: Container
        init(_ container: Container) { self.container = container }
        func reload() { services = []; container.bind() }
      }
      struct ManagerView: View {
        @ObservedObject var manager: Manager
        var body: some View { Text("\\(manager.services)") }
      }
      struct PathView: View {
        var container: Container { \(holder).container }
        var body: some View { Text(container.shell?.path ?? "") }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Model.swift", text: text)]).flatMap(\.findings)
    #expect(findings.filter { $0.rule == "unobserved-state" }.count == count)
  }

  /// Another type has a property of that name which leads to one.
  @Test func partsOfObjectsAreThoseOfTheTypeThatStoresThem() {
    let text = """
      import SwiftUI
      final class Config { var interval = 1; var isOn = true; func change() { interval = 2; isOn = false } }
      final class Service {
        let config = Config()
        func next() -> Int { config.interval + 1 }
      }
      final class Model: ObservableObject {
        @Published var count = 0
        let config = Config()
        var isOn: Bool { config.isOn }
        func reset() { count = 0; config.change() }
      }
      struct ModelView: View {
        @ObservedObject var model: Model
        let service: Service
        var body: some View { Text("\\(model.isOn) \\(service.next())") }
      }
      """
    let findings = Migration().recorded([SourceFile(path: "Model.swift", text: text)]).flatMap(\.findings)
    let named = findings.filter { $0.rule == "unobserved-state" }.map(\.message)
    #expect(named.count == 1 && named[0].hasPrefix("Views show `config.isOn`, and `Config` isn't observable"))
  }

  @Test func whatStandsBehindAProtocolOrIsComputedIsNamed() {
    let service = """
      import CoreData
      protocol Chatting { var id: String? { get }; var limit: Int { get }; func clear() }
      final class Chat: Chatting {
        private var stored: String?
        var limit = 3
        var id: String? { stored }
        func clear() { stored = nil }
      }
      final class ChatOfTests: Chatting {
        var id: String?
        var limit = 3
        func clear() {}
      }
      final class Topic: NSManagedObject {
        @NSManaged var isFavourite: Bool
        var isOpen = false
        func open() { isOpen = true }
      }
      """
    let text = """
      import SwiftUI
      final class Model: ObservableObject {
        @Published var count = 0
        private let chat: any Chatting
        let topic: Topic
        init(chat: Chatting, topic: Topic) { self.chat = chat; self.topic = topic }
        var isOpen: Bool { chat.id != nil && topic.isOpen }
        var limit: Int { chat.limit }
        func reset() { count = 0; chat.clear(); topic.open() }
      }
      struct ModelView: View {
        @ObservedObject var model: Model
        var body: some View { Text("\\(model.isOpen) \\(model.limit)") }
      }
      """
    let results = Migration().recorded([
      SourceFile(path: "Chat.swift", text: service), SourceFile(path: "Model.swift", text: text),
    ])
    let named = results.flatMap(\.findings).filter { $0.rule == "unobserved-state" }.map(\.message)
    #expect(named.count == 2)
    #expect(
      named.contains {
        $0.hasPrefix("Views show `chat.id`, and `Chat` isn't") && $0.hasSuffix("Make `Chat` `@Observable`.")
      }
    )
    #expect(
      named.contains { $0.hasPrefix("Views show `topic.isOpen`") && $0.hasSuffix("in a property of the model.") }
    )
  }

  /// What they do decides nevertheless.
  @Test(arguments: [
    (
      "lazy var title = \"t\"",
      "class Controller { let report = Report(); func go() { report.title = \"n\"; report.rows = [] } }", "lazy"
    ),
    (
      "@Published var item: Item?",
      """
      struct Item: Equatable { var id = 0; var title = ""; static func == (a: Item, b: Item) -> Bool { a.id == b.id } }
      func load(_ report: Report) { report.item = Item() }
      """,
      "ignores"
    ),
    (
      "@Published var items = [Item]()",
      """
      struct Item: Equatable { var id = 0; var title = ""; static func == (a: Item, b: Item) -> Bool { a.id == b.id } }
      func load(_ report: Report) { report.items = report.items + [] }
      """,
      "ignores"
    ),
  ]) func filesThatMentionNothingOfItAreLookedInto(property: String, other: String, word: String) {
    let text = """
      import SwiftUI
      final class Report: ObservableObject {
        @Published var rows: [Int] = []
        \(property)
      }
      struct ReportView: View {
        @ObservedObject var report: Report
        var body: some View { Text("\\(report.rows.count) \\(report.title) \\(report.item?.title ?? "")\\(report.items[0].title)") }
      }
      """
    let apart = Migration().recorded([
      SourceFile(path: "A.swift", text: text), SourceFile(path: "B.swift", text: other),
    ])
    let together = Migration().recorded([SourceFile(path: "A.swift", text: text + "\n" + other)])
    #expect(apart.flatMap(\.findings).map(\.message) == together.flatMap(\.findings).map(\.message))
    #expect(apart.flatMap(\.findings).contains { $0.message.contains(word) })
  }
}
