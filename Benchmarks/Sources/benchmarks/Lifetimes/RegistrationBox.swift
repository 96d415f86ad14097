#if EXACT_TRACKING
  @_spi(SwiftUI) import Observation
  import Synchronization

  /// Holds a registration from its first report until it is cancelled.
  final class RegistrationBox: Sendable {
    private let registration = Mutex<ObservationTracking?>(nil)

    func set(_ new: ObservationTracking) {
      registration.withLock { $0 = new }
    }

    func take() -> ObservationTracking? {
      registration.withLock { $0.take() }
    }
  }
#endif
