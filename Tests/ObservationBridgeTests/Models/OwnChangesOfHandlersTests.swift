import TestSupport
import Testing

@testable import ObservationBridge

/// Handlers of property observations that change the property themselves, while another thread does.
@Suite @MainActor struct OwnChangesOfHandlersTests {
  enum Kind: CaseIterable, Sendable {
    case stored, derived

    var keyPath: any KeyPath<SharedCell, Int> & Sendable {
      switch self {
      case .stored: \.y
      case .derived: \.sum
      }
    }
  }

  /// Changes the property, and has another thread change it after that.
  private func change(_ cell: SharedCell, _ kind: Kind) {
    if kind == .stored { cell.y += 1000 } else { cell.x += 1000 }
    Thread.run { cell.y += 100 }
  }

  @Test(arguments: Kind.allCases) func changeOfAnotherThreadIsDeliveredAfterAnOwnOne(kind: Kind) async {
    let cell = SharedCell()
    var changes: [[Int]] = []
    let token = withPropertyObservation(of: cell, kind.keyPath) {
      changes.append([$0.old, $0.new])
      if changes.count == 1 { change(cell, kind) }
    }
    cell.y = 1
    await eventually { changes.last == [1, 1101] }
    cell.y += 1
    await eventually { changes.last == [1101, 1102] }
    #expect(changes.count == 3)
    token.cancel()
  }

  @Test(arguments: Kind.allCases) func changeOfAnotherThreadIsDeliveredAfterAnOwnOneInsideAnotherPass(kind: Kind) async
  {
    let (cell, trigger) = (SharedCell(), SharedCell())
    var changes: [[Int]] = []
    let outer = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
      if trigger.x == 1 { cell.y = 1 }
    }
    let token = withPropertyObservation(of: cell, kind.keyPath) {
      changes.append([$0.old, $0.new])
      if changes.count == 1 { change(cell, kind) }
    }
    trigger.x = 1
    await eventually { changes.last == [1, 1101] }
    token.cancel()
    outer.cancel()
  }

  @Test(arguments: Kind.allCases) func ownChangeIsNotDelivered(kind: Kind) async {
    let cell = SharedCell()
    var changes: [[Int]] = []
    let token = withPropertyObservation(of: cell, kind.keyPath) {
      changes.append([$0.old, $0.new])
      if changes.count == 1 {
        if kind == .stored { cell.y += 1000 } else { cell.x += 1000 }
      }
    }
    cell.y = 1
    await mainActorTurns()
    // A derived value that comes out equal is none either.
    withObservationTransaction {
      cell.x += 1
      cell.x -= 1
    }
    await mainActorTurns()
    #expect(changes == [[0, 1]])
    token.cancel()
  }
}
