import Observation
import ObservationBridge
import Synchronization

/// Passes on the global executor.
final class NonisolatedPasses: Sendable {
  private struct State {
    var token: PortableObservationToken?
    var isOver = false
    var passes = 0
    var sum = 0
    var waiting: Waiter?
  }

  private let width: WideModel.Width
  private let model = WideModel()
  private let state = Mutex(State())

  init(_ width: WideModel.Width) {
    self.width = width
  }

  func observe() {
    let token = withPortableContinuousObservation { _ in
      let sum = self.model.read(self.width)
      self.passed(sum)
    }
    state.withLock { $0.token = token }
  }

  func track() {
    if state.withLock({ $0.isOver }) { return }
    let sum = withObservationTracking {
      model.read(width)
    } onChange: {
      Task { self.track() }
    }
    passed(sum)
  }

  private func passed(_ sum: Int) {
    let waiting = state.withLock { state in
      state.sum &+= sum
      state.passes += 1
      return state.waiting.take()
    }
    waiting?.resume()
  }

  func end() {
    let token = state.withLock { state in
      state.isOver = true
      return state.token.take()
    }
    token?.cancel()
    model.value0 &+= 1
  }

  @concurrent
  func cycle(_ repetitions: Int) async -> Double {
    let start = ContinuousClock.now
    for _ in 0..<repetitions {
      let known = state.withLock { $0.passes }
      model.value0 &+= 1
      await Waiter.suspend { waiter in
        state.withLock { state in
          if state.passes > known { return false }
          state.waiting = waiter
          return true
        }
      }
    }
    return elapsed(since: start)
  }
}
