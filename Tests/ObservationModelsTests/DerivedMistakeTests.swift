import ObservationBridge
import ObservationModels
import TestSupport
import Testing

/// Misuses of `derived` that the macro can't see stop the program.
@MainActor @Suite struct DerivedMistakeTests {
  struct Mistake: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Line numbers are written as `LINE`.
    let message: String
    let make: @MainActor @Sendable () -> Void

    init(_ testDescription: String, _ message: String, _ make: @escaping @MainActor @Sendable () -> Void) {
      self.testDescription = testDescription
      self.message = message
      self.make = make
    }

    static let all: [Mistake] = keyPaths + places + cycles + writes

    private static func file(_ line: String = "LINE") -> String {
      "ObservationModelsTests/DerivedMistakeTests.swift:\(line)"
    }

    // MARK: Key paths of other properties

    static let keyPaths: [Mistake] = [
      Mistake(
        "the key path of a stored property",
        "The getter of 'named' (\(file())) derives the key path of another property; write '\\.named'."
      ) { _ = Copied().named },
      Mistake(
        "the key path of a stored property that isn't observed",
        "The getter of 'plainly' (\(file())) derives '\\Copied.plain'; write '\\.plainly'."
      ) { _ = Copied().plainly },
      Mistake(
        "the key path of another derived property",
        "The getter of 'sum' (\(file())) derives '\\Copied.other'; write '\\.sum'."
      ) { _ = Copied().sum },
      Mistake(
        "the key path of another derived property that has been read before",
        "The getter of 'sum' (\(file())) derives '\\Copied.other'; write '\\.sum'."
      ) {
        let copied = Copied()
        _ = (copied.other, copied.sum)
      },
      Mistake(
        "the key path of another derived property, in a pass",
        "The getter of 'sum' (\(file())) derives '\\Copied.other'; write '\\.sum'."
      ) {
        let copied = Copied()
        _ = withPortableContinuousObservation { _ in _ = copied.sum }
      },
      Mistake(
        "the key path of another derived property, in a transaction inside a derived value",
        "The getter of 'sum' (\(file())) derives '\\Copied.other'; write '\\.sum'."
      ) {
        let copied = Copied()
        withObservationTransaction { _ = DerivedValue { copied.sum }.value }
      },
      Mistake(
        "the key path of another property inside the right one",
        "The getter of 'nested' (\(file())) derives '\\Copied.other'; write '\\.nested'."
      ) { _ = Copied().nested },
      Mistake(
        "two properties with one key path in a subclass, where one may be an override",
        """
        The getters of 'sum' (\(file())) and 'other' (\(file())) derive the same key path; write '\\.sum' in the first one and \
        '\\.other' in the second one.
        """
      ) {
        let copied = SubCopied()
        _ = (copied.sum, copied.other)
      },
      Mistake(
        "several key paths at one place",
        "The getter of 'changeable' (\(file())) derives several key paths; write '\\.changeable'."
      ) {
        let copied = Copied()
        _ = copied.changeable
        copied.number = 1
        _ = copied.changeable
      },
      Mistake(
        "the key path of a stored property by hand",
        "The getter of 'named' (\(file())) derives the key path of another property; write '\\.named'."
      ) { _ = Handmade().named },
      Mistake(
        "the key path of another derived property by hand",
        """
        The getters of 'sum' (\(file())) and 'other' (\(file())) derive the same key path; write '\\.sum' in the first one and \
        '\\.other' in the second one.
        """
      ) { _ = Handmade().sum },
    ]

    // MARK: Elsewhere than in a getter

    static let places: [Mistake] = [
      Mistake(
        "a function",
        "Call 'derived' in the getter of a property; 'times(_:)' (\(file())) is a function or a subscript."
      ) { _ = Copied().times(2) },
      Mistake(
        "a subscript",
        "Call 'derived' in the getter of a property; 'subscript(safe:)' (\(file())) is a function or a subscript."
      ) { _ = Copied()[safe: 1] },
      Mistake(
        "a function inside a getter",
        "Call 'derived' in the getter of a property; 'inside()' (\(file())) is a function or a subscript."
      ) { _ = Copied().outside },
      Mistake(
        "a function by hand, after the property",
        "Call 'derived' in the getter of a property; 'times(_:)' (\(file())) is a function or a subscript."
      ) {
        let model = Handmade()
        _ = (model.other, model.times(2))
      },
    ]

    // MARK: Cycles

    static let cycles: [Mistake] = [
      Mistake(
        "a cycle of one",
        "The derived value \\Cycle.own depends on itself: \\Cycle.own → \\Cycle.own. Remove the cycle."
      ) { _ = Cycle().own },
      Mistake(
        "a cycle of three, read from outside",
        """
        The derived value \\Cycle.x depends on itself: \\Cycle.x → \\Cycle.y → \\Cycle.z → \\Cycle.x. Remove the cycle.
        """
      ) { _ = Cycle().outside },
      Mistake(
        "a cycle that a change makes",
        """
        The derived value \\Cycle.middle depends on itself: \\Cycle.middle → \\Cycle.late → \\Cycle.middle. Remove the cycle.
        """
      ) {
        let cycle = Cycle()
        _ = cycle.late
        cycle.isClosed = true
        _ = cycle.late
      },
      Mistake(
        "a cycle through a derived value",
        """
        The derived value of \(file()) depends on itself: \(file()) → \\Cycle.through → \(file()). Remove the cycle.
        """
      ) {
        let cycle = Cycle()
        let value = DerivedValue { cycle.through }
        cycle.value = value
        _ = value.value
      },
    ]

    // MARK: Writes

    private static func write(_ property: String) -> String {
      "The derived value \\Writer.\(property) changes a model while it's computed. Make the change where the value is used."
    }

    static let writes: [Mistake] = [
      Mistake("a write to another model", write("other")) { _ = Writer().other },
      Mistake("a write to another model that something observes", write("other")) {
        let writer = Writer()
        let token = withPortableContinuousObservation { _ in _ = writer.log.count }
        _ = writer.other
        token.cancel()
      },
      Mistake("a write to another model whose observation has ended", write("other")) {
        let writer = Writer()
        withPortableContinuousObservation { _ in _ = writer.log.count }.cancel()
        _ = writer.other
      },
      Mistake("a write to another property of a model that something observes", write("other")) {
        let writer = Writer()
        let token = withPortableContinuousObservation { _ in _ = writer.log.lines }
        _ = writer.other
        token.cancel()
      },
      Mistake("a write of an equal value", write("equal")) { _ = Writer().equal },
      Mistake("a change in place", write("inPlace")) { _ = Writer().inPlace },
      Mistake("a write to its own model", write("own")) { _ = Writer().own },
      Mistake("a write by hand", write("byHand")) { _ = Writer().byHand },
      Mistake("a write to a model written by hand", write("toHandmade")) { _ = Writer().toHandmade },
      Mistake("a write in a transaction", write("inTransaction")) { _ = Writer().inTransaction },
      Mistake("a write that tracks nothing", write("untracked")) { _ = Writer().untracked },
      Mistake("a write to a model that another derived value has made", write("shared")) { _ = Writer().shared },
      Mistake("a write in a computation inside another", write("other")) { _ = Writer().outer },
      Mistake("a write in a pass", write("other")) {
        let writer = Writer()
        _ = withPortableContinuousObservation { _ in _ = writer.other }
      },
      Mistake("a write in an immediate pass", write("later")) {
        let writer = Writer()
        let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in _ = writer.later }
        writer.isOn = true
        token.cancel()
      },
      Mistake(
        "a write in a derived value of its own",
        """
        The derived value of \(file()) changes a model while it's computed. Make the change where the value is used.
        """
      ) {
        let log = Ledger()
        _ = DerivedValue { log.count = 1 }.value
      },
    ]
  }

  @Test(arguments: 0..<Mistake.all.count) func aMistakeIsNamed(index: Int) async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { [index] in
      await MainActor.run { Mistake.all[index].make() }
    }
    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    let message = output.firstMatch(of: /(?:Fatal error|Precondition failed): ([^\n]*)/).map { String($0.1) } ?? output
    #expect(message.replacing(/\.swift:\d+/, with: ".swift:LINE") == Mistake.all[index].message)
  }

  @Test func aComputationChangesWhatItHasMade() {
    let writer = Writer()
    #expect(writer.made == [1, 2])
    let token = withPortableContinuousObservation { _ in _ = writer.made }
    writer.isOn = true
    #expect(writer.made == [1, 2])
    token.cancel()
  }

  @Test func aComputationMayChangeUnobservedModels() {
    let writer = Writer()
    #expect(writer.ignored == 1)
  }

  @Test func anUnobservedGetterIsCalledOnceMoreAtMost() {
    let copied = Copied()
    for _ in 0..<3 { #expect(copied.right == 0) }
    #expect(copied.runs == 1)
  }
}

@MainActor @ObservableModel private class Copied {
  var number = 0
  @ObservationIgnored final var plain = 0
  @ObservationIgnored var runs = 0

  init() {}
}

@MainActor private final class SubCopied: Copied {}

extension Copied {
  fileprivate var named: Int { derived(\.number) { number * 3 } }
  fileprivate var plainly: Int { derived(\.plain) { number * 3 } }
  fileprivate var sum: Int { derived(\.other) { number * 2 } }
  fileprivate var other: Int { derived(\.other) { number * 3 } }
  fileprivate var nested: Int { derived(\.nested) { derived(\.other) { number } + 1 } }
  fileprivate var changeable: Int { derived(self.number == 0 ? \.changeable : \.other) { number } }
  fileprivate var right: Int {
    derived(\.right) {
      runs += 1
      return number
    }
  }

  fileprivate func times(_ factor: Int) -> Int { derived(\.sum) { number * factor } }
  fileprivate subscript(safe index: Int) -> Int { derived(\.[safe: index]) { number + index } }
  fileprivate var outside: Int {
    func inside() -> Int { derived(\.outside) { number } }
    return inside()
  }
}

@MainActor private final class Handmade: @MainActor Observable {
  private let registrar = ModelRegistrar()
  private var storedNumber = 0

  var number: Int {
    get {
      registrar.access(self, keyPath: \.number)
      return storedNumber
    }
    set { registrar.withMutation(of: self, keyPath: \.number) { storedNumber = newValue } }
  }

  var named: Int { registrar.derived(self, \.number) { number * 3 } }
  var sum: Int { registrar.derived(self, \.other) { number * 2 } }
  var other: Int { registrar.derived(self, \.other) { number * 3 } }
  func times(_ factor: Int) -> Int { registrar.derived(self, \.other) { number * factor } }
}

@MainActor @ObservableModel private final class Cycle {
  var isClosed = false
  @ObservationIgnored var value: DerivedValue<Int, Never>?

  var own: Int { derived(\.own) { itself } }
  var itself: Int { own }
  var outside: Int { derived(\.outside) { x } }
  var x: Int { derived(\.x) { y + 1 } }
  var y: Int { derived(\.y) { z + 1 } }
  var z: Int { derived(\.z) { x + 1 } }
  var late: Int { derived(\.late) { middle } }
  var middle: Int { derived(\.middle) { isClosed ? late : 0 } }
  var through: Int { derived(\.through) { value?.value ?? 0 } }
}

@MainActor @ObservableModel private final class Ledger {
  var count = 0
  var lines: [String] = []
}

@MainActor @ObservableModel private final class Writer {
  @ObservationIgnored let log = Ledger()
  @ObservationIgnored let handmade = Handmade()
  @ObservationIgnored var plain = 0
  var isOn = false

  private func write() -> Int {
    log.count += 1
    return 0
  }

  var other: Int {
    derived(\.other) {
      log.count = 1
      return 0
    }
  }
  var equal: Int {
    derived(\.equal) {
      log.count = 0
      return 0
    }
  }
  var inPlace: Int {
    derived(\.inPlace) {
      log.lines.append("")
      return 0
    }
  }
  var own: Int {
    derived(\.own) {
      isOn = true
      return 0
    }
  }
  var byHand: Int {
    derived(\.byHand) {
      withMutation(keyPath: \.isOn) {}
      return 0
    }
  }
  var toHandmade: Int {
    derived(\.toHandmade) {
      handmade.number = 1
      return 0
    }
  }
  var inTransaction: Int { derived(\.inTransaction) { withObservationTransaction { write() } } }
  var untracked: Int { derived(\.untracked) { withoutObservation { write() } } }
  var fresh: Ledger { derived(\.fresh) { Ledger() } }
  var shared: Int {
    derived(\.shared) {
      fresh.count = 1
      return 0
    }
  }
  var outer: Int { derived(\.outer) { other } }
  var later: Int { derived(\.later) { isOn ? write() : 0 } }
  var ignored: Int {
    derived(\.ignored) {
      plain += 1
      return plain
    }
  }
  var made: [Int] {
    derived(\.made) {
      _ = isOn
      let first = Ledger()
      first.count += 1
      let second = withoutObservation { Ledger() }
      second.lines.append("")
      withObservationTransaction { second.count = 2 }
      let third = withoutObservation {
        let ledger = Ledger()
        ledger.count = 1
        return ledger
      }
      third.count = 0
      return [first.count, second.count]
    }
  }
}
