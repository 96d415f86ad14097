import Dispatch
import Observation
import Synchronization
import TestSupport
import Testing

@testable import ObservationBridge

/// Derived values that are read inside a transaction, which then changes again what they depend on.
@MainActor @Suite struct ValuesInTransactionsTests {
  /// Sets a cell to 2, and back to 1 before it ends.
  private func transaction(on cell: SharedCell) -> OpenTransaction {
    OpenTransaction {
      cell.x = 2
      _ = cell.sum
    } finish: {
      cell.x = 1
    }
  }

  @Test func passThatHasReadTwoValuesRunsAgain() async {
    let cell = SharedCell(1)
    var open: OpenTransaction?
    var seen: [[Int]] = []
    let token = withPortableContinuousObservation { _ in
      let first = cell.sum
      if seen.isEmpty { open = transaction(on: cell) }
      seen.append([first, cell.sum])
    }
    open?.end()
    await eventually { seen.count > 1 }
    #expect(seen == [[1, 2], [1, 1]])
    token.cancel()
  }

  @Test func derivedValueThatHasReadTwoValuesIsComputedAgain() {
    let cell = SharedCell(1)
    var open: OpenTransaction?
    let pair = DerivedValue {
      let first = cell.sum
      if open == nil { open = transaction(on: cell) }
      return [first, cell.sum]
    }
    #expect(pair.value == [1, 2])
    open?.end()
    #expect(pair.value == [1, 1])
  }

  /// Its comparison calls a hook, if there is one.
  private final class Watched: Observable, Sendable {
    let cell = SharedCell(1)
    let hook = LockedState<(@Sendable () -> Void)?>(nil)
    private let registrar = ModelRegistrar()

    var value: Int {
      registrar.derived(
        self,
        \.value,
        comparingBy: { [unowned self] one, other in
          hook.withLock { $0.take() }?()
          return one == other
        }
      ) { cell.x }
    }
  }

  /// What a thread has kept, and has yet to give its version, has no version for others.
  @Test func valueReadBeforeItHasItsVersionIsNotThePreviousOne() async {
    let watched = Watched()
    let (isWritten, isRead, isCompared, mayGoOn, isOver) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0),
      DispatchSemaphore(value: 0),
      DispatchSemaphore(value: 0)
    )
    withObservationTracking {
      _ = watched.value
    } onChange: {
      // On the main thread, which has brought the value up to date and is about to read it.
      isRead.signal()
      isCompared.wait()
    }
    Thread.start {
      withObservationTransaction {
        watched.cell.x = 2
        isWritten.signal()
        isRead.wait()
        watched.cell.x = 1
        watched.hook.withLock {
          $0 = {
            isCompared.signal()
            mayGoOn.wait()
          }
        }
        _ = watched.value
        watched.cell.x = 2
        _ = watched.value
      }
      isOver.signal()
    }
    isWritten.wait()
    var seen: [Int] = []
    let token = withPortableContinuousObservation { _ in seen.append(watched.value) }
    mayGoOn.signal()
    isOver.wait()
    await eventually { seen.last == 2 }
    #expect(seen.last == 2)
    token.cancel()
  }

  /// Debug builds stop where code of others runs under the lock that this thread holds.
  @Test func previousValueIsReleasedWithoutTheLock() async {
    final class Thing: Equatable {
      private let onEnd: () -> Void

      init(_ onEnd: @escaping () -> Void) { self.onEnd = onEnd }
      deinit { onEnd() }
      static func == (one: Thing, other: Thing) -> Bool { one === other }
    }
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let cell = Cell(1)
        let token = effect { _ in _ = cell.y + cell.x }
        let things = DerivedValue {
          let number = cell.x
          return Thing { if number == 1 { cell.y += 1 } }
        }
        _ = things.value
        withObservationTransaction {
          cell.x = 2
          _ = things.value
          cell.x = 3
        }
        _ = things.value
        precondition(cell.y == 1)
        token.cancel()
      }
    }
  }

  @Test func readsOfForeignTrackersThatAreNotifiedAreNoDependencies() {
    let (cell, other) = (SharedCell(1), SharedCell(1))
    withObservationTracking {
      _ = cell.sum
    } onChange: {
      _ = other.x
    }
    var runs = 0
    var token: PortableObservationToken?
    withObservationTransaction {
      cell.x = 2
      token = effect { _ in
        runs += 1
        withObservationTracking {
          _ = cell.sum
        } onChange: {
        }
      }
    }
    let before = runs
    other.x = 5
    #expect(runs == before)
    token?.cancel()
  }

  @Test func previousValueIsReleasedWithTheTransaction() {
    let cell = Cell(1)
    let value = DerivedValue {
      _ = cell.x
      return Held()
    }
    weak let previous = value.value
    #expect(previous != nil)
    withObservationTransaction {
      cell.x = 2
      _ = value.value
      cell.x = 3
    }
    #expect(previous == nil)
  }

  @Test func foreignTrackersMayWriteWhenAComputationNotifiesThem() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let (cell, other) = (SharedCell(1), SharedCell(1))
        withObservationTracking {
          _ = cell.sum
        } onChange: {
          other.x += 1
        }
        let token = withPortableContinuousObservation { _ in _ = other.x }
        let value = DerivedValue {
          withObservationTracking {
            cell.sum
          } onChange: {
          }
        }
        withObservationTransaction {
          cell.x = 2
          _ = value.value
        }
        precondition(other.x == 2)
        token.cancel()
      }
    }
  }
}
