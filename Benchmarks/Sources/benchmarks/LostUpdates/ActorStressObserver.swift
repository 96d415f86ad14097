import Observation
import ObservationBridge

actor ActorStressObserver: StressObserver {
  private let model: LockedCounter
  private let shown: Shown
  private var token: PortableObservationToken?
  private var task: Task<Void, Never>?
  private var isOver = false

  init(_ model: LockedCounter, _ shown: Shown) {
    self.model = model
    self.shown = shown
  }

  func start(_ means: StressMeans, ready: @Sendable () -> Void) {
    ready()
    switch means {
    case .library, .confirming:
      token = withPortableContinuousObservation(options: means.options) { _ in self.shown.show(self.model.value) }
    case .loop:
      track()
    case .stream:
      task = Task {
        for await value in ObservationBridge({ self.model.value }) { self.shown.show(value) }
      }
    case .observations:
      guard #available(macOS 26.0, *) else { return }
      task = Task {
        for await value in Observations({ self.model.value }) { self.shown.show(value) }
      }
    }
  }

  private func track() {
    if isOver { return }
    withObservationTracking {
      shown.show(model.value)
    } onChange: {
      Task { await self.track() }
    }
  }

  func stop() {
    isOver = true
    token?.cancel()
    task?.cancel()
    token = nil
    task = nil
  }
}
