import Foundation
import Synchronization

/// Makes one change to each model it is given, a random short time after it is told to.
final class FirstPassWriter: Sendable {
  private enum Step: Int, AtomicRepresentable {
    case idle
    case ready
    case go
    case end
  }

  private let step = Atomic(Step.idle)
  private let model = Mutex<LockedCounter?>(nil)

  /// Hands over the model of the next change.
  func prepare(_ model: LockedCounter) {
    while step.load(ordering: .acquiring) != .idle { sched_yield() }
    self.model.withLock { $0 = model }
    step.store(.ready, ordering: .releasing)
  }

  func go() {
    step.store(.go, ordering: .releasing)
  }

  func end() {
    while step.load(ordering: .acquiring) != .idle { sched_yield() }
    step.store(.end, ordering: .releasing)
  }

  /// Runs on the writer's thread until the end.
  func write() {
    while true {
      switch step.load(ordering: .acquiring) {
      case .idle: sched_yield()
      case .ready: break
      case .end: return
      case .go:
        let model = model.withLock { $0.take() }
        spin(for: .nanoseconds(Int.random(in: 0...2_000)))
        model?.value = 1
        step.store(.idle, ordering: .releasing)
      }
    }
  }
}
