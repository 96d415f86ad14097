import Testing

@testable import ObservationMigration

/// Does code change an untracked value when a model announces something that a view doesn't read?
@Suite struct JointChangesTests {
  /// Code of the model, and code beside it.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The observers of the announced property.
    var observers = ""
    var members = ""
    var code = ""
    let changesBoth: Bool
  }

  /// Whether some code changes the value of a plain object, or the user's defaults, and what the model announces, but not
  /// the property that the view reads.
  private func changesBoth(_ sources: Case) throws -> Bool {
    let project = analysed(
      """
      import Combine
      import Foundation
      final class Plain {
        var value = 0
        func change() { value += 1 }
      }
      final class Model: ObservableObject {
        @Published var count = 0 \(sources.observers)
        @Published var shown = 0
        let plain = Plain()
        \(sources.members)
      }
      \(sources.code)
      """
    )
    let (plain, model) = (try #require(project.type("Plain")), try #require(project.type("Model")))
    return project.jointChanges.mayChange(
      [JointChanges.Variable(name: "value", type: plain), .defaults],
      with: [JointChanges.Variable(name: "count", type: model), .announcement(of: model)],
      apartFrom: [JointChanges.Variable(name: "shown", type: model)]
    )
  }

  @Test(arguments: [
    Case(
      testDescription: "one function",
      members: "func both() { count = 1; plain.value = 1 }",
      changesBoth: true
    ),
    Case(
      testDescription: "a function for each",
      members: "func one() { count = 1 }; func other() { plain.value = 1 }",
      changesBoth: false
    ),
    Case(
      testDescription: "a pipeline assigns the property that the view reads",
      members: """
        init() { $count.map { $0 + 1 }.assign(to: &$shown) }
        func both() { count = 1; plain.value = 1 }
        """,
      changesBoth: false
    ),
    Case(
      testDescription: "one of two subscriptions of an initializer changes the property that the view reads",
      members: """
        @Published var input = 0
        init() {
          $count.sink { print($0) }.store(in: &bag)
          $input.sink { [weak self] in self?.shown = $0 }.store(in: &bag)
        }
        var bag: Set<AnyCancellable> = []
        func both() { count = 1; plain.value = 1 }
        """,
      changesBoth: true
    ),
    Case(
      testDescription: "a variable of another class has the name",
      code: "final class Other { var value = 0; func both(_ model: Model) { model.count = 1; value = 1 } }",
      changesBoth: false
    ),
    Case(
      testDescription: "a test",
      code: "import XCTest; func test(_ model: Model) { model.count = 1; model.plain.value = 1 }",
      changesBoth: false
    ),
    Case(
      testDescription: "one call",
      members: "func both() { count = 1; plain.change() }",
      changesBoth: true
    ),
    Case(
      testDescription: "two calls",
      members: "func both() { count = 1; second() }; func second() { plain.change() }",
      changesBoth: true
    ),
    Case(
      testDescription: "three calls",
      members: "func both() { count = 1; second() }; func second() { third() }; func third() { plain.change() }",
      changesBoth: true
    ),
    Case(
      testDescription: "four calls",
      members: """
        func both() { count = 1; second() }; func second() { third() }; func third() { fourth() }
        func fourth() { plain.change() }
        """,
      changesBoth: false
    ),
    Case(
      testDescription: "calls that lead to both",
      members: "func both() { add(); plain.change() }; func add() { count += 1 }",
      changesBoth: true
    ),
    Case(
      testDescription: "a call that changes a structure",
      members: "func both() { count.add(); plain.change() }",
      code: "extension Int { mutating func add() { self += 1 } }; struct Sum { mutating func add() {} }",
      changesBoth: true
    ),
    Case(
      testDescription: "a call through a protocol",
      members: "let changing: any Changing; func both() { count = 1; changing.change() }",
      code: "protocol Changing { func change() }; extension Plain: Changing {}",
      changesBoth: true
    ),
  ]) func functionsChangeBothThemselvesOrThroughCalls(_ sources: Case) throws {
    #expect(try changesBoth(sources) == sources.changesBoth)
  }

  @Test(arguments: [
    Case(
      testDescription: "an observer of the announced property",
      observers: "{ didSet { plain.value = count } }",
      members: "func add() { count += 1 }",
      changesBoth: true
    ),
    Case(
      testDescription: "an observer of a property that a control changes through a binding",
      observers: "{ didSet { plain.value = count } }",
      code: "func control(_ model: Bindable<Model>) { show(model.count) }",
      changesBoth: true
    ),
    Case(
      testDescription: "an observer of another property",
      members: "var other = 0 { didSet { plain.value = other } }; func both() { count = 1; other = 1 }",
      changesBoth: true
    ),
    Case(
      testDescription: "a setter",
      members: "var other: Int { get { 0 } set { plain.value = newValue } }; func both() { count = 1; other = 1 }",
      changesBoth: true
    ),
    Case(
      testDescription: "a read of the property runs no setter",
      members: "var other: Int { get { 0 } set { plain.value = newValue } }; func both() { count = other }",
      changesBoth: false
    ),
  ]) func assignmentsRunObserversAndSetters(_ sources: Case) throws {
    #expect(try changesBoth(sources) == sources.changesBoth)
  }

  /// Code of a model that subscribes to the notification `moved`.
  private static let receivers = [
    "init() { center.addObserver(self, selector: #selector(react), name: .moved, object: nil) }; @objc func react() { % }",
    "init() { center.addObserver(forName: .moved, object: nil, queue: nil) { [weak self] _ in self?.% } }",
    "init() { center.publisher(for: .moved).sink { [weak self] _ in self?.% }.store(in: &bag) }",
    "func watch() { center.publisher(for: .moved).sink { [weak self] _ in self?.% }.store(in: &bag) }",
    "func watch() async { for await _ in center.notifications(named: .moved) { % } }",
  ]

  @Test(arguments: receivers, [true, false]) func notificationsLeadToTheirReceivers(_ receiver: String, isPosted: Bool)
    throws
  {
    let sources = Case(
      testDescription: "a notification",
      members: """
        func move() { count = 1; NotificationCenter.default.post(name: \(isPosted ? ".moved" : ".other"), object: nil) }
        """,
      code: """
        extension Notification.Name {
          static let moved = Notification.Name("moved")
          static let other = Notification.Name("other")
        }
        final class Watcher: NSObject {
          let center = NotificationCenter.default
          let plain = Plain()
          var bag: Set<AnyCancellable> = []
          \(receiver.replacing("%", with: "plain.value = 1"))
        }
        """,
      changesBoth: isPosted
    )
    #expect(try changesBoth(sources) == isPosted)
  }

  @Test(arguments: [
    Case(
      testDescription: "a subscription in an initializer",
      members: """
        var bag: Set<AnyCancellable> = []; func add() { count += 1 }
        init() { $count.sink { [weak self] in self?.plain.value = $0 }.store(in: &bag) }
        """,
      changesBoth: true
    ),
    Case(
      testDescription: "a subscription of another object",
      members: "func add() { count += 1 }",
      code: """
        final class Watcher {
          let plain = Plain()
          var bag: Set<AnyCancellable> = []
          func watch(_ model: Model) { model.$count.sink { [weak self] in self?.plain.value = $0 }.store(in: &bag) }
        }
        """,
      changesBoth: true
    ),
    Case(
      testDescription: "a publisher passed on",
      members: "func add() { count += 1 }; func start(_ watcher: Watcher) { watcher.watch($count) }",
      code: """
        final class Watcher {
          let plain = Plain()
          func watch(_ counts: Published<Int>.Publisher) { plain.value = 1 }
        }
        """,
      changesBoth: true
    ),
    Case(
      testDescription: "a subscription to another property",
      members: """
        var bag: Set<AnyCancellable> = []; func add() { count += 1 }
        init() { $shown.sink { [weak self] in self?.plain.value = $0 }.store(in: &bag) }
        """,
      changesBoth: false
    ),
  ]) func changesLeadToSubscriptions(_ sources: Case) throws {
    #expect(try changesBoth(sources) == sources.changesBoth)
  }

  /// The closure runs once in the initializer, when nothing shows the object, and again with each change.
  @Test func subscriptionInAnInitializerChangesItsOwnObjectLater() throws {
    let project = analysed(
      """
      import Combine
      final class Source: ObservableObject {
        @Published var input = 0
        @Published private(set) var output = 0
        var bag: Set<AnyCancellable> = []
        init() { $input.sink { [weak self] in self?.output = $0 }.store(in: &bag) }
      }
      final class Model: ObservableObject { @Published var count = 0 }
      func change(_ source: Source, _ model: Model) { source.input = 1; model.count = 1 }
      """
    )
    let output = JointChanges.Variable(name: "output", type: project.type("Source"))
    let count = JointChanges.Variable(name: "count", type: project.type("Model"))
    #expect(project.jointChanges.mayChange([output], with: [count], apartFrom: []))
  }

  @Test(arguments: [
    Case(
      testDescription: "an initializer of the model",
      members: "init() { count = 1; plain.value = 1 }",
      changesBoth: false
    ),
    Case(
      testDescription: "an initializer of the object",
      code: "extension Plain { convenience init(_ model: Model) { self.init(); value = 1; model.count = 1 } }",
      changesBoth: false
    ),
    Case(
      testDescription: "an initializer that changes other objects",
      code: "final class Start { init(_ model: Model, _ plain: Plain) { plain.value = 1; model.count = 1 } }",
      changesBoth: true
    ),
    Case(
      testDescription: "a closure in an initializer",
      members: "init(_ center: Center) { center.observe { [weak self] in self?.count = 1; self?.plain.value = 1 } }",
      changesBoth: true
    ),
  ]) func newObjectsAreNotShown(_ sources: Case) throws {
    #expect(try changesBoth(sources) == sources.changesBoth)
  }

  @Test(arguments: [
    Case(
      testDescription: "the same function",
      members: "func all() { count = 1; plain.value = 1; shown = 1 }",
      changesBoth: false
    ),
    Case(
      testDescription: "a called function",
      members: "func all() { count = 1; plain.value = 1; show() }; func show() { shown = 1 }",
      changesBoth: false
    ),
    Case(
      testDescription: "one of two functions",
      members: "func all() { count = 1; plain.value = 1; shown = 1 }; func both() { count = 2; plain.value = 2 }",
      changesBoth: true
    ),
  ]) func whatChangesWithAReadPropertyIsUpToDate(_ sources: Case) throws {
    #expect(try changesBoth(sources) == sources.changesBoth)
  }

  @Test(arguments: [
    Case(
      testDescription: "the standard defaults",
      members: "func both() { count = 1; UserDefaults.standard.set(1, forKey: \"count\") }",
      changesBoth: true
    ),
    Case(
      testDescription: "defaults in a property",
      members: "let defaults = UserDefaults.standard; func both() { count = 1; defaults.set(1, forKey: \"count\") }",
      changesBoth: true
    ),
    Case(
      testDescription: "defaults that are only read",
      members: "func load() { count = UserDefaults.standard.integer(forKey: \"count\") }",
      changesBoth: false
    ),
    Case(
      testDescription: "an announcement of the model",
      members: "func both() { objectWillChange.send(); plain.value = 1 }",
      changesBoth: true
    ),
    Case(
      testDescription: "an announcement of another model",
      code: """
        final class Other: ObservableObject {
          func both(_ plain: Plain) { objectWillChange.send(); plain.value = 1 }
        }
        """,
      changesBoth: false
    ),
  ]) func defaultsAndAnnouncementsCount(_ sources: Case) throws {
    #expect(try changesBoth(sources) == sources.changesBoth)
  }
}
