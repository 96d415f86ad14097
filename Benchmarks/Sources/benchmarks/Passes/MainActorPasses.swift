import Observation
import ObservationBridge

/// Passes on the main actor.
@MainActor
final class MainActorPasses {
  private let width: WideModel.Width
  private let model = WideModel()
  private let signal = PassSignal()
  private var token: PortableObservationToken?
  private var isOver = false
  private var sum = 0

  init(_ width: WideModel.Width = .one) {
    self.width = width
  }

  func observe() {
    token = withPortableContinuousObservation { _ in self.pass() }
  }

  func track() {
    if isOver { return }
    withObservationTracking {
      sum &+= model.read(width)
    } onChange: {
      Task { @MainActor in self.track() }
    }
    signal.passed()
  }

  private func pass() {
    sum &+= model.read(width)
    signal.passed()
  }

  func end() {
    isOver = true
    token = nil
    model.value0 &+= 1
  }

  func cycle(_ repetitions: Int, changes: Int = 1) async -> Double {
    let start = ContinuousClock.now
    for _ in 0..<repetitions {
      for _ in 0..<changes { model.value0 &+= 1 }
      await signal.wait(for: 1)
    }
    return elapsed(since: start)
  }
}
