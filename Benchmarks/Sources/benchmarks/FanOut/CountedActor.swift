import Observation
import ObservationBridge

/// Many observers of one property, on an actor whose jobs are counted.
actor CountedActor {
  private let executor = CountingExecutor()
  private let model = Counter()
  private let signal = PassSignal()
  private var tokens: [PortableObservationToken] = []
  private var isOver = false
  private var sum = 0

  // Safe: the actor keeps its executor alive.
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  func observe(times: Int) {
    for _ in 0..<times {
      tokens.append(
        withPortableContinuousObservation { _ in
          self.sum &+= self.model.count
          self.signal.passed()
        }
      )
    }
  }

  func track(times: Int) {
    for _ in 0..<times { track() }
  }

  private func track() {
    if isOver { return }
    withObservationTracking {
      sum &+= model.count
    } onChange: {
      Task { await self.track() }
    }
    signal.passed()
  }

  /// The jobs that all passes after one change take.
  func jobs(passes: Int, changes: Int) async -> Double {
    let before = executor.jobs
    for _ in 0..<changes {
      model.count &+= 1
      await signal.wait(for: passes)
    }
    // One job for each change is this function's own, which goes on after the last pass.
    return Double(executor.jobs - before - changes)
  }

  func end() {
    isOver = true
    tokens = []
    model.count &+= 1
  }
}
