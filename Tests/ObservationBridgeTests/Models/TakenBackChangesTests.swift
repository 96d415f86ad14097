import Dispatch
import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// Derived values that only a transaction has marked which has taken its changes back.
@Suite @MainActor struct TakenBackChangesTests {
  private let cell = Cell(1)

  /// A derived value that counts how often it's computed.
  private final class Counted {
    private(set) var count = 0
    private let compute: () -> Int
    private(set) lazy var value = DerivedValue { [unowned self] () -> Int in
      count += 1
      return compute()
    }

    init(_ compute: @escaping () -> Int) { self.compute = compute }

    /// How often the value is computed to be read now.
    var computationsOfRead: Int {
      let before = count
      _ = value.value
      return count - before
    }
  }

  private func change(_ first: () -> Void, _ others: (() -> Void)...) {
    withObservationTransaction {
      first()
      for other in others { other() }
    }
  }

  @Test func areNotComputedAgain() {
    let (cell, double) = (cell, Counted { [cell] in cell.x * 2 })
    let sum = Counted { cell.y + double.value.value }
    #expect(sum.computationsOfRead == 1)
    change({ cell.x = 5 }, { cell.x = 1 })
    #expect(double.computationsOfRead == 0)
    #expect(sum.computationsOfRead == 0)
    change({ cell.x = 5 }, { cell.y = 7 }, { cell.y = 0 }, { cell.x = 1 })
    #expect(sum.computationsOfRead == 0)
    #expect(double.count == 1)
    change({ withObservationTransaction { cell.x = 5 } }, { cell.x = 1 })
    #expect(sum.computationsOfRead == 0)
  }

  @Test func areComputedIfAnotherPropertyHasReallyChanged() {
    let (cell, sum) = (cell, Counted { [cell] in cell.x + cell.y })
    #expect(sum.computationsOfRead == 1)
    change({ cell.x = 5 }, { cell.y = 1 }, { cell.x = 1 })
    #expect(sum.computationsOfRead == 1)
    #expect(sum.value.value == 2)
  }

  @Test func areComputedIfTheyWereMarkedBefore() {
    let (cell, sum) = (cell, Counted { [cell] in cell.x + cell.y })
    #expect(sum.computationsOfRead == 1)
    cell.x = 2
    change({ cell.x = 5 }, { cell.x = 2 })
    #expect(sum.computationsOfRead == 1)
    cell.y = 3
    change({ cell.x = 5 }, { cell.x = 2 })
    #expect(sum.computationsOfRead == 1)
    #expect(sum.value.value == 5)
  }

  @Test func areComputedIfTheyWereReadInBetween() {
    let (cell, double) = (cell, Counted { [cell] in cell.x * 2 })
    #expect(double.computationsOfRead == 1)
    change({ cell.x = 5 }, { #expect(double.computationsOfRead == 1) }, { cell.x = 1 })
    #expect(double.value.value == 2)
  }

  @Test func areComputedIfAnotherModelHasChanged() {
    let (cell, other) = (cell, Cell(1))
    let sum = Counted { cell.x + other.x }
    #expect(sum.computationsOfRead == 1)
    change({ cell.x = 5 }, { other.x = 2 }, { cell.x = 1 })
    #expect(sum.computationsOfRead == 1)
    #expect(sum.value.value == 3)
  }

  @Test func areComputedIfAStandardModelHasChanged() {
    let (cell, other) = (cell, PlainCell(1))
    let sum = Counted { cell.x + other.x }
    #expect(sum.computationsOfRead == 1)
    change({ cell.x = 5 }, { other.x = 2 }, { cell.x = 1 })
    #expect(sum.computationsOfRead == 1)
    #expect(sum.value.value == 3)
  }

  /// The other thread sets another property of the model, which the transaction doesn't see.
  @Test func areComputedIfAnotherThreadHasMadeAChangeMeanwhile() async {
    let cell = SharedCell(1)
    let isComputed = Log<Void>()
    let sum = DerivedValue { @Sendable () -> Int in
      isComputed.append(())
      return cell.x + cell.y
    }
    _ = sum.value
    let (turn, isChanged) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.start {
      turn.wait()
      cell.y = 7
      isChanged.signal()
    }
    waitForOther(turn, isChanged, in: cell)
    #expect(sum.value == 8)
    #expect(isComputed.elements.count == 2)
  }

  private nonisolated func waitForOther(_ turn: DispatchSemaphore, _ isChanged: DispatchSemaphore, in cell: SharedCell)
  {
    withObservationTransaction {
      cell.x = 5
      turn.signal()
      isChanged.wait()
      cell.x = 1
    }
  }

  @Test func observationsAreNotRun() async {
    let (cell, double) = (cell, Counted { [cell] in cell.x * 2 })
    var passes = 0
    let tokens = [
      effect { _ in
        passes += 1
        _ = double.value.value
      },
      withPortableContinuousObservation { _ in
        passes += 1
        _ = double.value.value
      },
    ]
    change({ cell.x = 5 }, { cell.x = 1 })
    await mainActorTurns()
    #expect(passes == 2)
    #expect(double.count == 1)
    cell.x = 2
    await mainActorTurns()
    #expect(passes == 4)
    #expect(double.count == 2)
    for token in tokens { token.cancel() }
  }
}
