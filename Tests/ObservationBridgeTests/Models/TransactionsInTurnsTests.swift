import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// Transactions that are open on several threads at once, and change in turns what the same derived value depends on.
@Suite @MainActor struct TransactionsInTurnsTests {
  private final class Display: Observable, Sendable {
    let cell = SharedCell()
    let tick = SharedCell()
    private let willReadAgain = LockedState<(@Sendable () -> Void)?>(nil)
    private let readCount = LockedState(0)
    private let registrar = ModelRegistrar()

    /// Has something done when the property is read the second time from now on.
    func onSecondRead(_ body: @escaping @Sendable () -> Void) {
      readCount.withLock { $0 = 0 }
      willReadAgain.withLock { $0 = body }
    }

    /// What is computed without being kept.
    var shown: Int {
      _ = tick.x
      let count = readCount.withLock { count in
        count += 1
        return count
      }
      if count == 2 { willReadAgain.withLock { $0.take() }?() }
      return cell.sum
    }
  }

  /// The second reading of a property observation comes after its registration: a transaction may then have taken the value back.
  @Test func valueRevertedAndSetAgainBetweenTwoReadsIsDelivered() async {
    let display = Display()
    var changes: [[Int]] = []
    let token = withPropertyObservation(of: display, \.shown) { changes.append([$0.old, $0.new]) }
    let (first, second) = (TransactionThread(), TransactionThread())
    first.run {
      display.cell.x = 1
      _ = display.cell.sum
    }
    display.onSecondRead {
      second.run {
        display.cell.x = 0
        _ = display.cell.sum
      }
    }
    display.tick.x = 1
    second.run {
      display.cell.x = 1
      _ = display.cell.sum
    }
    second.end()
    first.end()
    await eventually { changes.last == [0, 1] }
    token.cancel()
  }

  /// However many others there have been meanwhile.
  @Test(arguments: [1, 65_534, 65_535, 65_536]) func eachIsNotifiedAtItsOwnEnd(othersCount: Int) async {
    let cell = SharedCell()
    var seen: [Int] = []
    let token = withPortableContinuousObservation { _ in seen.append(cell.sum) }
    let open = TransactionThread()
    open.run { cell.x = 1 }
    for _ in 0..<othersCount { withObservationTransaction {} }
    withObservationTransaction { cell.y = 10 }
    await eventually { seen.last == 11 }
    open.end()
    token.cancel()
  }

  @Test func passesThatHaveEachReadTwoVersionsDiffer() async {
    let cell = SharedCell()
    var seen: [Bool] = []
    let token = withPortableContinuousObservation { event in
      _ = cell.sum
      if seen.count < 4 {
        Thread.run {
          cell.x += 1
          _ = cell.sum
        }
      }
      _ = cell.sum
      seen.append(event.matches(\SharedCell.sum))
    }
    await eventually { seen.count == 5 }
    #expect(seen.dropFirst().allSatisfy { $0 })
    token.cancel()
  }
}
