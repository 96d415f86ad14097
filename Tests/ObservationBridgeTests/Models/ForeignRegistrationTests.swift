import Observation
import Synchronization
import TestSupport
import Testing

@testable import ObservationBridge

/// Registrations of foreign trackers that have read registrar models: all must be released.
@Suite struct ForeignRegistrationTests {
  /// The capture of a tracking's closure.
  private final class View: Sendable {}

  /// The backend is chosen in the first tracking of a process.
  private func chooseBackend() {
    let cell = Cell()
    withObservationTracking {
      _ = cell.x
    } onChange: {
    }
    // The library never frees a registration with a model if the tracking outlives the model.
    cell.x = 1
  }

  private func expectRelease(of track: () -> View?) async {
    weak let view = track()
    // On the same thread, in no tracking.
    _ = Cell().x
    await eventually { view == nil }
  }

  @Test(arguments: [1, 2]) func areReleasedWithTheModel(trackings count: Int) async {
    chooseBackend()
    await expectRelease {
      let (cell, view) = (Cell(), View())
      for _ in 0..<count {
        withObservationTracking {
          _ = cell.x
        } onChange: {
          _ = view
        }
      }
      return view
    }
  }

  @Test func areReleasedWithTheModelAfterATrackingInATracking() async {
    chooseBackend()
    await expectRelease {
      let (outer, inner, view) = (Cell(), Cell(), View())
      withObservationTracking {
        _ = outer.x
        withObservationTracking {
          _ = inner.x
        } onChange: {
          _ = view
        }
      } onChange: {
        _ = view
      }
      return view
    }
  }

  @Test func standForAsLongAsTheModelAndNothingElseChangesThem() async {
    chooseBackend()
    let cell = Cell()
    let changes = Atomic(0)
    // What this thread has asked with is released after the model that dies, and knew both trackings.
    await expectRelease {
      withObservationTracking {
        _ = cell.x
      } onChange: {
        changes.add(1, ordering: .relaxed)
      }
      let (other, view) = (Cell(), View())
      withObservationTracking {
        _ = other.x
      } onChange: {
        _ = view
      }
      return view
    }
    #expect(changes.load(ordering: .relaxed) == 0)
    cell.x += 1
    #expect(changes.load(ordering: .relaxed) == 1)
  }

  /// The arguments of a tracking are evaluated after its body, and before its registration.
  @Test func areReleasedThoughTheClosureIsMadeWithARead() async {
    chooseBackend()
    func handler(_ view: View, _ x: Int) -> @Sendable () -> Void { { _ = (view, x) } }
    await expectRelease {
      let (cell, other, view) = (Cell(), Cell(), View())
      withObservationTracking({ _ = cell.x }, onChange: handler(view, other.x))
      return view
    }
  }
}
