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

  /// The present result of a formula; nil for an error.
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
  ///
  /// - Parameter mayHaveReadInBetween: Whether derived values may have been others for a while, and have been computed then: an effect that has
  ///   read such a value may run, though the value is equal to the one before.
  func settle(mayHaveReadInBetween: Bool = false) {
    // Asked one after the other: those that a pass of another has started just now are up to date.
    for reader in readers where reader.isImmediate {
      // Asked first: what it compares is what the effect needs to know.
      let hasChanged = hasChanged(reader)
      let mayRun = mayRun(reader) || mayHaveReadInBetween && hasRun(reader) && hasReadAnotherVersion(reader)
      if hasChanged || mayRun { expectPass(of: reader) }
    }
  }

  func expectPass(of reader: Reader) {
    if reader.dependencies != nil { expectEnd(ofLastPassOf: reader) } else { readers.append(reader) }
    let value = read(by: reader)
    reader.hasWritten = false
    expectedEvents.append(.pass(of: reader.number, value: value))
    if let inner = reader.inner {
      inner.dependencies = nil
      expectPass(of: inner)
    }
  }

  // MARK: Effects that make changes

  /// Whether an effect has run that may: the first change behind a derived value that it has changed itself counts as one to that value.
  private func mayRun(_ reader: Reader) -> Bool {
    reader.hasWritten && hasRun(reader)
  }

  private func hasRun(_ reader: Reader) -> Bool { events.contains { $0.reader == reader.number } }

  /// Checks what has followed a change if an effect has changed something itself inside it. How often others run, and in which order, depends on
  /// who has looked at which derived value by then. But they have run if what they had read is different, and their last pass knows all.
  func checkPasses() {
    for reader in readers where reader.isImmediate && !reader.mayWrite {
      let passes = events.filter { if case .pass(reader.number, _) = $0 { true } else { false } }
      if passes.isEmpty, hasChanged(reader) { difference = "effect \(reader.number) hasn't run" }
      let cleanups = events.count { $0 == .cleanup(of: reader.number) }
      if cleanups != (reader.cleansUp ? passes.count : 0) {
        difference = "effect \(reader.number) has cleaned up \(cleanups) times"
      }
      guard let last = passes.last else { continue }
      let expected = read(by: reader)
      if last != .pass(of: reader.number, value: expected) { difference = "\(last), expected \(expected as Int?)" }
    }
    expectedEvents = events
    // Values may have been needed in between.
    computed = []
  }

  /// Notes what a pass of an effect would read now.
  ///
  /// - Returns: Its value; nil for an error.
  func read(by reader: Reader) -> Int? {
    var dependencies: [(input: Input, state: State, version: Int)] = []
    let value = expectedValue(of: reader.formula) { dependencies.append(($0, $1, version(of: $0))) }
    reader.dependencies = dependencies
    return value
  }

  /// What an effect has left is what it knows.
  func adoptStates(of reader: Reader) {
    reader.dependencies = reader.dependencies?.map { ($0.input, state(of: $0.input), version(of: $0.input)) }
  }

  func expectEnd(ofLastPassOf reader: Reader) {
    if reader.cleansUp { expectedEvents.append(.cleanup(of: reader.number)) }
    readers.removeAll { $0 === reader.inner }
  }
}
