import Observation
import ObservationBridge

/// Passes over the rows of a list, each of which begins an observation of every row.
actor NestedPasses {
  private let list = Counter()
  private let rows: [Counter]
  private let signal = PassSignal()
  private let scope = ObservationScope()
  private var token: PortableObservationToken?
  private var isOver = false
  private var sum = 0
  /// The number of the last pass of the nested loops.
  private var number = 0

  init(rows count: Int) {
    rows = (0..<count).map { _ in Counter() }
  }

  func observe() {
    token = withPortableContinuousObservation { _ in
      self.scope.cancelAll()
      self.sum &+= self.list.count
      for row in self.rows {
        self.sum &+= row.count
        self.scope.observe { _ in self.sum &+= row.count }
      }
      self.signal.passed()
    }
  }

  func track() {
    if isOver { return }
    withObservationTracking {
      sum &+= list.count
      for row in rows { sum &+= row.count }
    } onChange: {
      Task { await self.track() }
    }
    signal.passed()
  }

  /// Each loop of a row ends with the next pass: by hand, that takes a number to compare.
  func trackNested() {
    if isOver { return }
    number &+= 1
    withObservationTracking {
      sum &+= list.count
      for row in rows {
        sum &+= row.count
        track(row, in: number)
      }
    } onChange: {
      Task { await self.trackNested() }
    }
    signal.passed()
  }

  private func track(_ row: Counter, in number: Int) {
    if isOver || number != self.number { return }
    withObservationTracking {
      sum &+= row.count
    } onChange: {
      Task { await self.track(row, in: number) }
    }
  }

  func cycle(_ repetitions: Int) async -> Double {
    let start = ContinuousClock.now
    for _ in 0..<repetitions {
      list.count &+= 1
      await signal.wait(for: 1)
    }
    return elapsed(since: start)
  }

  func end() {
    isOver = true
    token = nil
    scope.cancelAll()
    list.count &+= 1
  }

  nonisolated func cycles() -> Contender {
    Contender(run: { await self.cycle($0) }, end: { await self.end() })
  }
}
