import Synchronization
import TestSupport
import Testing

@testable import ObservationBridge

/// Changes made by another thread while an observation reads a registrar model for the first time.
@Suite struct FirstPassTests {
  enum Observer: CaseIterable, Sendable {
    case nonisolated, derived, binding, stream
  }

  /// Strikes once: before a property is registered, between that and the reading, or right after it.
  private final class Writer: Sendable {
    private let place: SharedCell.Place
    private let hasStruck = Atomic(false)

    init(_ place: SharedCell.Place) {
      self.place = place
    }

    func visit(_ cell: SharedCell, _ place: SharedCell.Place) {
      guard place == self.place, !hasStruck.exchange(true, ordering: .acquiringAndReleasing) else { return }
      Thread.run { cell.x = 1 }
    }
  }

  @Test(arguments: Observer.allCases, SharedCell.Place.allCases)
  func noChangeOfTheFirstReadingIsLost(by observer: Observer, at place: SharedCell.Place) async {
    var stale = 0
    // Twelve cases: in all, more than a hundred thousand in CI, and a million if exhaustive.
    for _ in 0..<Stress.rounds(brief: 50, full: 10_000, exhaustive: 84_000) {
      let writer = Writer(place)
      let cell = SharedCell(visit: writer.visit)
      let seen = Log<Int>()
      let end = start(observer, of: cell) { seen.append($0) }
      var patience = Patience(seconds: 2, leastTurns: 2000)
      while seen.elements.last != 1 {
        guard await patience.lasts() else {
          stale += 1
          break
        }
      }
      end()
    }
    #expect(stale == 0)
  }

  private func start(
    _ observer: Observer,
    of cell: SharedCell,
    _ see: @escaping @Sendable (Int) -> Void
  ) -> @Sendable () -> Void {
    switch observer {
    case .nonisolated:
      let token = withPortableContinuousObservation { @Sendable _ in see(cell.x) }
      return { token.cancel() }
    case .derived:
      let token = withPortableContinuousObservation { @Sendable _ in see(cell.sum) }
      return { token.cancel() }
    case .binding:
      let place = SourcePlace(file: #fileID, line: #line, method: "see")
      let binding = BindingObservation(.didSet, on: nil, place) { binding in
        binding.track { see(cell.x) }
        return true
      }
      binding.start(from: nil)
      return { binding.cancel() }
    case .stream:
      let consumer = Task {
        for await value in ObservationBridge({ cell.x }) { see(value) }
      }
      return { consumer.cancel() }
    }
  }
}
