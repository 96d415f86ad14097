import Observation
import TestSupport

@testable import ObservationBridge

struct Failed: Error {}

/// Models, derived values and effects that are made, changed and dropped at random, beside a naive reference.
///
/// The reference knows the values of the models, and what each effect read in its last pass. It recomputes all derived values, each time: an
/// effect is expected to run if, and only if, something that it read is different now. What an effect has changed itself is compared with what it
/// has left; it may also run if somebody makes a change behind a derived value that it has changed. Computations aren't predicted: each one is
/// checked for a cause, which is another version of something that the last one read, and for somebody who needs it.
@MainActor final class RandomGraph {
  /// What a reader does with what it reads: the same for the engine and for the reference.
  struct Formula {
    let kind: Int
    let inputs: [Input]

    /// What is read untracked makes no difference: otherwise a value would depend on when it was computed.
    func value(_ read: (Input) throws(Failed) -> Int, untracked: (Input) -> Void) throws(Failed) -> Int {
      switch kind {
      case 0: return (try read(inputs[0]) + (try read(inputs[1])) + (try read(inputs[2]))) % 1000
      case 1: return try read(inputs[0]).isMultiple(of: 2) ? read(inputs[1]) : read(inputs[2])
      case 2: return try read(inputs[0]) % 2
      case 3:
        if try read(inputs[0]) % 5 == 4 { throw Failed() }
        return try read(inputs[1])
      case 4: return (((try? read(inputs[0])) ?? -1) + ((try? read(inputs[1])) ?? -1)) % 1000
      default:
        untracked(inputs[1])
        return try read(inputs[0]) * 3 % 1000
      }
    }
  }

  enum Input {
    case source(Source)
    case derived(Node)

    /// How many reads it may take to compute it from nothing.
    var size: Int {
      switch self {
      case .source: 1
      case .derived(let node): node.size
      }
    }
  }

  /// A model that is deallocated now and then, and replaced by another.
  final class Source {
    let isPlain: Bool
    var model: any RandomCell
    /// Read before the model, and changed when that is another one.
    let selector = Cell(0)
    // The reference: the value, how many models there were before, how often it has been written, and how often that was a change.
    var value = 0
    var deallocations = 0
    var writes = 0
    var changes = 0

    /// It's set, or about to be.
    func note(_ value: Int) {
      self.value = value
      writes += 1
      changes += 1
    }

    init(isPlain: Bool) {
      self.isPlain = isPlain
      model = isPlain ? PlainCell(0) : Cell(0)
    }
  }

  /// A model with a derived property.
  final class Model: Observable {
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
  enum Engine {
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
    let size: Int
    var engine: Engine?
    /// The operation in which the reference has read it last.
    var neededIn = 0
    // The last computation: what it read, and its result; and how many have had another result than the one before.
    var dependencies: [(input: Input, version: Int)]?
    var result: Int?
    var version = 0

    init(_ formula: Formula) {
      self.formula = formula
      size = formula.inputs.reduce(1) { $0 + $1.size }
    }
  }

  /// An effect.
  final class Reader {
    let number: Int
    let formula: Formula
    var isImmediate = true
    var cleansUp = false
    /// The effect that each pass starts, and that ends before the next pass.
    var inner: Reader?
    var end: () -> Void = {}
    /// The change a pass makes at its end, once, if changes are allowed.
    var target: (source: Source, value: Int)?
    var mayWrite = false
    /// Whether its last pass has.
    var hasWritten = false
    // The reference: the reads of the last pass; nil before the first.
    var dependencies: [(input: Input, state: State, version: Int)]?

    init(_ number: Int, _ formula: Formula) {
      self.number = number
      self.formula = formula
    }
  }

  /// What a reader knows of what it has read.
  enum State: Hashable {
    case changes(Int)
    case value(Int)
    /// Errors can't be compared. It's the same one if nothing that led to it has changed, and it hasn't been thrown again: a transaction that
    /// restores everything may have done that.
    case error(origin: Int, version: Int)
  }

  /// What an effect does.
  enum Event: Equatable {
    case pass(of: Int, value: Int?)
    case cleanup(of: Int)

    var reader: Int {
      switch self {
      case .pass(let reader, _), .cleanup(let reader): reader
      }
    }
  }

  var random: SeededGenerator
  let sources: [Source]
  var nodes: [Node] = []
  /// In the order in which they were started.
  var readers: [Reader] = []
  var readerCount = 0
  var operation = 0
  var events: [Event] = []
  var expectedEvents: [Event] = []
  var computed: [Node] = []
  /// A description of the first difference; nil if there is none.
  var difference: String?

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    // Two are plain, unless the backend hears of their changes before they're made, or later.
    sources = (0..<6).map { Source(isPlain: Tracking.isExact && $0 > 3) }
  }

  func run(operations: Int) async {
    while operation < operations, difference == nil {
      operation += 1
      let name = await perform()
      compare("\(name), operation \(operation)")
    }
    while !readers.isEmpty { dropReader() }
    if difference == nil { compare("the end") }
  }

  private func perform() async -> String {
    switch Int.random(in: 0..<24, using: &random) {
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
      replaceModel(of: randomSource)
      settle()
      return "the deallocation of a model"
    case 7, 8, 9:
      changeSeveral()
      return "a transaction"
    case 10, 11:
      await runCoalesced()
      return "a turn of the main actor"
    case 12, 13, 14:
      writeToEffectThatWrites(randomSource, randomValue)
      return "a write to an effect that writes"
    default:
      write(randomSource, randomValue)
      settle()
      return "a write"
    }
  }

  private func compare(_ place: @autoclosure () -> String) {
    if events != expectedEvents { difference = "\(events), expected \(expectedEvents)" }
    if computed.contains(where: { $0.neededIn != operation }) {
      difference = "computed a derived value that nobody needs"
    }
    if let difference { self.difference = "\(place()): \(difference)" }
    (events, expectedEvents, computed) = ([], [], [])
  }
}

/// A model of either kind.
protocol RandomCell: AnyObject {
  var x: Int { get set }
}

extension Cell: RandomCell {}

extension PlainCell: RandomCell {}
