import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// Derived values that nobody holds any more, for the standard library's tracking, which is told at the end of a change.
@Suite @MainActor struct ShortLivedValueOfOthersTests {
  private let cell = Cell(1)
  private let plain = PlainCell(1)

  /// Tracks as a view does: anew after each change.
  @MainActor private final class View {
    private let body: @MainActor () -> Void
    private(set) var count = 0
    private var isValid = false

    init(_ body: @escaping @MainActor () -> Void) {
      self.body = body
      update()
    }

    func update() {
      if isValid { return }
      isValid = true
      count += 1
      withObservationTracking(body) { [weak self] in MainActor.assumeIsolated { self?.isValid = false } }
    }
  }

  @Test func viewFollowsAValueMadeInIt() {
    var seen: [Int] = []
    let view = View { [cell] in seen.append(DerivedValue { cell.x * 10 }.value) }
    view.update()
    #expect(seen == [10])
    for x in 2...3 {
      cell.x = x
      view.update()
    }
    view.update()
    #expect(seen == [10, 20, 30])
  }

  @Test func viewFollowsAChainOfValuesMadeInIt() {
    let lasting = DerivedValue { [cell] in cell.x * 10 }
    var seen: [Int] = []
    let view = View { seen.append(DerivedValue { DerivedValue { lasting.value + 1 }.value + 1 }.value) }
    for x in 2...3 {
      cell.x = x
      view.update()
    }
    view.update()
    #expect(seen == [12, 22, 32])
  }

  @Test func viewFollowsAValueOfStandardModelsMadeInIt() {
    var seen: [Int] = []
    let view = View { [plain] in seen.append(DerivedValue { plain.x * 10 }.value) }
    for x in 2...3 {
      plain.x = x
      view.update()
    }
    view.update()
    #expect(seen == [10, 20, 30])
  }

  @Test func observationsDeliverAValueMadeInThem() async {
    let values = Observations { [cell] in DerivedValue { cell.x * 10 }.value }
    var seen: [Int] = []
    for await value in values {
      seen.append(value)
      if seen.count == 3 { break }
      cell.x += 1
    }
    #expect(seen == [10, 20, 30])
  }
}
