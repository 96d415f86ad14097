import ObservationMigration
import Testing

@Suite struct PublisherRuleTests {
  @Test func publishersThatAreUsedNeedADecision() async throws {
    try await Scenario(
      """
      import Combine
      final class Model: ObservableObject {
        @Published var name = ""
        @Published var age = 0
        var both: AnyPublisher<(String, Int), Never> { 1️⃣$name.combineLatest(2️⃣$age).eraseToAnyPublisher() }
      }
      final class Other: ObservableObject {
        @Published var title = ""
        @Published var count = 0
      }
      let path = \\Other.3️⃣$title
      func collect(_ other: Other) -> Any { other.4️⃣$count }
      final class 5️⃣Third: ObservableObject {
        6️⃣@Published var flag = false
      }
      """
    ).expect(
      """
      import Combine
      import Observation
      final class Model: ObservableObject {
        @Published var name = ""
        @Published var age = 0
        var both: AnyPublisher<(String, Int), Never> { $name.combineLatest($age).eraseToAnyPublisher() }
      }
      final class Other: ObservableObject {
        @Published var title = ""
        @Published var count = 0
      }
      let path = \\Other.$title
      func collect(_ other: Other) -> Any { other.$count }
      @Observable
      final class Third {
        var flag = false
      }
      """,
      findings: [
        "1️⃣ needs a decision publisher", "2️⃣ needs a decision publisher", "3️⃣ needs a decision publisher",
        "4️⃣ needs a decision publisher", "5️⃣ changed observable", "6️⃣ changed published",
      ],
      compiles: false
    )
  }

  @Test func publisherOfAnUnknownObjectHoldsBackThoseThatHaveIt() async throws {
    try await Scenario(
      """
      import Combine
      final class A: ObservableObject { @Published var name = "" }
      final class 1️⃣B: ObservableObject { 2️⃣@Published var other = "" }
      func f(_ pair: (A, Int)) {
        _ = pair.0.3️⃣$name
      }
      """
    ).expect(
      """
      import Combine
      import Observation
      final class A: ObservableObject { @Published var name = "" }
      @Observable
      final class B { var other = "" }
      func f(_ pair: (A, Int)) {
        _ = pair.0.$name
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed published", "3️⃣ needs a decision publisher"]
    )
  }

  @Test func publisherOfAnElementHoldsBackItsTypeOnly() async throws {
    try await Scenario(
      """
      import Combine
      final class Router: ObservableObject { @Published var isAtRoot = true }
      final class 1️⃣Other: ObservableObject { 2️⃣@Published var isAtRoot = true }
      final class Nav {
        var routers: [Int: Router] = [:]
        var pairs: [(Int, Router)] = []
        func start() {
          routers.values.forEach { router in _ = router.3️⃣$isAtRoot }
          for (_, router) in routers { _ = router.4️⃣$isAtRoot }
          routers.values.forEach({ _ = $0.5️⃣$isAtRoot })
          _ = routers.values.first { $0.isAtRoot }?.6️⃣$isAtRoot
        }
      }
      """
    ).expect(
      """
      import Combine
      import Observation
      final class Router: ObservableObject { @Published var isAtRoot = true }
      @Observable
      final class Other { var isAtRoot = true }
      final class Nav {
        var routers: [Int: Router] = [:]
        var pairs: [(Int, Router)] = []
        func start() {
          routers.values.forEach { router in _ = router.$isAtRoot }
          for (_, router) in routers { _ = router.$isAtRoot }
          routers.values.forEach({ _ = $0.$isAtRoot })
          _ = routers.values.first { $0.isAtRoot }?.$isAtRoot
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ needs a decision publisher",
        "4️⃣ needs a decision publisher", "5️⃣ needs a decision publisher", "6️⃣ needs a decision publisher",
      ]
    )
  }

  /// A set that begins empty, and a container that makes what it's asked for, tell the type of the object.
  @Test func publisherOfAnObjectOfKnownTypeHoldsBackNoOther() async throws {
    try await Scenario(
      """
      import Combine
      final class Router: ObservableObject { @Published var isAtRoot = true }
      final class Page: ObservableObject { @Published var isAtRoot = true }
      final class 1️⃣Other: ObservableObject { 2️⃣@Published var isAtRoot = true }
      final class Container { func resolve<T>(_ type: T.Type) -> T? { nil } }
      final class Nav {
        private var routers = Set<Set<ObjectIdentifier>>()
        private var pages = Array<Page>()
        let container = Container()
        func start() {
          for page in pages { _ = page.3️⃣$isAtRoot }
          _ = container.resolve(Router.self)!.4️⃣$isAtRoot
          routers.removeAll()
        }
      }
      """
    ).expect(
      """
      import Combine
      import Observation
      final class Router: ObservableObject { @Published var isAtRoot = true }
      final class Page: ObservableObject { @Published var isAtRoot = true }
      @Observable
      final class Other { var isAtRoot = true }
      final class Container { func resolve<T>(_ type: T.Type) -> T? { nil } }
      final class Nav {
        private var routers = Set<Set<ObjectIdentifier>>()
        private var pages = Array<Page>()
        let container = Container()
        func start() {
          for page in pages { _ = page.$isAtRoot }
          _ = container.resolve(Router.self)!.$isAtRoot
          routers.removeAll()
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ needs a decision publisher",
        "4️⃣ needs a decision publisher",
      ]
    )
  }

  @Test func methodThatReturnsSomethingElseThanItIsAskedForIsBelieved() {
    let source = """
      import SwiftUI
      final class Box<Value> { var count = 0 }
      final class Child: ObservableObject { @Published var count = 0 }
      final class Loader { func resolve<Value>(_ type: Value.Type) -> Box<Value> { Box() } }
      final class Model: ObservableObject {
        let loader = Loader()
        lazy var box = loader.resolve(Child.self)
        func load() { objectWillChange.send(); box.count += 1 }
      }
      struct ModelView: View {
        @ObservedObject var model: Model
        var body: some View { Text("\\(model.box.count)") }
      }
      """
    let result = Migration().recorded([SourceFile(path: "File.swift", text: source)])[0]
    #expect(result.migrated.contains("objectWillChange.send(); box.count += 1"))
  }

  @Test func keyPathToAWrapperOfAnotherTypeHoldsNothingBack() async throws {
    try await Scenario(
      """
      import AppIntents
      import Combine
      final class 1️⃣Store: ObservableObject {
        2️⃣@Published var server = ""
        3️⃣@Published var state = 0
      }
      struct OpenServer: AppIntent {
        @Parameter(title: "Server") var server: String
        static var parameterSummary: some ParameterSummary {
          Summary("Open") { \\.$server }
        }
      }
      struct Machine: AppEntity {
        @Property(title: "State") var state: Int
      }
      let sorting = Property(\\Machine.$state)
      let other = \\Remote.$state
      """
    ).expect(
      """
      import AppIntents
      import Observation
      @Observable
      final class Store {
        var server = ""
        var state = 0
      }
      struct OpenServer: AppIntent {
        @Parameter(title: "Server") var server: String
        static var parameterSummary: some ParameterSummary {
          Summary("Open") { \\.$server }
        }
      }
      struct Machine: AppEntity {
        @Property(title: "State") var state: Int
      }
      let sorting = Property(\\Machine.$state)
      let other = \\Remote.$state
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed published"],
      compiles: false
    )
  }

  @Test(
    arguments: [
      ("", true), ("let model: Store? = nil", false),
      ("final class Other: ObservableObject { @Published var name = 1 }", false),
    ]
  )
  func keyPathWithoutATypeIsThatOfAWrapperWhereNoModelIsMentioned(_ declaration: String, isConverted: Bool) {
    let store = """
      import Combine
      final class Store: ObservableObject { @Published var name = "" }
      """
    let query = """
      import AppIntents
      import Combine
      \(declaration)
      struct Query: EntityPropertyQuery {
        func sort(_ sorting: EntityQuerySort<Machine>) {
          switch sorting.by {
          case \\.$name: print("name")
          default: break
          }
        }
      }
      """
    let machine = "import AppIntents\nstruct Machine: AppEntity { @Property(title: \"Name\") var name: String }"
    let files = [("Store.swift", store), ("Query.swift", query), ("Machine.swift", machine)]
    let results = Migration().recorded(files.map { SourceFile(path: $0, text: $1) })
    #expect(results[0].classes.map(\.isConverted) == [isConverted])
  }

  @Test func projectionThatIsHandedOnNeedsADecision() async throws {
    try await Scenario(
      """
      import SwiftUI
      final class Account: ObservableObject {
        @Published var name = ""
      }
      struct A: View {
        @StateObject var account = Account()
        func use(_ wrapper: ObjectWrapper<Account>) {}
        func go() { use(1️⃣$account) }
        func storage() -> Any { 2️⃣_account }
      }
      """
    ).expect(nil, findings: ["1️⃣ needs a decision publisher", "2️⃣ needs a decision wrapper-access"])
  }

  @Test func keyPathToAnotherWrapperConcernsNoModel() async throws {
    try await Scenario(
      """
      import Combine
      @propertyWrapper struct Parameter<Value> {
        var wrappedValue: Value
        var projectedValue: Parameter { self }
      }
      final class 1️⃣Server: ObservableObject {
        2️⃣@Published var name = ""
        3️⃣@Published var state = 1
      }
      struct Entity { @Parameter var state = 1 }
      struct Intent {
        @Parameter var name = ""
        static var summary: [PartialKeyPath<Intent>] { [\\.$name] }
        static var query: [PartialKeyPath<Entity>] { [\\Entity.$state] }
      }
      """
    ).expect(
      """
      import Observation
      @propertyWrapper struct Parameter<Value> {
        var wrappedValue: Value
        var projectedValue: Parameter { self }
      }
      @Observable
      final class Server {
        var name = ""
        var state = 1
      }
      struct Entity { @Parameter var state = 1 }
      struct Intent {
        @Parameter var name = ""
        static var summary: [PartialKeyPath<Intent>] { [\\.$name] }
        static var query: [PartialKeyPath<Entity>] { [\\Entity.$state] }
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed published"]
    )
  }
}
