import Dispatch
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

  /// Something that is to be done once, when something is read.
  private final class Hook: Sendable {
    private let state = LockedState<(readCount: Int, body: @Sendable () -> Void)?>(nil)

    /// Does it after `readCount` others have been read.
    func set(after readCount: Int = 0, _ body: @escaping @Sendable () -> Void) {
      state.withLock { $0 = (readCount, body) }
    }

    func clear() {
      state.withLock { $0 = nil }
    }

    func run() {
      let body = state.withLock { state -> (@Sendable () -> Void)? in
        guard let (readCount, body) = state else { return nil }
        state = readCount > 0 ? (readCount - 1, body) : nil
        return readCount > 0 ? nil : body
      }
      body?()
    }
  }

  /// Its properties run a hook before they read those of a cell.
  private final class Display: Observable, Sendable {
    let cell: SharedCell
    let hook = Hook()

    init(_ cell: SharedCell = SharedCell(1)) {
      self.cell = cell
    }

    var x: Int {
      hook.run()
      return cell.x
    }

    var sum: Int {
      hook.run()
      return cell.sum
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
  @Test(arguments: Kind.allCases) func changeAsATransactionBeginsToChangeThePropertyIsNotLost(_ kind: Kind) async {
    let hook = Hook()
    let cell = SharedCell(1) { _, place in
      if place == .read { hook.run() }
    }
    let seen = Log<Int>()
    let token = await ImmediateActor().observing(.didSet) { _ in seen.append(kind.read(cell)) }
    hook.set {
      Thread.run { cell.x = 2 }
    }
    withObservationTransaction {
      cell.x = 1
      hook.clear()
    }
    await eventually { seen.elements.last == 1 }
    #expect(cell.x == 1)
    token.cancel()
  }

  // MARK: Values from in between

  @Test(arguments: [0, 1])
  func restoredValueIsDeliveredAfterOneFromInBetween(readCount: Int) async {
    let hook = Hook()
    let cell = SharedCell(1) { _, place in
      if place == .unregistered { hook.run() }
    }
    let (begun, seen) = (Begun(), Log<Int>())
    let token = withPropertyObservation(ofSendable: cell, \.x, isolation: nil) { @Sendable in seen.append($0.new) }
    hook.set(after: readCount) { begun.begin(setting: cell, to: 2, and: 5) }
    cell.x = 5
    begun.end()
    await eventually { seen.elements.last == 5 }
    token.cancel()
  }

  /// It reads twice: first to depend on it, and then to deliver it.
  @Test(arguments: Kind.allCases)
  func restoredValueIsDeliveredIfItChangesBetweenTheTwoReadings(_ kind: Kind) async {
    let (display, begun) = (Display(), Begun())
    var seen: [Int] = []
    let token = withPropertyObservation(of: display, kind == .stored ? \.x : \.sum) { seen.append($0.new) }
    display.hook.set(after: 1) { [cell = display.cell] in begun.begin(setting: cell, to: 2, and: 5) }
    display.cell.x = 5
    begun.end()
    await eventually { seen.last == 5 }
    token.cancel()
  }

  /// The restored value is there again before the handler returns.
  @Test func valueRestoredDuringAHandlerIsDelivered() async {
    let (display, begun) = (Display(), Begun())
    var seen: [Int] = []
    let token = withPropertyObservation(of: display, \.sum) { [cell = display.cell] change in
      seen.append(change.new)
      if change.new != 2 { return }
      begun.end()
      Thread.run { _ = cell.sum }
    }
    display.hook.set(after: 1) { [cell = display.cell] in begun.begin(setting: cell, to: 2, and: 5) }
    display.cell.x = 5
    await eventually { seen.last == 5 }
    #expect(seen == [2, 5])
    token.cancel()
  }

  /// The transaction computes the value as the observation reads it, which so computes it for itself.
  @Test func restoredValueIsDeliveredAfterOneComputedInATransaction() async {
    let gate = Gate(.read)
    let cell = SharedCell(1, visit: gate.visit)
    let display = Display(cell)
    let isSet = DispatchSemaphore(value: 0)
    var seen: [Int] = []
    let token = withPropertyObservation(of: display, \.sum) { seen.append($0.new) }
    display.hook.set(after: 1) {
      gate.holdUp {
        withObservationTransaction {
          cell.y = 1
          _ = cell.sum
          isSet.wait()
          cell.y = 0
        }
      }
    }
    cell.x = 5
    await eventually { seen.last == 6 }
    isSet.signal()
    gate.open()
    await eventually { seen.last == 5 }
    token.cancel()
  }

  @Test(arguments: Kind.allCases, [1, 2])
  func recordingThatHasAValueFromInBetweenRecordsTheRestoredOne(_ kind: Kind, sample: Int) async {
    let (cell, other, begun) = (SharedCell(1), SharedCell(1), Begun())
    let token = withPortableContinuousObservation { _ in _ = kind.read(cell) + other.x }
    var count = 0
    let values = await token.values {
      count += 1
      if count == sample { begun.begin(setting: cell, to: 2, and: 1) }
      return kind.read(cell)
    }
    if sample > 1 { other.x = 2 }
    await eventually { values.latestValue == 2 }
    begun.end()
    await eventually { values.latestValue == 1 }
    token.cancel()
  }

  @Test func handlerThatMakesTransactionsIsCalledForEachChange() {
    let (cell, log) = (Cell(1), Cell(0))
    var count = 0
    let token = withPropertyObservation(of: cell, \.parity) { _ in
      count += 1
      withObservationTransaction { log.x += 1 }
    }
    for x in [3, 5, 7, 9, 11] { cell.x = x }
    #expect(count == 5)
    token.cancel()
  }

  @Test func recorderOfAFirstReadRecordsTheRestoredValue() async {
    let (flag, cell, begun) = (PlainCell(0), SharedCell(1), Begun())
    let token = withPortableContinuousObservation { _ in
      if flag.x > 0 { _ = cell.x }
    }
    var hasBegun = false
    let values = await token.values {
      if flag.x > 0, !hasBegun {
        hasBegun = true
        begun.begin(setting: cell, to: 2, and: 1)
      }
      return cell.x
    }
    flag.x = 1
    await eventually { values.latestValue == 2 }
    begun.end()
    await eventually { values.latestValue == 1 }
    token.cancel()
  }

  // MARK: Changes while another thread's transaction is open

  @Test(arguments: [false, true], [false, true])
  func changeIsSeenWhileAnotherTransactionHasMarkedTheValue(isTransaction: Bool, isImmediate: Bool) async {
    let cell = SharedCell(0)
    var seen: [Int] = []
    let options: ObservationOptions = isImmediate ? [.didSet, .immediate] : .didSet
    let token = withPortableContinuousObservation(options: options) { _ in seen.append(cell.sum) }
    let transaction = OpenTransaction { cell.x = 1 }
    if isTransaction { withObservationTransaction { cell.y = 10 } } else { cell.y = 10 }
    if isImmediate { #expect(seen == [0, 11]) }
    await eventually { seen.last == 11 }
    transaction.end()
    await mainActorTurns()
    #expect(seen.last == 11)
    token.cancel()
  }

  /// Each transaction is the first thing that its thread does.
  @Test func transactionsOfNewThreadsAreDistinguished() async {
    let cell = SharedCell(0)
    var seen: [Int] = []
    let token = withPortableContinuousObservation { _ in seen.append(cell.sum) }
    let transaction = OpenTransaction { cell.x = 1 }
    Thread.run { withObservationTransaction { cell.y = 10 } }
    await eventually { seen.last == 11 }
    transaction.end()
    token.cancel()
  }

  @Test func transactionsThatTakeTurnsAreBothSeenAtTheirEnd() async {
    let cell = SharedCell(0)
    var seen: [Int] = []
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in seen.append(cell.sum) }
    let transaction = OpenTransaction {
      cell.x = 1
    } finish: {
      cell.x = 2
    }
    withObservationTransaction {
      cell.y = 10
      cell.y = 20
    }
    #expect(seen == [0, 21])
    transaction.end()
    await eventually { seen.last == 22 }
    token.cancel()
  }

  @Test(.enabled(if: Tracking.isExact, "needs reports of several changes"), arguments: [false, true])
  func changeOfAStandardModelIsSeenWhileATransactionHasMarkedTheValue(isTransaction: Bool) async {
    let (one, other) = (SharedCounter(), SharedCounter())
    let sum = DerivedValue { one.first + other.first }
    var seen: [Int] = []
    let token = withPortableContinuousObservation { _ in seen.append(sum.value) }
    let transaction = OpenTransaction { one.first = 1 }
    if isTransaction { withObservationTransaction { other.first = 10 } } else { other.first = 10 }
    await eventually { seen.last == 11 }
    transaction.end()
    await mainActorTurns()
    #expect(seen.last == 11)
    token.cancel()
  }

  @Test func nonisolatedChangeIsSeenWhileATransactionHasMarkedTheValue() async {
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

  @Test(arguments: [false, true]) func changeOfAModelDeallocatedOnAnotherThreadIsReported(isImmediate: Bool) async {
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

  @Test func changeByAnotherTransactionIsReportedThoughTheModelIsDeallocatedHere() async {
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

extension Cell {
  /// Computed, and equal after most changes.
  fileprivate var parity: Int { x % 2 }
}
