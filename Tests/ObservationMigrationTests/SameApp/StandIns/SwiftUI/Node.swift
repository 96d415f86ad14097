/// A view that has a body, at its place among the others, with what it keeps from one evaluation to the next.
///
/// Its body is evaluated again after an observed object has announced a change, after something observable has changed that it
/// read, after a change of state that it read, and when the view around it gave it other inputs. There is no other cause.
@MainActor final class Node {
  /// The view whose body is being evaluated.
  static private(set) weak var current: Node?

  let path: String
  private(set) var contents: Contents?
  private(set) var children: [(child: Contents.Child, node: Node)] = []
  private(set) var environment: EnvironmentChanges
  /// How often the body was evaluated.
  private(set) var evaluation = 0

  /// When the body was evaluated.
  private var turn = 0
  private let depth: Int
  /// Nil for a view that is only looked at.
  private weak var graph: ViewGraph?
  private var view: any View
  private var isInvalid = false
  private var storage: [String: Any] = [:]
  private var observed: [String: (object: AnyObject, cancellable: AnyCancellable)] = [:]
  private var changes: [String: Any] = [:]
  private var appeared: Set<String> = []
  private var subscriptions: [String: (publisher: Any, cancellable: AnyCancellable)] = [:]

  init(_ view: any View, path: String, depth: Int, environment: EnvironmentChanges, in graph: ViewGraph?) {
    self.view = view
    self.path = path
    self.depth = depth
    self.environment = environment
    self.graph = graph
    invalidate()
  }

  /// The body has to be evaluated again.
  func invalidate() {
    if isInvalid { return }
    isInvalid = true
    graph?.enqueue(self, depth: depth)
  }

  /// The same, if it wasn't evaluated since.
  func invalidate(after evaluation: Int) {
    if evaluation == self.evaluation { invalidate() }
  }

  // MARK: - What is kept

  func stored<Value>(_ name: String, _ make: () -> Value) -> Value {
    if let value = storage[name] as? Value { return value }
    let value = make()
    storage[name] = value
    return value
  }

  func observe(_ object: some ObservableObject, as name: String) {
    if graph == nil || observed[name]?.object === object { return }
    let cancellable = object.objectWillChange.attach { [weak self] _ in
      MainActor.assumeIsolated { self?.invalidate() }
    }
    observed[name] = (object, cancellable)
  }

  // MARK: - Evaluation

  func evaluate() {
    guard isInvalid else { return }
    isInvalid = false
    evaluation += 1
    turn = graph?.turn ?? 0
    let evaluation = evaluation
    Self.current = self
    let contents = withObservationTracking {
      body()
    } onChange: { [weak self] in
      MainActor.assumeIsolated { self?.invalidate(after: evaluation) }
    }
    Self.current = nil
    self.contents = contents
    update(contents)
    start(contents)
  }

  /// What the body makes now.
  private func body() -> Contents {
    for (name, property) in Self.dynamicProperties(of: view) { property.install(in: self, as: name) }
    return Contents(of: Self.body(of: view))
  }

  private static func body(of view: some View) -> any View { view.body }

  private static func dynamicProperties(of view: any View) -> [(name: String, property: any DynamicProperty)] {
    Mirror(reflecting: view).children.compactMap { child in
      (child.value as? any DynamicProperty).map { (child.label ?? "", $0) }
    }
  }

  private func update(_ contents: Contents) {
    let old = Dictionary(uniqueKeysWithValues: children.map { ($0.node.path, $0.node) })
    children = contents.children.map { child in
      let path = self.path(of: child)
      let environment = environment(of: child)
      guard let node = old[path] else {
        return (child, Node(child.view, path: path, depth: depth + 1, environment: environment, in: graph))
      }
      node.update(child.view, environment)
      return (child, node)
    }
  }

  /// With the name of its type, but for what is behind the last underscore.
  private func path(of child: Contents.Child) -> String {
    let name = String(describing: type(of: child.view)).prefix { $0 != "<" }
    return "\(path)/\(child.path) \(name[..<(name.lastIndex(of: "_") ?? name.endIndex)])"
  }

  private func environment(of child: Contents.Child) -> EnvironmentChanges {
    environment.merging(child.environment) { $1 }
  }

  private func update(_ view: any View, _ environment: EnvironmentChanges) {
    if !areSame(self.view, view) {
      self.view = view
      invalidate()
    }
    update(environment)
  }

  private func update(_ environment: EnvironmentChanges) {
    let old = self.environment
    if old.count == environment.count, old.allSatisfy({ environment[$0.key] === $0.value }) { return }
    self.environment = environment
    let keys = Self.dynamicProperties(of: view).compactMap { ($0.property as? any EnvironmentReader)?.key }
    if keys.contains(where: { old[$0] !== environment[$0] }) { invalidate() }
    for (child, node) in children { node.update(self.environment(of: child)) }
  }

  /// Begins what the modifiers ask for.
  private func start(_ contents: Contents) {
    for (path, action) in contents.appearances.sorted(by: { $0.key < $1.key }) where appeared.insert(path).inserted {
      graph?.perform(action)
    }
    appeared.formIntersection(contents.appearances.keys)
    for (path, change) in contents.changes.sorted(by: { $0.key < $1.key }) {
      if let old = changes[path] {
        if let action = change.action(old) { graph?.perform(action) }
      } else if change.isInitial {
        graph?.perform(change.first)
      }
    }
    changes = contents.changes.mapValues(\.value)
    subscriptions = subscriptions.filter { contents.subscriptions[$0.key] != nil }
    for (path, subscription) in contents.subscriptions.sorted(by: { $0.key < $1.key }) {
      if let old = subscriptions[path], areSame(old.publisher, subscription.publisher) { continue }
      graph?.perform { [weak self] in
        let cancellable = subscription.attach { value in
          // What the body of the last evaluation says.
          MainActor.assumeIsolated { self?.contents?.subscriptions[path]?.action(value) }
        }
        self?.subscriptions[path] = (subscription.publisher, cancellable)
      }
    }
  }

  // MARK: - What would be shown if all bodies were evaluated now

  /// What a view and those below it show and let the user change, by paths.
  @MainActor struct Outline {
    var texts: [String: [String]] = [:]
    /// When their bodies were evaluated, those of the views around them first.
    var turns: [String: [Int]] = [:]
    var controls: [String: (Int) -> Void] = [:]

    fileprivate mutating func add(_ node: Node, _ contents: Contents) {
      texts[node.path] = contents.texts
      if let control = node.view as? any Control { controls[node.path] = control.change }
      for (path, action) in contents.controls { controls["\(node.path)/\(path)"] = { _ in action() } }
    }
  }

  /// As it was when the bodies were evaluated.
  func addShown(to outline: inout Outline, around turns: [Int] = []) {
    if let contents { outline.add(self, contents) }
    outline.turns[path] = turns + [turn]
    for (_, node) in children { node.addShown(to: &outline, around: turns + [turn]) }
  }

  /// As it would be if all bodies were evaluated now. Nothing of it is kept or followed.
  func addCurrent(to outline: inout Outline) {
    copy(view, environment).addAll(to: &outline)
  }

  private func addAll(to outline: inout Outline) {
    let contents = body()
    outline.add(self, contents)
    let nodes = Dictionary(uniqueKeysWithValues: children.map { ($0.node.path, $0.node) })
    for child in contents.children {
      let path = self.path(of: child)
      let environment = environment(of: child)
      let node =
        nodes[path]?.copy(child.view, environment)
        ?? Node(child.view, path: path, depth: depth + 1, environment: environment, in: nil)
      node.addAll(to: &outline)
    }
  }

  /// A view with the same state that no graph knows.
  private func copy(_ view: any View, _ environment: EnvironmentChanges) -> Node {
    let copy = Node(view, path: path, depth: depth, environment: environment, in: nil)
    copy.storage = storage
    copy.children = children
    return copy
  }
}
