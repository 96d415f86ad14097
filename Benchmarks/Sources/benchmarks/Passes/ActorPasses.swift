#if EXACT_TRACKING
  @_spi(SwiftUI) import Observation
#else
  import Observation
#endif
import ObservationBridge

/// Passes on an actor.
actor ActorPasses {
  private let width: WideModel.Width
  private let model = WideModel()
  private let signal = PassSignal()
  private var tokens: [PortableObservationToken] = []
  private var isOver = false
  private var sum = 0

  init(_ width: WideModel.Width = .one) {
    self.width = width
  }

  // MARK: Contenders

  func observe(times: Int = 1) {
    tokens.reserveCapacity(times)
    for _ in 0..<times {
      tokens.append(withPortableContinuousObservation { _ in self.pass() })
    }
  }

  /// As it is mostly written by hand.
  func track() {
    if isOver { return }
    withObservationTracking {
      sum &+= model.read(width)
    } onChange: {
      Task { await self.track() }
    }
    signal.passed()
  }

  /// By hand, too: where all changes are made on the actor, the task can start there.
  func trackHere() {
    if isOver { return }
    withObservationTracking {
      sum &+= model.read(width)
    } onChange: {
      self.assumeIsolated { here in
        _ = Task { here.trackHere() }
      }
    }
    signal.passed()
  }

  func track(times: Int) {
    for _ in 0..<times { track() }
  }

  func trackHere(times: Int) {
    for _ in 0..<times { trackHere() }
  }

  #if EXACT_TRACKING
    /// A permanent registration whose handler does nothing.
    func register() {
      withObservationTracking({ _ = model.read(width) }, didSet: { _ in })
    }
  #endif

  private func pass() {
    sum &+= model.read(width)
    signal.passed()
  }

  /// Ends all observations and loops.
  func end() {
    isOver = true
    for token in tokens { token.cancel() }
    tokens = []
    model.value0 &+= 1
  }

  // MARK: Drivers

  /// Some changes in one turn, then their passes.
  func cycle(_ repetitions: Int, changes: Int = 1, passes: Int = 1) async -> Double {
    let start = ContinuousClock.now
    for _ in 0..<repetitions {
      for _ in 0..<changes { model.value0 &+= 1 }
      await signal.wait(for: passes)
    }
    return elapsed(since: start)
  }

  /// Changes without giving up the turn.
  func change(_ repetitions: Int) -> Double {
    let start = ContinuousClock.now
    for _ in 0..<repetitions { model.value0 &+= 1 }
    return elapsed(since: start)
  }
}
