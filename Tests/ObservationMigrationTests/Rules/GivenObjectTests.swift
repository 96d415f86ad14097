import ObservationMigration
import Testing

/// Objects that are put into the environment.
@Suite struct GivenObjectTests {
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
        @Environment(Known.self) var known: Known?
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
        @Environment(RelayService.self) var service: RelayService?
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
        @Environment(Post.self) var post: Post?
        @Environment(Comment.self) var comment: Comment?
        @Environment(Theme.self) var theme: Theme?
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

  @Test func localNameMeansNothingInItsOwnValueNorBehindItsGetter() async throws {
    try await Scenario(
      """
      --- Account.swift
      import SwiftUI
      final class 0️⃣Account: ObservableObject {}
      struct A: View {
        1️⃣@EnvironmentObject var account: Account
      }
      struct B: View {
        let account = Account()
        var title: String {
          let account = "B"
          return account
        }
        var body: some View { A().2️⃣environmentObject(account) }
        var row: some View {
          let account = A().3️⃣environmentObject(account)
          return account
        }
      }
      """
    ).expect(
      """
      --- Account.swift
      import SwiftUI
      @Observable
      final class Account {}
      struct A: View {
        @Environment(Account.self) var account: Account?
      }
      struct B: View {
        let account = Account()
        var title: String {
          let account = "B"
          return account
        }
        var body: some View { A().environment(account) }
        var row: some View {
          let account = A().environment(account)
          return account
        }
      }
      """,
      findings: [
        "0️⃣ changed observable", "1️⃣ changed environment-object", "2️⃣ changed environment-object",
        "3️⃣ changed environment-object",
      ]
    )
  }

  @Test func resultOfAGenericFunctionIsAnArgument() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class 0️⃣Account: ObservableObject {
        1️⃣@Published var name = ""
      }
      func configured<Value: AnyObject>(
        _ name: String, _ value: Value, by change: (Value) -> Void
      ) -> Value {
        change(value)
        return value
      }
      func made<T>(_ isNew: Bool = true, as type: T.Type) -> T { fatalError() }
      struct A: View {
        2️⃣@EnvironmentObject var account: Account
        var body: some View { Text(account.name) }
      }
      struct B: View {
        3️⃣@StateObject var account = made(as: Account.self)
        var body: some View {
          A().4️⃣environmentObject(account)
          A().5️⃣environmentObject(configured("", Account()) { $0.name = "a" })
        }
        func row() -> some View {
          let account = Account()
          let other = configured("", account, by: { _ in })
          return A().6️⃣environmentObject(other)
        }
      }
      """
    ).expect(
      """
      import SwiftUI
      @Observable
      final class Account {
        var name = ""
      }
      func configured<Value: AnyObject>(
        _ name: String, _ value: Value, by change: (Value) -> Void
      ) -> Value {
        change(value)
        return value
      }
      func made<T>(_ isNew: Bool = true, as type: T.Type) -> T { fatalError() }
      struct A: View {
        @Environment(Account.self) var account
        var body: some View { Text(account.name) }
      }
      struct B: View {
        @State var account = made(as: Account.self)
        var body: some View {
          A().environment(account)
          A().environment(configured("", Account()) { $0.name = "a" })
        }
        func row() -> some View {
          let account = Account()
          let other = configured("", account, by: { _ in })
          return A().environment(other)
        }
      }
      """,
      findings: [
        "0️⃣ changed observable", "1️⃣ changed published", "2️⃣ changed environment-object", "3️⃣ changed state-object",
        "4️⃣ changed environment-object", "5️⃣ changed environment-object", "6️⃣ changed environment-object",
      ]
    )
  }

  @Test(
    "A given object of unknown type is reported, also if each type is given elsewhere",
    arguments: ["copied(account)", "makers.identity(account)", "same(account)"]
  ) func unknownResultIsReported(object: String) {
    let results = Migration().recorded([
      SourceFile(
        path: "A.swift",
        text: """
          import SwiftUI
          import Copying
          final class Account: ObservableObject {
            @Published var name = ""
          }
          struct Makers { func identity<T>(_ value: T) -> T { value } }
          func same<T>(_ closure: @autoclosure () -> T) -> T { closure() }
          let makers = Makers()
          struct A: View {
            @EnvironmentObject var account: Account
            var body: some View { Text(account.name) }
          }
          struct B: View {
            let account = Account()
            var body: some View {
              A().environmentObject(account)
              A().environmentObject(\(object))
            }
          }
          """
      )
    ])
    let left = results.flatMap(\.findings).filter { $0.state == .needsDecision }.map(\.message)
    #expect(
      left == [
        """
        The type of `\(object)` isn't known here, and the object is still given by `environmentObject`: if its type is \
        converted, write `.environment(…)`.
        """
      ]
    )
  }

  /// The type of the object is the argument of a generic class, which no annotation names.
  @Test(
    arguments: [
      "@StateObject private var post = Post(id: 1)\n  var body: some View { Row().environmentObject(post.media!) }",
      "@StateObject private var post = Entity<Media>(id: 1)\n  var body: some View { Row().environmentObject(post.media!) }",
      "@StateObject private var posts = Box<Post>()\n  var body: some View { ForEach(posts.items) { post in Row().environmentObject(post.media!) } }",
      "var body: some View { let post = Post(id: 1)\n  Row().environmentObject(post.media!) }",
    ]
  )
  func objectOfAGenericTypeIsGivenByItsType(_ members: String) {
    let results = Migration().recorded([
      SourceFile(
        path: "Rows.swift",
        text: """
          import SwiftUI
          class Entity<Value: Hashable>: ObservableObject, Identifiable { @Published var media: Value?; init(id: Int) {} }
          class Media: ObservableObject, Hashable { @Published var size = 0 }
          typealias Post = Entity<Media>
          class Box<Item: ObservableObject>: ObservableObject { @Published var items: [Item] = [] }
          struct Row: View { @EnvironmentObject var item: Media; var body: some View { Text("\\(item.size)") } }
          struct Page: View {
            \(members)
          }
          """
      )
    ])
    #expect(results[0].migrated.contains("Row().environment(post.media!)"))
  }

  /// A protocol of another module says nothing of the object that a generic function gives.
  @Test func objectOfAnUnknownGenericTypeIsADecision() {
    let text = """
      import SwiftUI
      class Media: ObservableObject, Hashable { @Published var size = 0 }
      class Entity<Value: Hashable>: ObservableObject { @Published var value: Value? }
      struct Row: View { @EnvironmentObject var item: Media; var body: some View { Text("\\(item.size)") } }
      struct Page: View {
        let entity = Factory.entity()
        var body: some View { Row().environmentObject(entity.value!) }
      }
      enum Factory { static func entity() -> Entity { fatalError() } }
      """
    let findings = Migration().recorded([SourceFile(path: "Rows.swift", text: text)]).flatMap(\.findings)
    #expect(
      findings.contains { $0.rule == "environment-object" && $0.message.hasPrefix("The type of `entity.value!`") }
    )
  }
}
