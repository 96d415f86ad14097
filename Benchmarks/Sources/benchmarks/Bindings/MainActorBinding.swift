import ObservationTracking

/// A binding on the main actor: one property follows another.
@MainActor
final class MainActorBinding {
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

  /// The binding written by hand.
  func observe() {
    token = withPortableContinuousObservation { [weak self] event in
      guard let self else { return event.cancel() }
      copy = model.count
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
}
