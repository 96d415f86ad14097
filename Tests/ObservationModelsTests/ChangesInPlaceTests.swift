import Observation
import ObservationModels
import TestSupport
import Testing

@testable import ObservationBridge

/// A property is changed in its place, where nothing else may read it, and another change is made meanwhile.
@MainActor @Suite struct ChangesInPlaceTests {
  @ObservableModel final class Table {
    var rows = [1, 2, 3]
    var removed = 0
    var isOpen = false

    var text: String { derived(\.text) { "\(rows.count) rows, \(removed) removed" } }
    var title: String { derived(\.title) { text.uppercased() } }

    func removeLargeRows() {
      rows.removeAll { row in
        if row > 1 { removed += 1 }
        return row > 1
      }
    }

    func changeByHand() {
      withMutation(keyPath: \.isOpen) {
        removed = 5
      }
    }
  }

  @Observable final class PlainTable {
    var rows = [1, 2, 3]
    var removed = 0

    func removeLargeRows() {
      rows.removeAll { row in
        if row > 1 { removed += 1 }
        return row > 1
      }
    }
  }

  private func count(_ read: () -> Void) -> Counter {
    let counter = Counter()
    withObservationTracking {
      read()
    } onChange: {
      counter.add()
    }
    return counter
  }

  @Test func othersHearOfADerivedPropertyThatDependsOnBoth() {
    let table = Table()
    let (texts, titles) = (count { _ = table.text }, count { _ = table.title })
    table.removeLargeRows()
    #expect(texts.count == 1)
    #expect(titles.count == 1)
    #expect(table.title == "1 ROWS, 2 REMOVED")
    let again = count { _ = table.text }
    table.rows.append(4)
    #expect(again.count == 1)
  }

  @Test func othersHearOfADerivedPropertyWhoseDependenciesAreSwapped() {
    let table = Table()
    let changes = count { _ = table.text }
    swap(&table.rows[0], &table.removed)
    #expect(changes.count == 1)
    #expect(table.text == "3 rows, 1 removed")
  }

  @Test func othersHearOfOneThatIsChangedInsideAMutationByHand() {
    let table = Table()
    let changes = count { _ = table.text }
    table.changeByHand()
    #expect(changes.count == 1)
    #expect(table.text == "3 rows, 5 removed")
  }

  @Test func observationsHearOfBothChanges() async {
    let table = Table()
    let log = Log()
    let token = withPortableContinuousObservation { _ in log.add(table.text) }
    await mainActorTurns()
    table.removeLargeRows()
    await mainActorTurns()
    #expect(log.lines == ["3 rows, 0 removed", "1 rows, 2 removed"])
    token.cancel()
  }

  @Test(.disabled(if: Tracking.isStandard, "isn't told of changes before they are made"))
  func othersHearOfADerivedValueOverAPlainModel() {
    let table = PlainTable()
    let text = DerivedValue { "\(table.rows.count) rows, \(table.removed) removed" }
    let changes = count { _ = text.value }
    table.removeLargeRows()
    #expect(changes.count == 1)
    #expect(text.value == "1 rows, 2 removed")
    let again = count { _ = text.value }
    table.removed = 2
    // Elsewhere they depend on what was read for the value, too.
    if Tracking.isExact { #expect(again.count == 0) }
    table.removed = 3
    #expect(again.count == 1 || !Tracking.isExact)
    #expect(text.value == "1 rows, 3 removed")
  }

  @Test func valuesAreComparedAgainAfterwards() {
    let table = Table()
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in _ = table.removed }
    table.removeLargeRows()
    let changes = count { _ = table.text }
    table.rows[0] = 7
    #expect(changes.count == 0)
    table.rows = []
    #expect(changes.count == 1)
    token.cancel()
  }
}
