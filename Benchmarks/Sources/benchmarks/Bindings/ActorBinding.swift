import ObservationTracking

/// A binding on an actor: one property follows another.
actor ActorBinding {
  private let model = Counter()
  private let signal = PassSignal()
  private var token: PortableObservationToken?
  private var copy = 0 {
    didSet { signal.passed() }
  }

  @ObservationTracking
  func bind() {
    copy = model.count
  }

  /// The binding written by hand. Unlike the macro's binding, it keeps the actor alive.
  func observe() {
    token = withPortableContinuousObservation { _ in
      self.copy = self.model.count
    }
  }

  func cycle(_ repetitions: Int) async -> Double {
    let start = ContinuousClock.now
    for _ in 0..<repetitions {
      model.count &+= 1
      await signal.wait(for: 1)
    }
    return elapsed(since: start)
  }

  func end() {
    token = nil
  }
}
