import Observation
import ObservationBridge
import Synchronization

final class NonisolatedStressObserver: StressObserver {
  private struct State {
    var token: PortableObservationToken?
    var task: Task<Void, Never>?
    var isOver = false
  }

  private let model: LockedCounter
  private let shown: Shown
  private let state = Mutex(State())

  init(_ model: LockedCounter, _ shown: Shown) {
    self.model = model
    self.shown = shown
  }

  @concurrent
  func start(_ means: StressMeans, ready: @Sendable () -> Void) async {
    ready()
    switch means {
    case .library, .confirming:
      let token = withPortableContinuousObservation(options: means.options, isolation: nil) {
        @Sendable [model, shown] _ in
        shown.show(model.value)
      }
      state.withLock { $0.token = token }
    case .loop:
      track()
    case .stream:
      let task = Task { [model, shown] in
        for await value in ObservationBridge({ model.value }) { shown.show(value) }
      }
      state.withLock { $0.task = task }
    case .observations:
      guard #available(macOS 26.0, *) else { return }
      let task = Task { [model, shown] in
        for await value in Observations({ model.value }) { shown.show(value) }
      }
      state.withLock { $0.task = task }
    }
  }

  private func track() {
    if state.withLock({ $0.isOver }) { return }
    withObservationTracking {
      shown.show(model.value)
    } onChange: {
      Task { self.track() }
    }
  }

  func stop() async {
    let (token, task) = state.withLock { state in
      state.isOver = true
      return (state.token.take(), state.task.take())
    }
    token?.cancel()
    task?.cancel()
  }
}
