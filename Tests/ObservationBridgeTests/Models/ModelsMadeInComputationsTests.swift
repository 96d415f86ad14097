import CObservationRuntime
import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// Models created by the computation of a derived value.
@Suite @MainActor struct ModelsMadeInComputationsTests {
  /// How a computation uses the model it creates.
  enum Making: CaseIterable, Sendable {
    case changedUnobserved, madeUnobserved, readAndChanged

    func make(_ x: Int) -> SharedCell {
      switch self {
      case .changedUnobserved:
        let new = SharedCell()
        _ = new.x
        withoutObservation { new.x = x }
        return new
      case .madeUnobserved:
        let new = withoutObservation { SharedCell() }
        new.x = x
        return new
      case .readAndChanged:
        let new = SharedCell()
        new.x += x
        return new
      }
    }
  }

  private final class Source: Observable, Sendable {
    let gate = Gate(.read)
    let cell: SharedCell
    private let making: Making
    private let registrar = ModelRegistrar()

    init(_ making: Making) {
      let gate = gate
      cell = SharedCell(1) { cell, place in gate.visit(cell, place) }
      self.making = making
    }

    var made: SharedCell {
      registrar.derived(self, \.made) { making.make(cell.x) }
    }

    var x: Int {
      registrar.derived(self, \.x) { making.make(cell.x).x }
    }
  }

  @Test(arguments: Making.allCases) func mayBeReadByAPassThatAsksWhatHasChanged(making: Making) async {
    let source = Source(making)
    var seen: [Int] = []
    var matches: [Bool] = []
    let token = withPortableContinuousObservation { event in
      seen.append(source.made.x)
      matches.append(event.matches(\Source.made))
    }
    source.cell.x = 2
    await eventually { seen.last == 2 }
    #expect(matches == [false, true])
    token.cancel()
  }

  /// Another thread computes the same value, and is held up.
  @Test(arguments: Making.allCases) func mayBeChangedWhereAnotherThreadIsAtTheValue(making: Making) async {
    let source = Source(making)
    source.gate.holdUp { _ = source.x }
    var seen: [Int] = []
    let token = withPortableContinuousObservation(options: [.didSet, .deinit]) { _ in seen.append(source.x) }
    #expect(seen == [1])
    let isTold = LockedState(false)
    withObservationTracking {
      #expect(source.x == 1)
    } onChange: {
      isTold.withLock { $0 = true }
    }
    source.gate.open()
    source.cell.x = 2
    await eventually { seen.last == 2 && isTold.withLock { $0 } }
    #expect(source.x == 2)
    token.cancel()
  }

  @Test func numbersOfReadingsAreOfOneThreadWithinABlock() {
    let size = UInt(ob_pass_block)
    #expect(ob_are_passes_of_one_block(1, size))
    #expect(!ob_are_passes_of_one_block(size, size + 1))
    #expect(ob_are_passes_of_one_block(size + 1, 2 * size))
  }

  /// Where they observe themselves.
  private final class Child: Observable, Sendable {
    let cell = SharedCell()
    let isTold = LockedState(false)

    init() {
      withObservationTracking {
        _ = cell.x
      } onChange: { [self] in
        isTold.withLock { $0 = true }
      }
    }
  }

  @Test func areReadByForeignTrackersInsideTheComputation() {
    let value = DerivedValue { Child() }
    let child = value.value
    child.cell.x = 1
    #expect(child.isTold.withLock { $0 })
  }
}
