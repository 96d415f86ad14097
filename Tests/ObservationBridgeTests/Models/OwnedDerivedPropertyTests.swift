import Observation
import Synchronization
import TestSupport
import Testing

@testable import ObservationBridge

/// Derived properties of a model that stores its registrar itself, as generated code reads them.
@Suite struct OwnedDerivedPropertyTests {
  private final class Account: Observable, Sendable {
    private let registrar = ModelRegistrar()
    private let cell: SharedCell
    private let isOwner: Bool
    private let changesAtTheEnd: Bool

    init(_ cell: SharedCell, isOwner: Bool = true, changesAtTheEnd: Bool = false) {
      self.cell = cell
      self.isOwner = isOwner
      self.changesAtTheEnd = changesAtTheEnd
    }

    deinit {
      if changesAtTheEnd { cell.x += 1 }
    }

    var balance: Int {
      if isOwner {
        return registrar._derived(
          owner: self,
          { \.balance },
          name: #function,
          file: #fileID,
          line: #line,
          column: #column
        ) { cell.x * 10 }
      }
      return registrar.derived(self, \.balance) { cell.x * 10 }
    }
  }

  @Test func modelThatGoesWhileItsValueIsLookedAtIsReadNoMore() {
    let cell = SharedCell(1)
    for round in 0..<Stress.rounds(brief: 300, full: 20_000) {
      let account = Mutex<Account?>(Account(cell))
      let last = Atomic(0)
      let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
        _ = cell.y
        // Retained for the read alone: what has read it doesn't keep it alive.
        let current = account.withLock { $0 }
        last.store(current?.balance ?? -1, ordering: .sequentiallyConsistent)
      }
      let isDone = Atomic(false)
      Thread.start {
        _ = account.withLock { $0.take() }
        isDone.store(true, ordering: .sequentiallyConsistent)
      }
      for change in 0..<4 { cell.x = round + change }
      while !isDone.load(ordering: .sequentiallyConsistent) { Thread.yield() }
      cell.y = round
      #expect(last.load(ordering: .sequentiallyConsistent) == -1)
      token.cancel()
    }
  }

  @Test(arguments: [true, false]) func modelThatChangesWhatItsValueHasReadWhileItGoesIsReadNoMore(isOwner: Bool) {
    let cell = SharedCell(1)
    let account = Mutex<Account?>(Account(cell, isOwner: isOwner, changesAtTheEnd: true))
    var seen: [Int?] = []
    let token = effect { _ in
      let current = account.withLock { $0 }
      seen.append(current?.balance)
    }
    var last = account.withLock { $0.take() }
    last = nil
    #expect(last == nil)
    #expect(cell.x == 2)
    #expect(seen == [10, nil])
    token.cancel()
  }

  /// Properties that depend on each other in several ways.
  private final class Ledger: Observable, Sendable {
    private let registrar = ModelRegistrar()
    let cell = SharedCell(1)

    var double: Int {
      registrar._derived(owner: self, { \.double }, name: #function, file: #fileID, line: #line, column: #column) {
        cell.x * 2
      }
    }
    var fourfold: Int {
      registrar._derived(owner: self, { \.fourfold }, name: #function, file: #fileID, line: #line, column: #column) {
        double * 2
      }
    }
    var sum: Int {
      registrar._derived(owner: self, { \.sum }, name: #function, file: #fileID, line: #line, column: #column) {
        double + fourfold
      }
    }
  }

  @Test func severalThreadsReadPropertiesThatDependOnEachOther() async {
    let ledger = Ledger()
    let wrongCount = Atomic(0)
    let readCount = Stress.rounds(brief: 5_000, full: 50_000)
    await Thread.run(3) { number in
      for read in 0..<readCount {
        if number == 0 { ledger.cell.x = read }
        // Only the thread that makes the changes knows which value is the current one.
        let sum = ledger.sum
        if number == 0, sum != read * 6 { wrongCount.add(1, ordering: .relaxed) }
      }
    }
    #expect(wrongCount.load(ordering: .relaxed) == 0)
    #expect(ledger.sum == (readCount - 1) * 6)
  }

  /// A model that changes an observed property in its deinitializer.
  private final class Guest: Observable, Sendable {
    private let registrar = ModelRegistrar()
    private let (source, log): (SharedCell, SharedCell)
    private let read: @Sendable () -> Void

    init(_ source: SharedCell, _ log: SharedCell, read: @escaping @Sendable () -> Void) {
      (self.source, self.log, self.read) = (source, log, read)
    }

    deinit {
      log.x += 1
    }

    var name: Int {
      registrar._derived(owner: self, { \.name }, name: #function, file: #fileID, line: #line, column: #column) {
        read()
        return source.x
      }
    }
  }

  @Test func modelThatGoesWhileItsValueIsComputedMayChangeOthers() {
    let (source, log, other) = (SharedCell(1), SharedCell(0), SharedCell(0))
    let guest = Mutex<Guest?>(nil)
    let leaves = Atomic(false)
    var new: Guest? = Guest(source, log) {
      guard leaves.exchange(false, ordering: .sequentiallyConsistent) else { return }
      Thread.run { _ = guest.withLock { $0.take() } }
    }
    guest.withLock { $0 = new.take() }
    Self.bringUpToDateWhileItLeaves(source, log, other, leaves) { guest.withLock { $0 }?.name ?? -1 }
    #expect(guest.withLock { $0 == nil })
  }

  private static func bringUpToDateWhileItLeaves(
    _ source: SharedCell,
    _ log: SharedCell,
    _ other: SharedCell,
    _ leaves: borrowing Atomic<Bool>,
    _ name: @escaping () -> Int
  ) {
    let inner = DerivedValue(name)
    let outer = DerivedValue { inner.value + 1 }
    // Computes, while what it reads is brought up to date.
    let top = DerivedValue { other.x + outer.value }
    var seen: [Int] = []
    let token = effect { _ in seen.append(log.x) }
    #expect(top.value == 2)
    source.x = 2
    other.x = 10
    leaves.store(true, ordering: .sequentiallyConsistent)
    // The guest has gone by the time it's asked for.
    #expect(top.value == 10)
    #expect(seen == [0, 1])
    token.cancel()
  }
}
