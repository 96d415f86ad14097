import Observation
import Synchronization
import TestSupport
import Testing

@testable import ObservationBridge

/// Derived properties of a model that has its registrar itself, as generated code reads them.
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
      if isOwner { return registrar.derived(owner: self, { \.balance }, name: #function) { cell.x * 10 } }
      return registrar.derived(self, \.balance) { cell.x * 10 }
    }
  }

  #if os(Linux)
    /// It would make each retain and release of the model slower.
    @Test func noWeakReferenceLeadsToTheModel() {
      let account = Account(SharedCell(1))
      let count = _getWeakRetainCount(account)
      let token = effect { _ in _ = account.balance }
      #expect(_getWeakRetainCount(account) == count)
      token.cancel()
    }
  #endif

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
}
