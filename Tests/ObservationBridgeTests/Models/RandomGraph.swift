import Observation
import TestSupport

@testable import ObservationBridge

struct Failed: Error {}

/// Models, derived values and effects that are made, changed and dropped at random, beside a reference that does the same as simply as
/// it can: it knows for each reader what that has read last, and in which version.
@MainActor final class RandomGraph {
  /// What a reader does with what it reads: the same for the engine and for the reference.
  struct Formula {
    let kind: Int
    let inputs: [Input]

    func value(_ read: (Input) throws(Failed) -> Int, untracked: (Input) throws(Failed) -> Int) throws(Failed) -> Int {
      switch kind {
      case 0: return (try read(inputs[0]) + (try read(inputs[1])) + (try read(inputs[2]))) % 1000
      case 1: return try read(inputs[0]).isMultiple(of: 2) ? read(inputs[1]) : read(inputs[2])
      case 2: return try read(inputs[0]) % 2
      case 3:
        if try read(inputs[0]) % 5 == 4 { throw Failed() }
        return try read(inputs[1])
      case 4: return ((try? read(inputs[0])) ?? -1) + ((try? read(inputs[1])) ?? -1)
      default: return try read(inputs[0]) * 3 + (try untracked(inputs[1]))
      }
    }
  }

  enum Input {
    case source(Source)
    case derived(Node)
  }

  /// A model that dies now and then: another takes its place.
  final class Source {
    var cell = Cell(0)
    /// Read before the cell, and changed when that is another one.
    let selector = Cell(0)
    // The reference: the value, and how often it has been written, and changed as far as observations are told.
    var value = 0
    var writes = 0
    var changes = 0
  }

  /// A model with a derived property.
  fileprivate final class Model: Observable {
    private let registrar = ModelRegistrar()
    private let compute: () -> Result<Int, Failed>

    init(_ compute: @escaping () -> Result<Int, Failed>) { self.compute = compute }

    /// As with a derived value, an error always makes a difference.
    private static func areEqual(_ one: Result<Int, Failed>, _ other: Result<Int, Failed>) -> Bool {
      if case .success(let one) = one, case .success(let other) = other { one == other } else { false }
    }

    var result: Result<Int, Failed> {
      registrar.derived(self, \.result, comparingBy: Self.areEqual, compute)
    }
  }

  /// What computes the value of a node.
  fileprivate enum Engine {
    case value(DerivedValue<Int, Failed>)
    case property(Model)

    func read() throws(Failed) -> Int {
      switch self {
      case .value(let derived): try derived.value
      case .property(let model): try model.result.get()
      }
    }
  }

  /// A derived value.
  final class Node {
    let formula: Formula
    fileprivate var engine: Engine?
    fileprivate var runs = 0
    // The reference.
    fileprivate var dependencies: [(input: Input, version: Int)]?
    fileprivate var result: Int?
    fileprivate var version = 0
    fileprivate var expectedRuns = 0

    init(_ formula: Formula) { self.formula = formula }
  }

  /// An effect.
  final class Reader {
    let number: Int
    let formula: Formula
    fileprivate var token: PortableObservationToken?
    fileprivate var dependencies: [(input: Input, version: Int)] = []

    init(_ number: Int, _ formula: Formula) {
      self.number = number
      self.formula = formula
    }
  }

  struct Run: Equatable {
    let reader: Int
    let value: Int?
  }

  private var random: SeededGenerator
  private let sources: [Source]
  private var nodes: [Node] = []
  private var readers: [Reader] = []
  private var readerCount = 0
  private var runs: [Run] = []
  private var expectedRuns: [Run] = []
  /// What went wrong; nil for nothing.
  private(set) var difference: String?

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    sources = (0..<6).map { _ in Source() }
  }

  func run(operations: Int) {
    for operation in 0..<operations where difference == nil {
      let name = perform()
      compare("\(name), operation \(operation)")
    }
    for reader in readers { reader.token?.cancel() }
  }

  private func perform() -> String {
    switch Int.random(in: 0..<20, using: &random) {
    case 0, 1:
      addNode()
      return "adding a derived value"
    case 2, 3:
      addReader()
      return "adding an effect"
    case 4:
      dropReader()
      return "dropping an effect"
    case 5:
      readNode()
      return "reading a derived value"
    case 6:
      replaceCell()
      return "the death of a model"
    case 7, 8, 9:
      changeSeveral()
      return "a transaction"
    default:
      write(randomSource, randomValue)
      settle()
      return "a write"
    }
  }

  private func compare(_ place: @autoclosure () -> String) {
    if runs != expectedRuns { difference = "\(place()): runs \(runs), expected \(expectedRuns)" }
    for (index, node) in nodes.enumerated() where node.runs != node.expectedRuns {
      difference = "\(place()): derived value \(index) computed \(node.runs) times, expected \(node.expectedRuns)"
    }
    (runs, expectedRuns) = ([], [])
  }

  // MARK: Operations

  private var randomSource: Source { sources[Int.random(in: 0..<sources.count, using: &random)] }
  private var randomValue: Int { Int.random(in: 0..<10, using: &random) }

  private var randomFormula: Formula {
    let inputs = (0..<3).map { _ -> Input in
      if nodes.isEmpty || Int.random(in: 0..<3, using: &random) == 0 { return .source(randomSource) }
      return .derived(nodes[Int.random(in: 0..<nodes.count, using: &random)])
    }
    return Formula(kind: Int.random(in: 0..<6, using: &random), inputs: inputs)
  }

  private func addNode() {
    let node = Node(randomFormula)
    if Bool.random(using: &random) {
      node.engine = .value(
        DerivedValue { [unowned node] () throws(Failed) in
          node.runs += 1
          return try Self.read(node.formula)
        }
      )
    } else {
      node.engine = .property(
        Model { [unowned node] in
          node.runs += 1
          return Result { () throws(Failed) in try Self.read(node.formula) }
        }
      )
    }
    // What others still read stays.
    if nodes.count == 12 { nodes.remove(at: Int.random(in: 0..<nodes.count, using: &random)) }
    nodes.append(node)
  }

  private func addReader() {
    if readers.count == 8 { dropReader() }
    let reader = Reader(readerCount, randomFormula)
    readerCount += 1
    readers.append(reader)
    reader.token = effect { [unowned self, unowned reader] _ in
      runs.append(Run(reader: reader.number, value: try? Self.read(reader.formula)))
    }
    expectRun(reader)
  }

  private func dropReader() {
    guard !readers.isEmpty else { return }
    let reader = readers.remove(at: Int.random(in: 0..<readers.count, using: &random))
    reader.token?.cancel()
  }

  private func readNode() {
    guard let node = nodes.randomElement(using: &random) else { return }
    let value = try? node.engine?.read()
    if value != (try? expected(.derived(node))) { difference = "read \(value as Int?? as Any)" }
  }

  private func write(_ source: Source, _ value: Int) {
    source.cell.x = value
    source.value = value
    source.writes += 1
    source.changes += 1
  }

  private func replaceCell() {
    let source = randomSource
    source.value = randomValue
    source.cell = Cell(source.value)
    source.selector.x += 1
    source.writes += 1
    source.changes += 1
    settle()
  }

  private func changeSeveral() {
    let before = sources.map { ($0.value, $0.changes) }
    let isFailing = Bool.random(using: &random)
    try? withObservationTransaction { () throws(Failed) in
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let source = randomSource
        write(source, Bool.random(using: &random) ? randomValue : source.value)
        if Bool.random(using: &random) {
          withObservationTransaction {
            if Bool.random(using: &random) { readNode() }
            write(source, randomValue)
          }
        }
      }
      if isFailing { throw Failed() }
    }
    for (source, before) in zip(sources, before) {
      source.changes = source.value == before.0 ? before.1 : before.1 + 1
    }
    settle()
  }

  // MARK: The engine

  private static func read(_ formula: Formula) throws(Failed) -> Int {
    try formula.value(read) { (input) throws(Failed) in
      try withoutObservation { () throws(Failed) in try read(input) }
    }
  }

  private static func read(_ input: Input) throws(Failed) -> Int {
    switch input {
    case .source(let source):
      _ = source.selector.x
      return source.cell.x
    case .derived(let node):
      guard let engine = node.engine else { throw Failed() }
      return try engine.read()
    }
  }

  // MARK: The reference

  /// Runs the effects that something they have read has changed for, in the order in which they were made.
  private func settle() {
    for reader in readers where hasChanged(reader.dependencies, isEffect: true) { expectRun(reader) }
  }

  private func expectRun(_ reader: Reader) {
    let (value, dependencies) = expected(reader.formula, isEffect: true)
    reader.dependencies = dependencies
    expectedRuns.append(Run(reader: reader.number, value: value))
  }

  private func hasChanged(_ dependencies: [(input: Input, version: Int)], isEffect: Bool) -> Bool {
    if dependencies.contains(where: { version(of: $0.input, isEffect: isEffect) != $0.version }) { return true }
    // Those that are up to date may show that others aren't.
    return dependencies.contains { dependency in
      refresh(dependency.input)
      return version(of: dependency.input, isEffect: isEffect) != dependency.version
    }
  }

  private func version(of input: Input, isEffect: Bool) -> Int {
    switch input {
    case .source(let source): isEffect ? source.changes : source.writes
    case .derived(let node): node.version
    }
  }

  private func refresh(_ input: Input) {
    guard case .derived(let node) = input else { return }
    if let dependencies = node.dependencies, !hasChanged(dependencies, isEffect: false) { return }
    let isFirst = node.dependencies == nil
    let (result, dependencies) = expected(node.formula, isEffect: false)
    node.expectedRuns += 1
    // Errors aren't compared.
    if isFirst || result == nil || node.result != result { node.version += 1 }
    (node.result, node.dependencies) = (result, dependencies)
  }

  private func expected(_ input: Input) throws(Failed) -> Int {
    refresh(input)
    switch input {
    case .source(let source): return source.value
    case .derived(let node):
      guard let result = node.result else { throw Failed() }
      return result
    }
  }

  private func expected(
    _ formula: Formula,
    isEffect: Bool
  ) -> (value: Int?, dependencies: [(input: Input, version: Int)]) {
    var dependencies: [(input: Input, version: Int)] = []
    let value = try? formula.value { (input) throws(Failed) in
      defer { dependencies.append((input, version(of: input, isEffect: isEffect))) }
      return try expected(input)
    } untracked: { (input) throws(Failed) in
      try expected(input)
    }
    return (value, dependencies)
  }
}
