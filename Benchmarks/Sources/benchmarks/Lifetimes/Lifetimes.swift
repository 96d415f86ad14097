#if EXACT_TRACKING
  @_spi(SwiftUI) import Observation
#else
  import Observation
#endif
import ObservationBridge

/// Observations of one property that begin and end.
actor Lifetimes {
  private let model = Counter()
  private var sum = 0

  func armAndCancel(_ repetitions: Int) -> Double {
    let start = ContinuousClock.now
    for _ in 0..<repetitions {
      let token = withPortableContinuousObservation { _ in self.sum &+= self.model.count }
      token.cancel()
    }
    return elapsed(since: start)
  }

  func armAndCancelProperty(_ repetitions: Int) -> Double {
    let start = ContinuousClock.now
    for _ in 0..<repetitions {
      let token = withPropertyObservation(of: model, \.count) { change in self.sum &+= change.new }
      token.cancel()
    }
    return elapsed(since: start)
  }

  /// The public interface can't cancel; a change ends the registration.
  func trackAndChange(_ repetitions: Int) -> Double {
    let start = ContinuousClock.now
    for _ in 0..<repetitions {
      withObservationTracking {
        sum &+= model.count
      } onChange: {
        _ = self
      }
      model.count &+= 1
    }
    return elapsed(since: start)
  }

  #if EXACT_TRACKING
    /// The registration becomes known with its first report.
    func registerAndCancel(_ repetitions: Int) -> Double {
      let box = RegistrationBox()
      let start = ContinuousClock.now
      for _ in 0..<repetitions {
        withObservationTracking({ sum &+= model.count }, didSet: { box.set($0) })
        model.count &+= 1
        // The installing call has returned: now it can be cancelled.
        box.take()?.cancel()
      }
      return elapsed(since: start)
    }
  #endif
}
