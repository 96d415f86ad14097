import TestSupport

@testable import ObservationBridge

/// The operations.
extension RandomGraph {
  var randomSource: Source { sources[Int.random(in: 0..<sources.count, using: &random)] }
  var randomValue: Int { Int.random(in: 0..<10, using: &random) }

  private var randomFormula: Formula {
    let inputs = (0..<3).map { _ -> Input in
      guard Int.random(in: 0..<3, using: &random) > 0, let node = nodes.randomElement(using: &random), node.size < 40
      else { return .source(randomSource) }
      return .derived(node)
    }
    return Formula(kind: Int.random(in: 0..<6, using: &random), inputs: inputs)
  }

  func addNode() {
    let node = Node(randomFormula)
    if Bool.random(using: &random) {
      node.engine = .value(DerivedValue { [unowned self, unowned node] () throws(Failed) in try compute(node).get() })
    } else {
      node.engine = .property(Model { [unowned self, unowned node] in compute(node) })
    }
    // A node with remaining readers stays.
    if nodes.count == 12 { nodes.remove(at: Int.random(in: 0..<nodes.count, using: &random)) }
    nodes.append(node)
  }

  private var newReader: Reader {
    readerCount += 1
    return Reader(readerCount, randomFormula)
  }

  func addReader() {
    if readers.count >= 8 { dropReader() }
    let reader = newReader
    reader.isImmediate = Int.random(in: 0..<4, using: &random) > 0
    reader.cleansUp = Int.random(in: 0..<3, using: &random) == 0
    if reader.isImmediate, Int.random(in: 0..<4, using: &random) == 0 { reader.inner = newReader }
    if reader.isImmediate, !reader.cleansUp, reader.inner == nil, !readers.contains(where: { $0.target != nil }) {
      reader.target = sources.filter { !$0.isPlain }.randomElement(using: &random).map { ($0, randomValue) }
    }
    let options: ObservationOptions = reader.isImmediate ? [.didSet, .immediate] : .didSet
    if Bool.random(using: &random) {
      let scope = ObservationScope()
      scope.observe(options: options) { [unowned self, unowned reader] event in pass(of: reader, event) }
      reader.end = scope.cancelAll
    } else {
      let token = withPortableContinuousObservation(options: options) { [unowned self, unowned reader] event in
        pass(of: reader, event)
      }
      reader.end = token.cancel
    }
    expectPass(of: reader)
  }

  func dropReader() {
    let inner = readers.compactMap(\.inner)
    let candidates = readers.filter { reader in !inner.contains { $0 === reader } }
    guard let reader = candidates.randomElement(using: &random) else { return }
    reader.end()
    expectEnd(ofLastPassOf: reader)
    readers.removeAll { $0 === reader }
  }

  func readNode() {
    guard let node = nodes.randomElement(using: &random) else { return }
    compareRead(.derived(node))
  }

  func write(_ source: Source, _ value: Int) {
    source.note(value)
    // An immediate pass hears of such a model before derived values do, unless all hear of it at the end of a transaction.
    if source.isPlain { withObservationTransaction { source.model.x = value } } else { source.model.x = value }
  }

  /// An effect that is notified changes something itself, by which others are notified inside its pass.
  func writeToEffectThatWrites(_ source: Source, _ value: Int) {
    let writer = readers.first { $0.target != nil }
    guard let writer, !source.isPlain, !writer.hasWritten, readers.allSatisfy({ $0.inner == nil }) else {
      write(source, value)
      return settle()
    }
    writer.target?.value = randomValue
    // What its pass will read, before it sets anything.
    let before = (source.value, source.writes, source.changes)
    source.note(value)
    let isExpected = hasChanged(writer)
    if isExpected { _ = read(by: writer) }
    (source.value, source.writes, source.changes) = before
    writer.mayWrite = isExpected
    write(source, value)
    if writer.mayWrite { difference = "the effect that writes hasn't run" }
    writer.mayWrite = isExpected
    checkPasses()
    writer.mayWrite = false
    if isExpected { adoptStates(of: writer) }
    writer.hasWritten = isExpected
  }

  func replaceModel(of source: Source) {
    source.note(randomValue)
    source.deallocations += 1
    source.model = source.isPlain ? PlainCell(source.value) : Cell(source.value)
    source.selector.x += 1
  }

  func changeSeveral() {
    let before = sources.map { (value: $0.value, deallocations: $0.deallocations, changes: $0.changes) }
    let isFailing = Bool.random(using: &random)
    try? withObservationTransaction { () throws(Failed) in
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let source = randomSource
        let old = source.value
        write(source, Bool.random(using: &random) ? randomValue : old)
        switch Int.random(in: 0..<16, using: &random) {
        case 0, 1: replaceModel(of: randomSource)
        case 2: dropReader()
        default: break
        }
        if Bool.random(using: &random) {
          withObservationTransaction {
            if Bool.random(using: &random) { readNode() }
            write(source, Bool.random(using: &random) ? randomValue : old)
          }
        }
      }
      if isFailing { throw Failed() }
    }
    // What has its former value again counts as unchanged, unless the standard library's registrar has reported it.
    for (source, before) in zip(sources, before) where !source.isPlain {
      if source.value == before.value, source.deallocations == before.deallocations { source.changes = before.changes }
    }
    settle(mayHaveReadInBetween: true)
  }

  func runCoalesced() async {
    await mainActorTurns(1)
    for reader in readers where !reader.isImmediate {
      // It may also run if a derived value was another one in between, and somebody has read that.
      if hasChanged(reader) || hasReadAnotherVersion(reader) && events.contains(where: { $0.reader == reader.number }) {
        expectPass(of: reader)
      }
    }
    // Effects run in the order in which they became due.
    events.sort { $0.reader < $1.reader }
    expectedEvents.sort { $0.reader < $1.reader }
  }
}
