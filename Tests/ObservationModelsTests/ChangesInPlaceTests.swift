import CObservationRuntime
import Observation
import ObservationModels
import TestSupport
import Testing

@testable import ObservationBridge

/// A property is changed in place, where no other code may read it, and another change is made meanwhile.
@MainActor @Suite struct ChangesInPlaceTests {
  @ObservableModel final class Table {
    var rows = [1, 2, 3]
    var removed = 0
    var isOpen = false
    @ObservationIgnored var wasChanging = false

    var text: String { derived(\.text) { "\(rows.count) rows, \(removed) removed" } }
    var title: String { derived(\.title) { text.uppercased() } }

    func removeLargeRows() {
      rows.removeAll { row in
        wasChanging = ob_changes_in_place()
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

  private func count(_ read: () -> Void) -> Counter {
    let counter = Counter()
    withObservationTracking {
      read()
    } onChange: {
      counter.add()
    }
    return counter
  }

  @Test func foreignTrackersAreNotifiedOfADerivedPropertyThatDependsOnBoth() {
    let table = Table()
    let (texts, titles) = (count { _ = table.text }, count { _ = table.title })
    table.removeLargeRows()
    #expect(table.wasChanging)
    #expect(texts.count == 1)
    #expect(titles.count == 1)
    #expect(table.title == "1 ROWS, 2 REMOVED")
    let again = count { _ = table.text }
    table.rows.append(4)
    #expect(again.count == 1)
  }

  @Test func foreignTrackersAreNotifiedOfADerivedPropertyWhoseDependenciesAreSwapped() {
    let table = Table()
    let changes = count { _ = table.text }
    swap(&table.rows[0], &table.removed)
    #expect(changes.count == 1)
    #expect(table.text == "3 rows, 1 removed")
  }

  @Test func foreignTrackersAreNotifiedOfChangesInsideAMutationByHand() {
    let table = Table()
    let changes = count { _ = table.text }
    table.changeByHand()
    #expect(changes.count == 1)
    #expect(table.text == "3 rows, 5 removed")
  }

  @Test func observationsAreNotifiedOfBothChanges() async {
    let table = Table()
    let log = Log<String>()
    let token = withPortableContinuousObservation { _ in log.append(table.text) }
    await mainActorTurns()
    table.removeLargeRows()
    await mainActorTurns()
    #expect(log.elements == ["3 rows, 0 removed", "1 rows, 2 removed"])
    token.cancel()
  }

  /// The change may begin on one thread and end on another.
  @Test func inoutChangeByAnAsynchronousFunctionEndsWithIt() async {
    actor Place {
      func change() async {
        let table = SharedTable()
        withObservationTracking {
          _ = table.rows
        } onChange: {
        }
        func change(_ rows: inout [Int]) async {
          for _ in 0..<3 { await Task.yield() }
          rows.append(4)
        }
        await change(&table.rows)
      }

      func isChanging() -> Bool { ob_changes_in_place() }
    }
    await withTaskGroup { group in
      for _ in 0..<20 { group.addTask { await Place().change() } }
    }
    for _ in 0..<20 {
      let place = Place()
      await eventually { await !place.isChanging() }
    }
  }

  @ObservableModel nonisolated final class SharedTable {
    var rows = [1]
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
