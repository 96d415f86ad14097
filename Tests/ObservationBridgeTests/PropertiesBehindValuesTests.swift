import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// Property observations of derived properties, of paths that lead on from them, and of computed properties that read them.
@Suite @MainActor struct PropertiesBehindValuesTests {
  typealias Kind = OwnChangesBehindValuesTests.Kind

  private final class Row: Observable {
    private let registrar = ModelRegistrar()
    let cell: any RandomCell
    /// Called by the next computation of `tens`, after its read.
    var duringComputation: (() -> Void)?
    /// Called by the next read of `textOfTens`, once it has read `tens`.
    var afterRead: (() -> Void)?

    init(_ cell: any RandomCell) { self.cell = cell }

    var isRich: Bool { registrar.derived(self, \.isRich) { cell.x > 1000 } }
    var tens: Int {
      registrar.derived(self, \.tens) {
        let x = cell.x
        duringComputation.take()?()
        return x / 10
      }
    }
    var textOfTens: String {
      let tens = tens
      afterRead.take()?()
      return tens.description
    }
    var isRichToo: Bool { registrar.derived(self, \.isRichToo) { isRich } }
    var title: String { isRich ? "rich" : "poor" }
  }

  @Test(arguments: Kind.allCases)
  func derivedPropertyDeliversOnlyValuesThatDiffer(_ kind: Kind) async {
    let row = Row(kind.makeCell())
    var (seen, seenToo): ([Bool], [Bool]) = ([], [])
    let tokens = [
      withPropertyObservation(of: row, \.isRich) { seen += [$0.old, $0.new] },
      withPropertyObservation(of: row, \.isRichToo) { seenToo += [$0.old, $0.new] },
    ]
    for x in 1...3 {
      row.cell.x = x
      await mainActorTurns()
    }
    withObservationTransaction { row.cell.x = 5 }
    await mainActorTurns()
    #expect(seen.isEmpty)
    row.cell.x = 2000
    await eventually { seenToo == [false, true] }
    #expect(seen == [false, true])
    row.cell.x = 3000
    await mainActorTurns()
    row.cell.x = 0
    await eventually { seenToo == [false, true, true, false] }
    #expect(seen == [false, true, true, false])
    for token in tokens { token.cancel() }
  }

  @Test(arguments: Kind.allCases)
  func pathThatLeadsOnDeliversEachChangeOfTheDerivedProperty(_ kind: Kind) async {
    let row = Row(kind.makeCell())
    row.cell.x = 10
    var seen: [Int] = []
    let token = withPropertyObservation(of: row, \.tens.description.count) { seen += [$0.old, $0.new] }
    row.cell.x = 11
    await mainActorTurns()
    #expect(seen.isEmpty)
    row.cell.x = 20
    await eventually { seen.count >= 2 }
    #expect(seen == [1, 1])
    row.cell.x = 200
    await eventually { seen.count >= 4 }
    #expect(seen == [1, 1, 1, 2])
    token.cancel()
  }

  /// The pass can't tell whether it has read another value; the one after it can.
  @Test(arguments: Kind.allCases, [21, 29, 20])
  func pathThatLeadsOnDeliversAChangeOnceIfAnotherThreadInterrupts(_ kind: Kind, _ x: Int) async {
    let row = Row(kind.makeCell())
    row.cell.x = 10
    var seen: [Int] = []
    let token = withPropertyObservation(of: row, \.tens.description.count) { seen += [$0.old, $0.new] }
    nonisolated(unsafe) let cell = row.cell  // The computation waits for the thread.
    row.duringComputation = { Thread.run { unsafe cell.x = x } }
    row.cell.x = 20
    await eventually { seen.count >= 2 && row.duringComputation == nil }
    await mainActorTurns(10)
    #expect(seen == [1, 1])
    token.cancel()
  }

  /// The other thread marks the value once the pass has read it, as a recheck may. The next pass finds the same version.
  @Test(arguments: Kind.allCases, [true, false])
  func readValueThatAnotherThreadMarksDuringThePassIsDeliveredOnce(_ kind: Kind, _ differs: Bool) async {
    let row = Row(kind.makeCell())
    row.cell.x = 10
    var seen: [Int] = []
    let token = withPropertyObservation(of: row, \.textOfTens.count) { seen += [$0.old, $0.new] }
    let x = differs ? 20 : 11
    nonisolated(unsafe) let cell = row.cell  // The getter waits for the thread.
    row.afterRead = { Thread.run { unsafe cell.x = x + 1 } }
    row.cell.x = x
    // Without a pass for an equal value, the getter isn't called.
    await mainActorTurns(10)
    if differs { await eventually { row.afterRead == nil && seen.count >= 2 } }
    await mainActorTurns(10)
    #expect(seen == (differs ? [1, 1] : []))
    row.afterRead = nil
    row.cell.x = 200
    await eventually { seen.count >= (differs ? 4 : 2) }
    #expect(seen.suffix(2) == [1, 2])
    token.cancel()
  }

  @Test(arguments: Kind.allCases)
  func pathThatLeadsOnDeliversEachChangeOfAStoredProperty(_ kind: Kind) async {
    let row = Row(kind.makeCell())
    row.cell.x = 10
    var seen: [Int] = []
    let token = withPropertyObservation(of: row, \.cell.x.description.count) { seen += [$0.old, $0.new] }
    row.cell.x = 11
    await eventually { seen == [2, 2] }
    row.cell.x = 200
    await eventually { seen == [2, 2, 2, 3] }
    token.cancel()
  }

  @Test(arguments: Kind.allCases)
  func computedPropertyDeliversIfADerivedOneThatItReadsDiffers(_ kind: Kind) async {
    let row = Row(kind.makeCell())
    // Keeps the derived property up to date, as another part of an app may.
    let other = withPortableContinuousObservation { _ in _ = row.isRich }
    var seen: [String] = []
    let token = withPropertyObservation(of: row, \.title) { seen += [$0.old, $0.new] }
    row.cell.x = 1
    await mainActorTurns()
    #expect(seen.isEmpty)
    row.cell.x = 2000
    await eventually { seen == ["poor", "rich"] }
    token.cancel()
    other.cancel()
  }
}
