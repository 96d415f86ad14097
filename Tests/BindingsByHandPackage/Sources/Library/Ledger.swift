import Observation

package actor Ledger {
  package private(set) var doubled = 0
  package private(set) var isHigh = false
  package private(set) var checked = 0
  private let counter: Counter

  package init(_ counter: Counter) {
    self.counter = counter
  }

  package func bind() {
    observeDoubled()
    observeMark()
    observeChecked()
  }

  private func observeMark() {
    withObservationTracking {
      if counter.count > 500 { mark(true) }
    } onChange: { [weak self] in
      Task { await self?.observeMark() }
    }
  }

  private func observeChecked() {
    withObservationTracking {
      do {
        checked = try check(counter.count)
      } catch {
        checked = -1
      }
    } onChange: { [weak self] in
      Task { await self?.observeChecked() }
    }
  }

  private struct Negative: Error {}

  private func mark(_ isHigh: Bool) { self.isHigh = isHigh }

  private func check(_ count: Int) throws -> Int {
    guard count >= 0 else { throw Negative() }
    return count
  }

  private func observeDoubled() {
    doubled = withObservationTracking {
      counter.count * 2
    } onChange: { [weak self] in
      Task { await self?.observeDoubled() }
    }
  }
}
