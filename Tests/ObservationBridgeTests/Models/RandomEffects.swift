import TestSupport
import Testing

@testable import ObservationBridge

/// Effects that change, at random, what they and others read, directly or by way of derived values.
///
/// A pass isn't notified of its own changes. So what an effect knows of each of its inputs is the value when its last pass was over. That has
/// to be the present value: else the effect has missed a change by somebody else, even if the value is the one that the pass had read. Only if
/// others have made changes inside the pass, which then is followed by another one, may it be either of the two.
@MainActor final class RandomEffects {
  private struct Formula {
    let kind: Int
    let inputs: [Input]
  }

  private enum Input {
    case cell(Cell, isX: Bool)
    case derived(Node)
  }

  @MainActor private final class Node {
    let formula: Formula
    let value: DerivedValue<Int, Never>

    init(_ formula: Formula) {
      self.formula = formula
      value = DerivedValue { RandomEffects.evaluate(formula, RandomEffects.read) }
    }
  }

  private enum Moment: CaseIterable {
    case never, beforeReading, afterReading, unobserved, inTransaction
  }

  @MainActor private final class Effect {
    let formula: Formula
    let (moment, target): (Moment, Cell)
    /// Whether it may change something before the next operation: so they settle.
    var mayWrite = true
    private var known: [Set<Int>] = []
    /// How many changes all effects have made.
    private static var writeCount = 0
    var token: PortableObservationToken?

    init(_ formula: Formula, _ moment: Moment, _ target: Cell) {
      self.formula = formula
      (self.moment, self.target) = (moment, target)
    }

    /// - Returns: What the pass has read.
    func run() -> [Int] {
      let writes = mayWrite
      mayWrite = false
      if writes, moment == .beforeReading { write(\.x) }
      let read = formula.inputs.map { RandomEffects.read($0) }
      let (before, own) = (Self.writeCount, writes ? ownWriteCount : 0)
      if writes { writeAfterReading() }
      let othersHaveWritten = Self.writeCount - before > own
      known = zip(read, present).map { othersHaveWritten ? [$0, $1] : [$1] }
      return read
    }

    private func write(_ property: ReferenceWritableKeyPath<Cell, Int>) {
      Self.writeCount += 1
      target[keyPath: property] += 1
    }

    /// The number of changes the effect makes after its reads.
    private var ownWriteCount: Int {
      switch moment {
      case .never, .beforeReading: 0
      case .afterReading, .unobserved: 1
      case .inTransaction: 2
      }
    }

    private var present: [Int] { formula.inputs.map { RandomEffects.expected($0) } }

    var hasMissedNothing: Bool {
      known.count == formula.inputs.count && zip(known, present).allSatisfy { $0.contains($1) }
    }

    private func writeAfterReading() {
      switch moment {
      case .never, .beforeReading: break
      case .afterReading: write(\.x)
      case .unobserved: withoutObservation { write(\.x) }
      case .inTransaction:
        withObservationTransaction {
          write(\.x)
          for input in formula.inputs { _ = RandomEffects.read(input) }
          write(\.y)
        }
      }
    }
  }

  private var random: SeededGenerator
  private let cells = (0..<5).map { _ in Cell() }
  private var nodes: [Node] = []
  private var effects: [Effect] = []
  /// The passes, in order: the effect, the reason, the matching properties, and the values read.
  private(set) var trace: [String] = []
  private var effectCount = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for _ in 0..<6 { nodes.append(Node(randomFormula())) }
  }

  /// Returns whether no effect has missed a change.
  func run(operations: Int) async -> Bool {
    defer { for effect in effects { effect.token?.cancel() } }
    for _ in 0..<operations {
      for effect in effects { effect.mayWrite = true }
      operate()
      await mainActorTurns()
      await eventually { effects.allSatisfy(\.hasMissedNothing) }
      if !effects.allSatisfy(\.hasMissedNothing) { return false }
    }
    return true
  }

  private func operate() {
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1: add()
    case 2: withObservationTransaction { for _ in 0..<3 { write() } }
    default: write()
    }
  }

  private func write() {
    let (cell, value) = (randomCell(), Int.random(in: 0..<10, using: &random))
    if Bool.random(using: &random) { cell.x = value } else { cell.y = value }
  }

  private func add() {
    if effects.count == 6 { effects.remove(at: Int.random(in: 0..<6, using: &random)).token?.cancel() }
    let moment = Moment.allCases.randomElement(using: &random) ?? .never
    let effect = Effect(randomFormula(), moment, randomCell())
    effects.append(effect)
    let options: ObservationOptions = Bool.random(using: &random) ? [.didSet, .immediate] : .didSet
    effectCount += 1
    effect.token = withPortableContinuousObservation(options: options) { [unowned effect, number = effectCount] event in
      let (hasX, hasY) = (event.matches(\Cell.x), event.matches(\Cell.y))
      let kind = event.kind
      let read = effect.run()
      self.trace.append("\(number) \(kind)\(hasX ? " x" : "")\(hasY ? " y" : "") \(read)")
    }
  }

  private func randomCell() -> Cell { cells[Int.random(in: 0..<cells.count, using: &random)] }

  private func randomFormula() -> Formula {
    let inputs = (0..<3).map { _ -> Input in
      if !nodes.isEmpty, Bool.random(using: &random) {
        return .derived(nodes[Int.random(in: 0..<nodes.count, using: &random)])
      }
      return .cell(randomCell(), isX: Bool.random(using: &random))
    }
    return Formula(kind: Int.random(in: 0..<4, using: &random), inputs: inputs)
  }

  // MARK: Formulas

  private static func read(_ input: Input) -> Int {
    switch input {
    case .cell(let cell, let isX): isX ? cell.x : cell.y
    case .derived(let node): node.value.value
    }
  }

  /// The expected value, computed without derived values: reading a derived value would bring it up to date.
  private static func expected(_ input: Input) -> Int {
    switch input {
    case .cell(let cell, let isX): withoutObservation { isX ? cell.x : cell.y }
    case .derived(let node): evaluate(node.formula, expected)
    }
  }

  private static func evaluate(_ formula: Formula, _ read: (Input) -> Int) -> Int {
    let inputs = formula.inputs
    // An effect has no branches: after its own change it would have to read something else, which it doesn't depend on.
    return switch formula.kind {
    case 0: read(inputs[0]) + read(inputs[1]) + read(inputs[2])
    case 1: read(inputs[0]).signum()
    case 2: read(inputs[0]).isMultiple(of: 2) ? read(inputs[1]) : read(inputs[2])
    default: read(inputs[0]) % 3 + read(inputs[1])
    }
  }
}
