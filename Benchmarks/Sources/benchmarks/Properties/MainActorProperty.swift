#if EXACT_TRACKING
  @_spi(SwiftUI) import Observation
#else
  import Observation
#endif
import ObservationBridge

/// Observes one property on the main actor, where it is changed as well: every change is delivered at once.
@MainActor
final class MainActorProperty {
  private let model = Counter()
  private var tokens: [PortableObservationToken] = []
  private var old = 0
  private var handler: ((PropertyChange<Int>) -> Void)?
  private var sum = 0

  func start(times: Int = 1) {
    tokens.reserveCapacity(times)
    for _ in 0..<times {
      tokens.append(withPropertyObservation(of: model, \.count) { change in self.handle(change) })
    }
  }

  func observeImmediately() {
    tokens = [
      withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in self.sum &+= self.model.count }
    ]
  }

  private func handle(_ change: PropertyChange<Int>) {
    sum &+= change.new &- change.old
  }

  #if EXACT_TRACKING
    /// The observation written by hand: one permanent registration.
    func register() {
      old = model.count
      handler = { change in self.handle(change) }
      withObservationTracking({ _ = model.count }, didSet: { _ in MainActor.assumeIsolated { self.deliver() } })
    }

    private func deliver() {
      let new = model.count
      let change = PropertyChange(old: old, new: new)
      old = new
      handler?(change)
    }

    func registerNothing() {
      withObservationTracking({ _ = model.count }, didSet: { _ in })
    }

    /// By hand, and as a continuous observation does it: what is read is tracked anew after each change.
    func trackAnew() {
      withObservationTracking(
        { sum &+= model.count },
        didSet: { tracking in
          // The change comes later than the call that has installed this, since both are made on the main actor.
          tracking.cancel()
          MainActor.assumeIsolated { self.trackAnew() }
        }
      )
    }
  #endif

  func end() {
    for token in tokens { token.cancel() }
    tokens = []
  }

  func change(_ repetitions: Int) -> Double {
    let start = ContinuousClock.now
    for _ in 0..<repetitions { model.count &+= 1 }
    return elapsed(since: start)
  }
}
