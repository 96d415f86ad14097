@testable import ObservationBridge

/// What the engine runs, and the checks of what it reads and computes.
extension RandomGraph {
  func pass(of reader: Reader, _ event: borrowing ObservationEvent) {
    let value = try? reader.formula.value(Self.read, untracked: compareUntracked)
    events.append(.pass(of: reader.number, value: value))
    if let target = reader.target, reader.mayWrite {
      reader.mayWrite = false
      write(target.source, target.value)
    }
    if reader.cleansUp {
      event.cleanup { [unowned self, unowned reader] in events.append(.cleanup(of: reader.number)) }
    }
    if let inner = reader.inner {
      event.scope.observe(options: [.didSet, .immediate]) { [unowned self, unowned inner] event in
        pass(of: inner, event)
      }
    }
  }

  func compute(_ node: Node) -> Result<Int, Failed> {
    if let dependencies = node.dependencies, !dependencies.contains(where: { version(of: $0.input) != $0.version }) {
      difference = "computed a derived value though nothing has changed"
    }
    computed.append(node)
    var dependencies: [(input: Input, version: Int)] = []
    let result = try? node.formula.value { (input) throws(Failed) in
      defer { dependencies.append((input, version(of: input))) }
      return try Self.read(input)
    } untracked: {
      compareUntracked($0)
    }
    if node.dependencies == nil || result == nil || result != node.result { node.version += 1 }
    (node.result, node.dependencies) = (result, dependencies)
    return result.map(Result.success) ?? .failure(Failed())
  }

  func version(of input: Input) -> Int {
    switch input {
    case .source(let source): source.writes
    case .derived(let node): node.version
    }
  }

  static func read(_ input: Input) throws(Failed) -> Int {
    switch input {
    case .source(let source):
      _ = source.selector.x
      return source.model.x
    case .derived(let node):
      guard let engine = node.engine else { throw Failed() }
      return try engine.read()
    }
  }

  func compareUntracked(_ input: Input) {
    withoutObservation { compareRead(input) }
  }

  func compareRead(_ input: Input) {
    let value = try? Self.read(input)
    let expected = try? self.value(of: input, in: state(of: input))
    if value != expected { difference = "read \(value as Int?), expected \(expected as Int?)" }
  }
}
