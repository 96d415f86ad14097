import ObservationMigration
import Testing

@Suite struct ViewWrapperRuleTests {
  @Test func stateObjectBecomesState() async throws {
    try await Scenario(
      """
      --- Store.swift
      import Combine
      final class 1️⃣Store: ObservableObject {
        2️⃣@Published var count = 0
        static let shared = Store()
      }
      func makeStore() -> Store { Store() }
      --- Views.swift
      import SwiftUI
      struct A: View {
        3️⃣@StateObject private var store = Store()
        4️⃣@SwiftUI.StateObject var other: Store
        5️⃣@StateObject var shared = Store.shared
        6️⃣@StateObject var made = makeStore()
        init(store: Store) {
          _store = 7️⃣StateObject(wrappedValue: store)
          self._other = 8️⃣.init(wrappedValue: Store())
        }
        var body: some View { Stepper("", value: $store.count) }
      }
      """
    ).expect(
      """
      --- Store.swift
      import Observation
      @Observable
      final class Store {
        var count = 0
        static let shared = Store()
      }
      func makeStore() -> Store { Store() }
      --- Views.swift
      import SwiftUI
      struct A: View {
        @State private var store = Store()
        @State var other: Store
        @State var shared = Store.shared
        @State var made = makeStore()
        init(store: Store) {
          _store = State(initialValue: store)
          self._other = .init(initialValue: Store())
        }
        var body: some View { Stepper("", value: $store.count) }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed state-object", "4️⃣ changed state-object",
        "5️⃣ changed state-object", "6️⃣ changed state-object", "7️⃣ changed state-object", "8️⃣ changed state-object",
      ]
    )
  }

  @Test func stateIsRiskyWhereMakingTheObjectDoesMoreThanStoring() async throws {
    let results = try await Scenario(
      """
      import SwiftUI
      final class Monitor {
        init() { start() }
        func start() {}
      }
      class 1️⃣Plain: ObservableObject {
        let name: String
        let created = Date()
        init(name: String) {
          precondition(!name.isEmpty)
          self.name = name.uppercased()
        }
        static let shared = Plain(name: "a")
      }
      final class 2️⃣Loading: ObservableObject {
        init() { Task { print("") } }
        static let shared = Loading()
      }
      final class 3️⃣Watching: ObservableObject {
        let monitor = Monitor()
      }
      struct A: View {
        4️⃣@StateObject var plain = Plain(name: "b")
        5️⃣@StateObject var loading = Loading()
        6️⃣@StateObject var shared = Loading.shared
        7️⃣@StateObject var watching = Watching()
        var body: some View { Text(plain.name) }
      }
      """
    ).expect(
      """
      import SwiftUI
      final class Monitor {
        init() { start() }
        func start() {}
      }
      @Observable
      class Plain {
        let name: String
        let created = Date()
        init(name: String) {
          precondition(!name.isEmpty)
          self.name = name.uppercased()
        }
        static let shared = Plain(name: "a")
      }
      @Observable
      final class Loading {
        init() { Task { print("") } }
        static let shared = Loading()
      }
      @Observable
      final class Watching {
        let monitor = Monitor()
      }
      struct A: View {
        @State var plain = Plain(name: "b")
        @State var loading = Loading()
        @State var shared = Loading.shared
        @State var watching = Watching()
        var body: some View { Text(plain.name) }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed observable", "3️⃣ changed observable",
        "4️⃣ changed state-object", "5️⃣ changed state-object", "6️⃣ changed state-object", "7️⃣ changed state-object",
      ]
    )
    let states = results[0].findings.filter { $0.rule == "state-object" }
    #expect(states.map(\.isRisky) == [false, true, false, true])
    #expect(states[1].message.contains("`Loading` calls `Task`"))
    #expect(states[3].message.contains("`Watching` calls `start`"))
  }

  @Test func objectOfAnotherModuleKeepsItsWrappers() async throws {
    try await Scenario(
      """
      import SwiftUI
      import Remote
      struct A: View {
        @StateObject var store = RemoteStore()
        @ObservedObject var other: RemoteStore
        @ObservedObject var shared = RemoteStore.shared
        @EnvironmentObject var third: RemoteStore
        var body: some View { Stepper("", value: $other.count).environmentObject(store) }
      }
      """
    ).expect(nil, findings: [], compiles: false)
  }

  @Test func objectOfUnknownTypeHoldsBackWhatHasTheMembersUsedOfIt() async throws {
    try await Scenario(
      """
      --- Store.swift
      import Combine
      final class Store: ObservableObject {
        @Published var count = 0
      }
      final class 1️⃣Other: ObservableObject {
        2️⃣@Published var text = ""
      }
      struct Container {
        func resolve(_ name: String) -> (Store, Other) { (Store(), Other()) }
      }
      let container = Container()
      --- View.swift
      import SwiftUI
      struct A: View {
        3️⃣@ObservedObject var store = container.resolve("").0
        var body: some View { Stepper("", value: $store.count) }
      }
      struct B: View {
        4️⃣@ObservedObject var other = container.resolve("").1
        var body: some View { Text("") }
      }
      """
    ).expect(
      """
      --- Store.swift
      import Combine
      import Observation
      final class Store: ObservableObject {
        @Published var count = 0
      }
      @Observable
      final class Other {
        var text = ""
      }
      struct Container {
        func resolve(_ name: String) -> (Store, Other) { (Store(), Other()) }
      }
      let container = Container()
      --- View.swift
      import SwiftUI
      struct A: View {
        @ObservedObject var store = container.resolve("").0
        var body: some View { Stepper("", value: $store.count) }
      }
      struct B: View {
        @ObservedObject var other = container.resolve("").1
        var body: some View { Text("") }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ needs a decision observed-object",
        "4️⃣ needs a decision observed-object",
      ],
      compiles: false
    )
  }

  @Test func objectThatComesFromAnotherModuleHoldsNothingBack() async throws {
    try await Scenario(
      """
      --- Model.swift
      import Combine
      import Music
      final class 1️⃣Settings: ObservableObject {
        2️⃣@Published var state = ""
      }
      let player = MusicPlayer.shared
      let fallback = makePlayer().first.state
      --- View.swift
      import SwiftUI
      struct MusicView: View {
        @ObservedObject private var state = player.state
        @StateObject private var login = LaunchAtLogin.observable
        @ObservedObject private var other = fallback
        private var io = Inject.observer
        3️⃣@ObservedObject var settings: Settings
        var body: some View {
          Toggle(state.title, isOn: $login.isEnabled).environmentObject(player.state)
        }
      }
      """
    ).expect(
      """
      --- Model.swift
      import Music
      import Observation
      @Observable
      final class Settings {
        var state = ""
      }
      let player = MusicPlayer.shared
      let fallback = makePlayer().first.state
      --- View.swift
      import SwiftUI
      struct MusicView: View {
        @ObservedObject private var state = player.state
        @StateObject private var login = LaunchAtLogin.observable
        @ObservedObject private var other = fallback
        private var io = Inject.observer
        var settings: Settings
        var body: some View {
          Toggle(state.title, isOn: $login.isEnabled).environmentObject(player.state)
        }
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed observed-object"],
      compiles: false
    )
  }

  @Test func privatePropertyOfAStructStaysOutOfItsMemberwiseInitializer() async throws {
    try await Scenario(
      """
      --- Store.swift
      import SwiftUI
      final class 1️⃣Store: ObservableObject {
        2️⃣@Published var unread = 0
        static let shared = Store()
      }
      struct Row: View {
        let title: String
        3️⃣@ObservedObject private var store = Store.shared
        4️⃣@ObservedObject fileprivate var bound = Store.shared
        var body: some View { Stepper("\\(store.unread)", value: $bound.unread) }
      }
      struct Own: View {
        5️⃣@ObservedObject private var store = Store.shared
        init(_ store: Store?) {
          if let store { self.store = store }
        }
        var body: some View { Text("\\(store.unread)") }
      }
      --- Rows.swift
      import SwiftUI
      struct Rows: View {
        var body: some View {
          Row(title: "Inbox")
          Own(nil)
        }
      }
      """
    ).expect(
      """
      --- Store.swift
      import SwiftUI
      @Observable
      final class Store {
        var unread = 0
        static let shared = Store()
      }
      struct Row: View {
        let title: String
        private let store = Store.shared
        @Bindable fileprivate var bound = Store.shared
        var body: some View { Stepper("\\(store.unread)", value: $bound.unread) }
      }
      struct Own: View {
        private var store = Store.shared
        init(_ store: Store?) {
          if let store { self.store = store }
        }
        var body: some View { Text("\\(store.unread)") }
      }
      --- Rows.swift
      import SwiftUI
      struct Rows: View {
        var body: some View {
          Row(title: "Inbox")
          Own(nil)
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed observed-object", "4️⃣ changed observed-object",
        "5️⃣ changed observed-object",
      ]
    )
  }

  @Test func observedObjectBecomesPlainOrBindable() async throws {
    try await Scenario(
      """
      --- Note.swift
      import Combine
      final class 1️⃣Note: ObservableObject, Identifiable {
        2️⃣@Published var text = ""
        static let empty = Note()
      }
      --- Row.swift
      import SwiftUI
      struct Row: View {
        3️⃣@ObservedObject
        var note: Note
        4️⃣@ObservedObject private var other = Note.empty
        var body: some View { Text(note.text + other.text) }
      }
      struct Editor: View {
        5️⃣@ObservedObject var note: Note
        6️⃣@ObservedObject var plain: Note
        init(note: Note) {
          7️⃣_note = ObservedObject(wrappedValue: note)
          8️⃣self._plain = .init(initialValue: note)
        }
      }
      struct Notes: View {
        var notes: [Note]
        var body: some View {
          ForEach(notes) { note in Row(note: note) }
        }
      }
      --- Editor+Body.swift
      import SwiftUI
      extension Editor {
        var body: some View { TextField(plain.text, text: $note.text) }
      }
      """
    ).expect(
      """
      --- Note.swift
      import Observation
      @Observable
      final class Note: Identifiable {
        var text = ""
        static let empty = Note()
      }
      --- Row.swift
      import SwiftUI
      struct Row: View {
        var note: Note
        private let other = Note.empty
        var body: some View { Text(note.text + other.text) }
      }
      struct Editor: View {
        @Bindable var note: Note
        var plain: Note
        init(note: Note) {
          _note = Bindable(wrappedValue: note)
          self.plain = note
        }
      }
      struct Notes: View {
        var notes: [Note]
        var body: some View {
          ForEach(notes) { note in Row(note: note) }
        }
      }
      --- Editor+Body.swift
      import SwiftUI
      extension Editor {
        var body: some View { TextField(plain.text, text: $note.text) }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed observed-object", "4️⃣ changed observed-object",
        "5️⃣ changed observed-object", "6️⃣ changed observed-object", "7️⃣ changed observed-object",
        "8️⃣ changed observed-object",
      ]
    )
  }

  @Test func environmentObjectBecomesEnvironment() async throws {
    try await Scenario(
      """
      --- Account.swift
      import Combine
      final class 1️⃣Account: ObservableObject {
        2️⃣@Published var name = ""
      }
      --- Views.swift
      import SwiftUI
      struct A: View {
        3️⃣@EnvironmentObject private var account: Account
        var body: some View {
          VStack {
            TextField("1", text: 4️⃣$account.name)
            TextField("2", text: $account.name)
            footer
          }
        }
        @ViewBuilder var footer: some View {
          // Bound here.
          TextField("3", text: 5️⃣$account.name)
        }
        var name: Binding<String> { 6️⃣$account.name }
        var line: some View { TextField("4", text: 7️⃣self.$account.name) }
      }
      struct Root: View {
        8️⃣@StateObject var account = Account()
        var body: some View { A().9️⃣environmentObject(account) }
      }
      """
    ).expect(
      """
      --- Account.swift
      import Observation
      @Observable
      final class Account {
        var name = ""
      }
      --- Views.swift
      import SwiftUI
      struct A: View {
        @Environment(Account.self) private var account
        var body: some View {
          @Bindable var account = account
          VStack {
            TextField("1", text: $account.name)
            TextField("2", text: $account.name)
            footer
          }
        }
        @ViewBuilder var footer: some View {
          @Bindable var account = account
          // Bound here.
          TextField("3", text: $account.name)
        }
        var name: Binding<String> { Bindable(account).name }
        var line: some View { TextField("4", text: Bindable(account).name) }
      }
      struct Root: View {
        @State var account = Account()
        var body: some View { A().environment(account) }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed environment-object",
        "4️⃣ changed environment-object", "5️⃣ changed environment-object", "6️⃣ changed environment-object",
        "7️⃣ changed environment-object", "8️⃣ changed state-object", "9️⃣ changed environment-object",
      ],
      language: "6"
    )
  }

  @Test func givenObjectIsKnownByLocalNamesMembersAndFunctions() async throws {
    try await Scenario(
      """
      --- Account.swift
      import Combine
      final class 0️⃣Account: ObservableObject {
        static func preview(_ name: String) -> Account { Account() }
      }
      final class Services {
        static let shared = Services()
        let account = Account()
        var accounts: [Account] = []
      }
      --- Previews.swift
      import SwiftUI
      struct A: View {
        1️⃣@EnvironmentObject var account: Account
        let services = Services()
      }
      struct B: View {
        var services = Services()
        var all: [Account] = []
        var optional: Account?
        var body: some View {
          VStack {
            A().2️⃣environmentObject(services.account)
            A().3️⃣environmentObject(Services.shared.account)
            A().4️⃣environmentObject(Account.preview("x"))
            A().5️⃣environmentObject(services.accounts[0])
            A().6️⃣environmentObject(optional ?? Account())
          }
        }
        func row(of account: Account) -> some View {
          let copy = account
          return A().7️⃣environmentObject(copy)
        }
        func first() -> any View {
          if let account = services.accounts.first { return A().8️⃣environmentObject(account) }
          return A().9️⃣environmentObject({ let account = Account(); return account }())
        }
      }
      extension View {
        func giving(_ account: Account) -> some View { environmentObject(account) }
      }
      """
    ).expect(
      """
      --- Account.swift
      import Observation
      @Observable
      final class Account {
        static func preview(_ name: String) -> Account { Account() }
      }
      final class Services {
        static let shared = Services()
        let account = Account()
        var accounts: [Account] = []
      }
      --- Previews.swift
      import SwiftUI
      struct A: View {
        @Environment(Account.self) var account
        let services = Services()
      }
      struct B: View {
        var services = Services()
        var all: [Account] = []
        var optional: Account?
        var body: some View {
          VStack {
            A().environment(services.account)
            A().environment(Services.shared.account)
            A().environment(Account.preview("x"))
            A().environment(services.accounts[0])
            A().environment(optional ?? Account())
          }
        }
        func row(of account: Account) -> some View {
          let copy = account
          return A().environment(copy)
        }
        func first() -> any View {
          if let account = services.accounts.first { return A().environment(account) }
          return A().environment({ let account = Account(); return account }())
        }
      }
      extension View {
        func giving(_ account: Account) -> some View { environment(account) }
      }
      """,
      findings: ["0️⃣ changed observable"] + (1...9).map { "\($0)\u{FE0F}\u{20E3} changed environment-object" } + [
        "29:50 changed environment-object"
      ]
    )
  }

  @Test func givenObjectOfUnknownTypeHoldsBackWhatNoKnownObjectIsOf() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 1️⃣Account: ObservableObject {}
      final class 2️⃣Other: ObservableObject {}
      final class 3️⃣Known: ObservableObject {}
      struct Resolver { func find() -> (Account, Known) { (Account(), Known()) } }
      let resolver = Resolver()
      struct A: View {
        @EnvironmentObject var account: Account
        4️⃣@EnvironmentObject var known: Known
        var body: some View { Text("") }
      }
      @MainActor let views = (
        A().5️⃣environmentObject(resolver.find().0), A().6️⃣environmentObject(Known())
      )
      """
    ).expect(
      """
      import SwiftUI
      final class Account: ObservableObject {}
      @Observable
      final class Other {}
      @Observable
      final class Known {}
      struct Resolver { func find() -> (Account, Known) { (Account(), Known()) } }
      let resolver = Resolver()
      struct A: View {
        @EnvironmentObject var account: Account
        @Environment(Known.self) var known
        var body: some View { Text("") }
      }
      @MainActor let views = (
        A().environmentObject(resolver.find().0), A().environment(Known())
      )
      """,
      findings: [
        "2️⃣ changed observable", "3️⃣ changed observable", "4️⃣ changed environment-object",
        "5️⃣ needs a decision environment-object", "6️⃣ changed environment-object",
      ]
    )
  }

  @Test func givenObjectOfUnknownTypeIsTakenForWhatViewsHaveUnderItsName() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 1️⃣Account: ObservableObject {}
      final class 2️⃣RelayService: ObservableObject {}
      struct A: View {
        3️⃣@EnvironmentObject var user: Account
        4️⃣@EnvironmentObject var service: RelayService
        let pair: (user: Account, emptyRelayService: RelayService)
        var body: some View {
          Text("").5️⃣environmentObject(pair.user)
          Text("").6️⃣environmentObject(pair.emptyRelayService)
        }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      final class Account {}
      @Observable
      final class RelayService {}
      struct A: View {
        @Environment(Account.self) var user
        @Environment(RelayService.self) var service
        let pair: (user: Account, emptyRelayService: RelayService)
        var body: some View {
          Text("").environment(pair.user)
          Text("").environment(pair.emptyRelayService)
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed observable", "3️⃣ changed environment-object",
        "4️⃣ changed environment-object", "5️⃣ changed environment-object", "6️⃣ changed environment-object",
      ]
    )
  }

  @Test func givenObjectIsKnownByPatternsParametersAndModifiersOfItsName() async throws {
    try await Scenario(
      """
      import SwiftUI
      enum Either<A, B> { case first(A), second(B) }
      class 1️⃣Entity<Value>: ObservableObject, Identifiable {
        let value: Value?
        init(_ value: Value? = nil) { self.value = value }
      }
      final class 2️⃣Theme: ObservableObject {}
      typealias Post = Entity<Theme>
      typealias Comment = Entity<Post>
      struct Row: View {
        3️⃣@EnvironmentObject var post: Post
        4️⃣@EnvironmentObject var comment: Comment
        5️⃣@EnvironmentObject var theme: Theme
        var body: some View { Text("") }
      }
      struct Mixed: View {
        var content: Either<Post, Comment>
        var more: [Post]
        var themes: [String: Theme]
        6️⃣@ObservedObject private var layout: Theme
        init(_ layout: Theme, _ content: Either<Post, Comment>) {
          self.layout = layout
          self.content = content
          more = []
          themes = [:]
        }
        func layout(_ theme: Theme) -> Mixed { Mixed(theme, content) }
        func mixed() -> any View {
          switch content {
          case .first(let a):
            if let b = a.value { return Row().7️⃣environmentObject(b) }
            return Row().8️⃣environmentObject(a)
          case let .second(c): return Row().9️⃣environmentObject(c)
          }
        }
        var body: some View {
          ForEach(more.filter { $0.value == nil }) { d in Row().environmentObject(d) }
          ForEach(Array(themes.values), content: { e in Row().environmentObject(e) })
          Row().environmentObject(layout)
        }
        func all() -> [any View] {
          themes.values.map { f in Row().environmentObject(f) } + themes.map { (_, _) in Text("") }
            + more.enumerated().map { _, g in Row().environmentObject(g) }
        }
      }
      extension Entity: Equatable {
        static func == (a: Entity, b: Entity) -> Bool { a === b }
      }
      extension Theme: Identifiable {}
      """
    ).expect(
      """
      import SwiftUI
      enum Either<A, B> { case first(A), second(B) }
      @Observable
      class Entity<Value>: Identifiable {
        let value: Value?
        init(_ value: Value? = nil) { self.value = value }
      }
      @Observable
      final class Theme {}
      typealias Post = Entity<Theme>
      typealias Comment = Entity<Post>
      struct Row: View {
        @Environment(Post.self) var post
        @Environment(Comment.self) var comment
        @Environment(Theme.self) var theme
        var body: some View { Text("") }
      }
      struct Mixed: View {
        var content: Either<Post, Comment>
        var more: [Post]
        var themes: [String: Theme]
        private var layout: Theme
        init(_ layout: Theme, _ content: Either<Post, Comment>) {
          self.layout = layout
          self.content = content
          more = []
          themes = [:]
        }
        func layout(_ theme: Theme) -> Mixed { Mixed(theme, content) }
        func mixed() -> any View {
          switch content {
          case .first(let a):
            if let b = a.value { return Row().environment(b) }
            return Row().environment(a)
          case let .second(c): return Row().environment(c)
          }
        }
        var body: some View {
          ForEach(more.filter { $0.value == nil }) { d in Row().environment(d) }
          ForEach(Array(themes.values), content: { e in Row().environment(e) })
          Row().environment(layout)
        }
        func all() -> [any View] {
          themes.values.map { f in Row().environment(f) } + themes.map { (_, _) in Text("") }
            + more.enumerated().map { _, g in Row().environment(g) }
        }
      }
      extension Entity: Equatable {
        static func == (a: Entity, b: Entity) -> Bool { a === b }
      }
      extension Theme: Identifiable {}
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed observable", "3️⃣ changed environment-object",
        "4️⃣ changed environment-object", "5️⃣ changed environment-object", "6️⃣ changed observed-object",
        "7️⃣ changed environment-object", "8️⃣ changed environment-object", "9️⃣ changed environment-object",
        "37:59 changed environment-object", "38:57 changed environment-object", "39:11 changed environment-object",
        "42:36 changed environment-object", "43:47 changed environment-object",
      ]
    )
  }

  @Test func injectedObjectIsKnownByItsKeyPath() async throws {
    try await Scenario(
      """
      import Injection
      import SwiftUI
      final class 1️⃣Router: ObservableObject {}
      final class 2️⃣Session: ObservableObject {}
      extension InjectedValues {
        var router: Router { Self[RouterKey.self] }
      }
      extension Container {
        var session: Factory<Session> { self { Session() } }
      }
      struct Main: View {
        @Injected(\\.router) private var main
        @Injected(\\.session) private var current
        3️⃣@ObservedObject var other = Container.shared.session()
        var body: some View {
          Screen().4️⃣environmentObject(main).5️⃣environmentObject(current)
        }
      }
      struct Screen: View {
        6️⃣@EnvironmentObject var router: Router
        7️⃣@EnvironmentObject var session: Session
      }
      """
    ).expect(
      """
      import Injection
      import SwiftUI
      @Observable
      final class Router {}
      @Observable
      final class Session {}
      extension InjectedValues {
        var router: Router { Self[RouterKey.self] }
      }
      extension Container {
        var session: Factory<Session> { self { Session() } }
      }
      struct Main: View {
        @Injected(\\.router) private var main
        @Injected(\\.session) private var current
        var other = Container.shared.session()
        var body: some View {
          Screen().environment(main).environment(current)
        }
      }
      struct Screen: View {
        @Environment(Router.self) var router
        @Environment(Session.self) var session
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed observable", "3️⃣ changed observed-object",
        "4️⃣ changed environment-object", "5️⃣ changed environment-object", "6️⃣ changed environment-object",
        "7️⃣ changed environment-object",
      ],
      compiles: false
    )
  }

  @Test func wrapperOfAnotherModuleForSuchObjectsNeedsADecision() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class Store: ObservableObject {}
      extension Container {
        var store: Factory<Store> { self { Store() } }
      }
      struct A: View {
        1️⃣@InjectedObject(\\.store) private var store
      }
      """
    ).expect(nil, findings: ["1️⃣ needs a decision state-object"], compiles: false)
  }

  @Test func propertyOfATypeThatEachPlatformDeclaresIsThatOfItsFile() async throws {
    try await Scenario(
      """
      --- Models.swift
      import SwiftUI
      final class 1️⃣Store: ObservableObject {}
      final class 2️⃣Mobile: ObservableObject {}
      struct A: View {
        3️⃣@EnvironmentObject var first: Store
        4️⃣@EnvironmentObject var second: Mobile
        var body: some View { Text("") }
      }
      --- Mac.swift
      import SwiftUI
      struct Main: View {
        let data = Store()
        var body: some View { A().5️⃣environmentObject(data) }
      }
      --- Phone.swift
      import SwiftUI
      struct Main: View {
        let data = Mobile()
        var body: some View { A().6️⃣environmentObject(data) }
      }
      """
    ).expect(
      """
      --- Models.swift
      import SwiftUI
      @Observable
      final class Store {}
      @Observable
      final class Mobile {}
      struct A: View {
        @Environment(Store.self) var first
        @Environment(Mobile.self) var second
        var body: some View { Text("") }
      }
      --- Mac.swift
      import SwiftUI
      struct Main: View {
        let data = Store()
        var body: some View { A().environment(data) }
      }
      --- Phone.swift
      import SwiftUI
      struct Main: View {
        let data = Mobile()
        var body: some View { A().environment(data) }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed observable", "3️⃣ changed environment-object",
        "4️⃣ changed environment-object", "5️⃣ changed environment-object", "6️⃣ changed environment-object",
      ],
      compiles: false
    )
  }

  @Test func wrappersOfLocalVariablesAreConverted() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 1️⃣M: ObservableObject {
        2️⃣@Published var text = ""
        3️⃣@Published var flag = false
      }
      struct V: View {
        4️⃣@ObservedObject var m: M
        var body: some View { Text(m.text) }
      }
      @MainActor func plain() -> V {
        5️⃣@ObservedObject var m = M()
        return V(m: m)
      }
      @MainActor func bound() -> some View {
        6️⃣@ObservedObject var m: M = M()
        return TextField("", text: $m.text)
      }
      #Preview {
        @Previewable 7️⃣@StateObject var m = M()
        @Previewable 8️⃣@ObservedObject var other = M()
        V(m: m)
        V(m: other)
        TextField("", text: $m.text)
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      final class M {
        var text = ""
        var flag = false
      }
      struct V: View {
        var m: M
        var body: some View { Text(m.text) }
      }
      @MainActor func plain() -> V {
        var m = M()
        return V(m: m)
      }
      @MainActor func bound() -> some View {
        @Bindable var m: M = M()
        return TextField("", text: $m.text)
      }
      #Preview {
        @Previewable @State var m = M()
        @Previewable @Bindable var other = M()
        V(m: m)
        V(m: other)
        TextField("", text: $m.text)
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed published", "4️⃣ changed observed-object",
        "5️⃣ changed observed-object", "6️⃣ changed observed-object", "7️⃣ changed state-object",
        "8️⃣ changed observed-object",
      ]
    )
  }

  @Test func localVariableOfUnknownTypeHoldsBackWhatHasTheMembersUsedOfIt() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class M: ObservableObject { @Published var text = "" }
      final class 1️⃣N: ObservableObject {}
      struct Container { func resolve() -> (M, Int) { (M(), 0) } }
      @MainActor func f(_ container: Container) {
        2️⃣@StateObject var m = container.resolve().0
        @StateObject var other = RemoteStore()
        print(m.text)
      }
      """
    ).expect(
      """
      import SwiftUI
      final class M: ObservableObject { @Published var text = "" }
      @Observable
      final class N {}
      struct Container { func resolve() -> (M, Int) { (M(), 0) } }
      @MainActor func f(_ container: Container) {
        @StateObject var m = container.resolve().0
        @StateObject var other = RemoteStore()
        print(m.text)
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ needs a decision state-object"],
      compiles: false
    )
  }

  @Test func focusedObjectBecomesFocusedValue() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 1️⃣A: ObservableObject {}
      final class 2️⃣B: ObservableObject {}
      final class C: ObservableObject { @Published var isOn = false }
      struct V: View {
        3️⃣@FocusedObject var a: A?
        @FocusedObject private var c: C?
        let b = B()
        var body: some View {
          Text("").4️⃣focusedSceneObject(b).5️⃣focusedObject(a)
        }
        var isOn: Binding<Bool>? { 6️⃣$c?.isOn }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      final class A {}
      @Observable
      final class B {}
      final class C: ObservableObject { @Published var isOn = false }
      struct V: View {
        @FocusedValue(A.self) var a
        @FocusedObject private var c: C?
        let b = B()
        var body: some View {
          Text("").focusedSceneValue(b).focusedValue(a)
        }
        var isOn: Binding<Bool>? { $c?.isOn }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed observable", "3️⃣ changed focused-object", "4️⃣ changed focused-object",
        "5️⃣ changed focused-object", "6️⃣ needs a decision publisher",
      ]
    )
  }

  @Test func focusedObjectInAFileWithoutOtherWordsIsSeen() async throws {
    try await Scenario(
      """
      --- M.swift
      import Combine
      final class 1️⃣M: ObservableObject {}
      --- Modifier.swift
      import SwiftUI
      extension View {
        func focused(_ m: M) -> some View { 2️⃣focusedSceneObject(m) }
      }
      """
    ).expect(
      """
      --- M.swift
      import Observation
      @Observable
      final class M {}
      --- Modifier.swift
      import SwiftUI
      extension View {
        func focused(_ m: M) -> some View { focusedSceneValue(m) }
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed focused-object"]
    )
  }

  @Test func wrapperOfAViewInAModelGoesWithOneFinding() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 1️⃣Child: ObservableObject { 2️⃣@Published var text = "" }
      final class 3️⃣Parent: ObservableObject {
        4️⃣@ObservedObject var child = Child()
        5️⃣@ObservedObject private var bound = Child()
        @MainActor var text: Binding<String> { $bound.text }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      final class Child { var text = "" }
      @Observable
      final class Parent {
        @ObservationIgnored var child = Child()
        @ObservationIgnored @Bindable private var bound = Child()
        @MainActor var text: Binding<String> { $bound.text }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed observable", "4️⃣ changed observed-object",
        "5️⃣ changed observed-object",
      ],
      language: "5"
    )
  }

  @Test func messageOfStateNamesNoTypeThatMayBeAnother() async throws {
    let results = try await Scenario(
      """
      import SwiftUI
      protocol Editing: 1️⃣ObservableObject {}
      final class 2️⃣Other: ObservableObject {}
      final class 3️⃣Editor: Editing {}
      struct V<E: Editing>: View {
        4️⃣@StateObject var editor: E
        var body: some View { Text("") }
      }
      """
    ).expect(
      """
      import SwiftUI
      protocol Editing: AnyObject, Observable {}
      @Observable
      final class Other {}
      @Observable
      final class Editor: Editing {}
      struct V<E: Editing>: View {
        @State var editor: E
        var body: some View { Text("") }
      }
      """,
      findings: [
        "1️⃣ changed constraint", "2️⃣ changed observable", "3️⃣ changed observable", "4️⃣ changed state-object",
      ]
    )
    let message = try #require(results.flatMap(\.findings).first { $0.rule == "state-object" }?.message)
    #expect(!message.contains("Editing") && !message.contains("Other"))
  }

  @Test func objectThatInheritsFromAnotherModuleKeepsItsWrapper() async throws {
    try await Scenario(
      """
      import SwiftUI
      @Observable
      final class Author: StoredObject {
        var name = ""
      }
      struct AuthorView: View {
        @ObservedObject var author: Author
        var body: some View { Text(author.name) }
      }
      """
    ).expect(nil, findings: [], compiles: false)
  }

  @Test func wrapperWhoseNameAViewGivesToATypeIsWrittenWithItsModule() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 1️⃣Store: ObservableObject {
        2️⃣@Published var count = 0
      }
      struct StoreView: View {
        enum State { case idle }
        enum Environment { case test }
        struct Bindable {}
        3️⃣@StateObject private var store = Store()
        4️⃣@EnvironmentObject var shared: Store
        5️⃣@ObservedObject var other: Store
        var body: some View {
          Stepper("Count", value: 6️⃣$shared.count)
          Stepper("Count", value: $other.count)
        }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      final class Store {
        var count = 0
      }
      struct StoreView: View {
        enum State { case idle }
        enum Environment { case test }
        struct Bindable {}
        @SwiftUI.State private var store = Store()
        @SwiftUI.Environment(Store.self) var shared
        @SwiftUI.Bindable var other: Store
        var body: some View {
          @SwiftUI.Bindable var shared = shared
          Stepper("Count", value: $shared.count)
          Stepper("Count", value: $other.count)
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed state-object",
        "4️⃣ changed environment-object", "5️⃣ changed observed-object", "6️⃣ changed environment-object",
      ]
    )
  }
}
