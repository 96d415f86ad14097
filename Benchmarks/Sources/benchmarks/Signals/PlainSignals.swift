/// The floor: what a program does that knows the graph. A write calls the closures of all that it may concern, in order.
final class PlainSignals<Value>: SignalGraph {
  final class Node {
    fileprivate let number: Int
    fileprivate var value: Value?
    fileprivate let run: (() -> Void)?
    fileprivate var readers: [Node] = []
    /// What a write has to call; nil until that is known.
    fileprivate var plan: [() -> Void]?

    fileprivate init(_ number: Int, _ value: Value?, _ run: (() -> Void)?) {
      self.number = number
      self.value = value
      self.run = run
    }
  }

  private final class Target {
    /// Kept alive by the graph, and read by nobody once that has gone: a weak reference would cost more than a computation.
    unowned(unsafe) var node: Node?
  }

  private var count = 0
  private var effects: [Node] = []
  private var all: [Node] = []
  private var written: [Node]?
  private var plans: [[Int]: [() -> Void]] = [:]

  private func add(_ value: Value?, readers inputs: [Node], _ run: (() -> Void)?) -> Node {
    let node = Node(count, value, run)
    count += 1
    for input in inputs { input.readers.append(node) }
    all.append(node)
    return node
  }

  func source(_ value: Value) -> Node {
    add(value, readers: [], nil)
  }

  func derived(from inputs: [Node], _ compute: @escaping () -> Value) -> Node {
    let target = Target()
    let node = add(nil, readers: inputs) { unsafe target.node?.value = compute() }
    unsafe target.node = node
    return node
  }

  func effect(on inputs: [Node], _ body: @escaping () -> Void) {
    for input in inputs where input.value == nil { _ = read(input) }
    effects.append(add(nil, readers: inputs, body))
    body()
  }

  @inline(__always)
  func read(_ node: Node) -> Value {
    if let value = node.value { return value }
    node.run?()
    guard let value = node.value else { preconditionFailure("A node has no value.") }
    return value
  }

  func write(_ value: Value, to node: Node) {
    node.value = value
    if written != nil {
      written?.append(node)
      return
    }
    if node.plan == nil { node.plan = plan(from: [node]) }
    for closure in node.plan ?? [] { closure() }
  }

  func batch(_ body: () -> Void) {
    written = []
    body()
    guard let nodes = written.take() else { return }
    if nodes.count == 1 { return write(read(nodes[0]), to: nodes[0]) }
    let numbers = nodes.map(\.number)
    let plan = plans[numbers] ?? plan(from: nodes)
    plans[numbers] = plan
    for closure in plan { closure() }
  }

  /// What depends on these nodes, and leads to an effect, in the order in which it was made.
  private func plan(from nodes: [Node]) -> [() -> Void] {
    let effects = Set(effects.map(\.number))
    var isNeeded = Array(repeating: false, count: count)
    for node in all.reversed() {
      isNeeded[node.number] = effects.contains(node.number) || node.readers.contains { isNeeded[$0.number] }
    }
    var isReached = Array(repeating: false, count: count)
    for node in nodes { isReached[node.number] = true }
    var plan: [() -> Void] = []
    for node in all where isReached[node.number] {
      for reader in node.readers { isReached[reader.number] = true }
      if isNeeded[node.number], let run = node.run { plan.append(run) }
    }
    return plan
  }

  func end() {
    (effects, all, plans) = ([], [], [:])
  }
}
