import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// Chains of derived values, each of which also has a changed dependency of its own.
@Suite @MainActor struct ChangedChainTests {
  /// What each link reads besides the previous link.
  enum Reading: CaseIterable {
    case sharedAfterPrevious
    case ownAfterPrevious
    case anotherBeforePrevious
  }

  /// How many computations are under way at most.
  private final class Depth {
    private(set) var most = 0
    private var current = 0

    func compute(_ body: () -> Int) -> Int {
      current += 1
      defer { current -= 1 }
      most = max(most, current)
      return body()
    }

    func reset() {
      most = 0
    }
  }

  private typealias Value = DerivedValue<Int, Never>

  private let first = Cell(1)
  private let shared = Cell(1)
  private let another = Cell(0)
  private let depth = Depth()

  private func chain(of length: Int, _ reading: Reading) -> (last: Value, own: [Cell]) {
    let (depth, first, shared, another) = (depth, first, shared, another)
    var last = Value { first.x }
    _ = last.value
    var own: [Cell] = []
    for _ in 1..<length {
      let (previous, mine) = (last, Cell(1))
      last =
        switch reading {
        case .sharedAfterPrevious: Value { depth.compute { previous.value + shared.x } }
        case .ownAfterPrevious: Value { depth.compute { previous.value + mine.x } }
        case .anotherBeforePrevious: Value { depth.compute { another.x + previous.value + shared.x } }
        }
      _ = last.value
      own.append(mine)
    }
    depth.reset()
    return (last, own)
  }

  @Test(arguments: Reading.allCases) func isBroughtUpToDateWithoutRecursion(reading: Reading) {
    let length = 20_000
    let (last, own) = chain(of: length, reading)
    #expect(last.value == length)
    for x in [2, 3] {
      withObservationTransaction {
        first.x = x
        if reading == .ownAfterPrevious { for cell in own { cell.x = x } } else { shared.x = x }
      }
      #expect(last.value == x * length)
    }
    #expect(depth.most == 1)
  }

  @Test(arguments: Reading.allCases) func isBroughtUpToDateWithoutRecursionForAPass(reading: Reading) {
    let length = 10_000
    let (last, own) = chain(of: length, reading)
    var seen: [Int] = []
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in seen.append(last.value) }
    shared.x = 2
    withObservationTransaction {
      shared.x = 3
      for cell in own { cell.x = 3 }
    }
    let afterShared = reading == .ownAfterPrevious ? [] : [2 * length - 1]
    #expect(seen == [length] + afterShared + [3 * length - 2])
    #expect(depth.most == 1)
    token.cancel()
  }

  /// After a change and an ordered read of all values, no mark may be left that would affect the next change.
  @Test func eachChangeCountsByItself() {
    let length = 100
    let (last, _) = chain(of: length, .anotherBeforePrevious)
    another.x = 1
    // By recursion, since what has changed decides whether the previous value is read.
    #expect(last.value == 2 * length - 1)
    #expect(depth.most > 1)
    depth.reset()
    shared.x = 2
    #expect(last.value == 3 * length - 2)
    #expect(depth.most == 1)
  }

  @Test func readsBeforeAChangeAreComputedFirst() {
    let (a, b, c) = (Cell(1), Cell(1), Cell(1))
    var log: [String] = []
    let before = Value {
      log.append("before")
      return a.x
    }
    let value = Value {
      log.append("value")
      return b.x + before.value + c.x
    }
    #expect(value.value == 3)
    log = []
    withObservationTransaction { (a.x, b.x) = (2, 2) }
    #expect(value.value == 5)
    #expect(log == ["value", "before"])
    log = []
    withObservationTransaction { (a.x, c.x) = (3, 2) }
    #expect(value.value == 7)
    #expect(log == ["before", "value"])
  }

  @Test func valueIsNotComputedThatIsNotReadAnyMore() {
    let (isOn, source, another) = (Cell(1), Cell(1), Cell(1))
    var log: [String] = []
    let early = Value {
      log.append("early")
      return source.x
    }
    let late = Value {
      log.append("late")
      return source.x
    }
    let value = Value {
      log.append("value")
      return another.x + early.value + (isOn.x == 1 ? late.value : 0)
    }
    #expect(value.value == 3)
    log = []
    withObservationTransaction { (isOn.x, source.x) = (0, 2) }
    #expect(value.value == 3)
    #expect(log == ["early", "value"])
  }

  @Test func valueIsNotComputedThatIsNotReadAnyMoreByTheOneBefore() {
    let source = Cell(1)
    var log: [String] = []
    let early = Value {
      log.append("early")
      return source.x
    }
    let late = Value {
      log.append("late")
      return source.x
    }
    let value = Value {
      log.append("value")
      return (early.value == 1 ? late.value : 0) + source.x
    }
    #expect(value.value == 2)
    log = []
    source.x = 2
    #expect(value.value == 2)
    #expect(log == ["early", "value"])
  }

  /// Where a plain model has been read isn't known.
  @Test func valueIsNotComputedThatAStandardModelDecidesAgainst() async {
    let (profile, source, another) = (Profile(), Cell(1), Cell(1))
    var log: [String] = []
    let late = Value {
      log.append("late")
      return source.x
    }
    let value = Value {
      log.append("value")
      return another.x + (profile.age == 36 ? late.value : 0) + source.x
    }
    profile.age = 36
    await eventually { value.value == 3 }
    log = []
    source.x = 2
    profile.age = 37
    await eventually { value.value == 3 }
    #expect(!log.contains("late"))
  }

  @Test func errorOfTheOneBeforeIsFollowed() {
    struct Negative: Error {}
    let (source, shared) = (Cell(1), Cell(1))
    let before = DerivedValue { () throws(Negative) in
      if source.x < 0 { throw Negative() }
      return source.x
    }
    let value = DerivedValue { () throws(Negative) in try before.value + shared.x }
    #expect((try? value.value) == 2)
    withObservationTransaction { (source.x, shared.x) = (-1, 2) }
    #expect(throws: Negative.self) { try value.value }
    withObservationTransaction { (source.x, shared.x) = (3, 3) }
    #expect((try? value.value) == 6)
  }

  /// A weak reference to a model tells of its deallocation before anything of the model would be read.
  @Test func valueIsNotComputedThatADeallocationDecidesAgainst() {
    let source = Cell(1)
    var model: Cell? = Cell(1)
    weak let known = model
    var count = 0
    let before = Value {
      count += 1
      return source.x
    }
    let value = Value {
      guard let model = known else { return -1 }
      return before.value + model.x
    }
    #expect(value.value == 2)
    source.x = 2
    model = nil
    #expect(value.value == -1)
    #expect(count == 1)
  }

  /// As above, with what a plain model has made dirty in between.
  @Test(.exactBackend) func changesOfStandardModelsLeaveNothingBehind() {
    let (profile, first, last, shared) = (Profile(), Cell(0), Cell(1), Cell(0))
    var log: [String] = []
    let before = Value {
      log.append("before")
      return last.x
    }
    let value = Value {
      log.append("value")
      return first.x + before.value + shared.x + profile.age * 0
    }
    #expect(value.value == 1)
    for changesPlainFirst in [false, true] {
      if changesPlainFirst { profile.age += 1 }
      first.x += 1
      if !changesPlainFirst { profile.age += 1 }
      _ = value.value
      log = []
      withObservationTransaction { (last.x, shared.x) = (last.x + 1, shared.x + 1) }
      _ = value.value
      #expect(log == ["before", "value"])
    }
  }

  @Test func valueIsNotComputedIfADeallocatedPropertyChangesTheBranch() {
    final class Model: Observable {
      private let registrar = ModelRegistrar()
      var seven: Int { registrar.derived(self, \.seven) { 7 } }
    }
    let source = Cell(1)
    var model: Model? = Model()
    weak let known = model
    var count = 0
    let after = Value {
      count += 1
      return source.x
    }
    let value = Value { known.map { $0.seven + after.value } ?? -1 }
    #expect(value.value == 8)
    source.x = 2
    model = nil
    #expect(value.value == -1)
    #expect(count == 1)
  }

  @Test func valueIsNotComputedIfAStandardModelChangesTheBranchMeanwhile() async {
    let (profile, source, trigger) = (SharedPlainCell(1), Cell(1), Cell(0))
    var count = 0
    let late = Value {
      count += 1
      return source.x
    }
    let early = Value { trigger.x }
    let value = Value {
      let isOn = profile.x == 1
      if trigger.x == 1, isOn { Thread.run { profile.x = 2 } }
      return trigger.x == 0 ? early.value : isOn ? late.value : -1
    }
    #expect(value.value == 0)
    trigger.x = 1
    #expect(value.value == 1)
    count = 0
    source.x = 2
    await eventually { value.value == -1 }
    if Tracking.isExact { #expect(count == 0) }
  }

  /// A standard model for use on any thread.
  @Observable final class SharedPlainCell: @unchecked Sendable {
    // Unchecked: a lock guards the value.
    @ObservationIgnored private let value: LockedState<Int>

    init(_ x: Int) {
      value = LockedState(x)
    }

    var x: Int {
      get {
        access(keyPath: \.x)
        return value.withLock { $0 }
      }
      set { withMutation(keyPath: \.x) { value.withLock { $0 = newValue } } }
    }
  }
}
