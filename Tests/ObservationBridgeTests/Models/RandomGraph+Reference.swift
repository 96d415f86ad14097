/// The reference: what the effects are expected to do.
extension RandomGraph {
  /// Recomputed from the values of the models, whatever has been computed before.
  func state(of input: Input) -> State {
    switch input {
    case .source(let source): return .changes(source.changes)
    case .derived(let node):
      node.neededIn = operation
      var origin = Hasher()
      let value = expectedValue(of: node.formula) { _, state in origin.combine(state) }
      return value.map(State.value) ?? .error(origin: origin.finalize(), version: node.version)
    }
  }

  /// What a formula comes to now; nil for an error.
  private func expectedValue(of formula: Formula, _ note: (Input, State) -> Void) -> Int? {
    try? formula.value { (input) throws(Failed) in
      let state = state(of: input)
      note(input, state)
      return try value(of: input, in: state)
    } untracked: { input in
      _ = state(of: input)
    }
  }

  func value(of input: Input, in state: State) throws(Failed) -> Int {
    switch (input, state) {
    case (.source(let source), _): return source.value
    case (_, .value(let value)): return value
    default: throw Failed()
    }
  }

  func hasChanged(_ reader: Reader) -> Bool {
    reader.dependencies?.contains { state(of: $0.input) != $0.state } ?? true
  }

  /// In between, a derived value may have been another one.
  func hasReadAnotherVersion(_ reader: Reader) -> Bool {
    reader.dependencies?.contains { dependency in
      if case .derived(let node) = dependency.input { node.version != dependency.version } else { false }
    } ?? true
  }

  /// Expects passes of the effects that something they have read has changed for, in the order in which they were started.
  func settle() {
    // Asked one after the other: those that a pass of another has started just now are up to date.
    for reader in readers where reader.isImmediate && hasChanged(reader) { expectPass(of: reader) }
  }

  func expectPass(of reader: Reader) {
    if reader.dependencies != nil { expectEnd(ofLastPassOf: reader) } else { readers.append(reader) }
    var dependencies: [(input: Input, state: State, version: Int)] = []
    let value = expectedValue(of: reader.formula) { dependencies.append(($0, $1, version(of: $0))) }
    reader.dependencies = dependencies
    expectedEvents.append(.pass(of: reader.number, value: value))
    if let inner = reader.inner {
      inner.dependencies = nil
      expectPass(of: inner)
    }
  }

  func expectEnd(ofLastPassOf reader: Reader) {
    if reader.cleansUp { expectedEvents.append(.cleanup(of: reader.number)) }
    readers.removeAll { $0 === reader.inner }
  }
}
