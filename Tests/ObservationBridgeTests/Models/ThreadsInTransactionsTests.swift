import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// Transactions during which other threads change what they change, and observations of it run.
@Suite @MainActor struct ThreadsInTransactionsTests {
  /// What an observation reads of a cell.
  enum Kind: CaseIterable, Sendable {
    case stored, derived

    func read(_ cell: SharedCell) -> Int {
      switch self {
      case .stored: cell.x
      case .derived: cell.sum
      }
    }
  }

  /// What is to be done, one after the other, when something is read.
  private final class Hooks: Sendable {
    private let bodies = LockedState<[@Sendable () -> Void]>([])

    func set(_ bodies: (@Sendable () -> Void)...) {
      self.bodies.withLock { $0 = bodies }
    }

    func runNext() {
      bodies.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
    }
  }

  /// A transaction of another thread that begins inside a reading.
  private final class Begun: Sendable {
    private let transaction = LockedState<OpenTransaction?>(nil)

    /// Sets a cell to `value`, and back to what it was before it ends.
    func begin(setting cell: SharedCell, to value: Int, and former: Int) {
      let new = OpenTransaction {
        cell.x = value
        // What has been derived before may come to be valid again.
        _ = cell.sum
      } finish: {
        cell.x = former
      }
      transaction.withLock { $0 = new }
    }

    func end() {
      transaction.withLock { $0.take() }?.end()
    }
  }

  // MARK: Two that change the same

  @Test(arguments: Kind.allCases) func lastOfSeveralThreadsValuesIsSeen(_ kind: Kind) async {
    let cell = SharedCell(2)
    var seen: [Int] = []
    let token = withPortableContinuousObservation { _ in seen.append(kind.read(cell)) }
    let other = OpenTransaction { cell.x = 3 }
    withObservationTransaction {
      cell.x = 2
      // Its value isn't there any more, and this thread sets it once more.
      other.end()
      cell.x = 3
    }
    await eventually { seen.last == 3 }
    #expect(cell.x == 3)
    token.cancel()
  }

  @Test(arguments: Kind.allCases) func valueThatTwoThreadsHaveRestoredIsSeen(_ kind: Kind) async {
    let cell = SharedCell(1)
    let first = OpenTransaction {
      cell.x = 2
    } finish: {
      cell.x = 1
    }
    var seen: [Int] = []
    // Reads what the first one has set.
    let token = withPortableContinuousObservation { _ in seen.append(kind.read(cell)) }
    let second = OpenTransaction {
      cell.x = 3
    } finish: {
      cell.x = 1
    }
    first.end()
    second.end()
    await eventually { seen.last == 1 }
    token.cancel()
  }

  /// The other change is made and reported while the transaction reads the old value.
  @Test(arguments: Kind.allCases) func changeThatComesAsATransactionBeginsToChangeTheSameIsNotLost(_ kind: Kind) async {
    let hooks = Hooks()
    let cell = SharedCell(1) { _, place in
      if place == .read { hooks.runNext() }
    }
    let seen = Log<Int>()
    let token = await ImmediateActor().observing(.didSet) { _ in seen.append(kind.read(cell)) }
    hooks.set {
      Thread.run { cell.x = 2 }
    }
    withObservationTransaction {
      cell.x = 1
      hooks.set()
    }
    await eventually { seen.elements.last == 1 }
    #expect(cell.x == 1)
    token.cancel()
  }

  // MARK: Values from in between

  @Test func propertyObservationThatHasDeliveredAValueFromInBetweenDeliversTheRestoredOne() async {
    let hooks = Hooks()
    let cell = SharedCell(1) { _, place in
      if place == .unregistered { hooks.runNext() }
    }
    let begun = Begun()
    var seen: [Int] = []
    let token = withPropertyObservation(of: cell, \.x) { seen.append($0.new) }
    hooks.set { begun.begin(setting: cell, to: 2, and: 5) }
    cell.x = 5
    begun.end()
    await eventually { seen.last == 5 }
    token.cancel()
  }

  // MARK: Changes while another thread's transaction is open

  @Test(arguments: [false, true])
  func changeIsSeenWhileAnotherThreadsTransactionHasMarkedTheSameValue(isImmediate: Bool) async {
    let cell = SharedCell(0)
    var seen: [Int] = []
    let options: ObservationOptions = isImmediate ? [.didSet, .immediate] : .didSet
    let token = withPortableContinuousObservation(options: options) { _ in seen.append(cell.sum) }
    let transaction = OpenTransaction { cell.x = 1 }
    cell.y = 10
    if isImmediate { #expect(seen == [0, 11]) }
    await eventually { seen.last == 11 }
    transaction.end()
    await mainActorTurns()
    #expect(seen.last == 11)
    token.cancel()
  }

  @Test func changeWithoutIsolationIsSeenWhileAnotherThreadsTransactionHasMarkedTheSameValue() async {
    let cell = SharedCell(0)
    let seen = Log<Int>()
    let token = await ImmediateActor().observing(.didSet) { _ in seen.append(cell.sum) }
    let transaction = OpenTransaction { cell.x = 1 }
    cell.y = 10
    #expect(seen.elements == [0, 11])
    transaction.end()
    #expect(seen.elements.last == 11)
    token.cancel()
  }

  @Test(arguments: [false, true]) func changeOfAModelThatGoesOnAnotherThreadIsHeardOf(isImmediate: Bool) async {
    let kept = LockedState<SharedCell?>(SharedCell(1))
    weak let held = kept.withLock { $0 }
    var seen: [Int?] = []
    let options: ObservationOptions = isImmediate ? [.didSet, .immediate] : .didSet
    let token = withPortableContinuousObservation(options: options) { [weak held] _ in seen.append(held?.x) }
    withObservationTransaction {
      kept.withLock { $0 }?.x = 2
      Thread.run { _ = kept.withLock { $0.take() } }
    }
    #expect(held == nil)
    await eventually { seen.last == .some(nil) }
    token.cancel()
  }

  @Test func changeOfAModelByAnotherThreadsTransactionIsHeardOfThoughItGoesHere() async {
    let kept = LockedState<SharedCell?>(SharedCell(1))
    var seen: [Int?] = []
    weak let held = kept.withLock { $0 }
    let token = withPortableContinuousObservation { [weak held] _ in seen.append(held?.sum) }
    let transaction = OpenTransaction { kept.withLock { $0 }?.x = 2 }
    _ = kept.withLock { $0.take() }
    transaction.end()
    #expect(held == nil)
    await eventually { seen.last == .some(nil) }
    token.cancel()
  }
}
