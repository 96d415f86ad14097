import Library
import Observation

package class BalanceScreen: Screen {
  package private(set) var balance = 0

  package override func bind() {
    super.bind()
    bindBalance()
  }

  package func bindBalance() {
    observeBalance(generation)
  }

  private func observeBalance(_ generation: Int) {
    guard generation == self.generation else { return }
    balance = withObservationTracking {
      account.balance
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeBalance(generation) }
    }
  }
}

package final class LockScreen: Screen {
  package private(set) var hint = ""

  package override func bind() {
    super.bind()
    observeHint(generation)
  }

  private func observeHint(_ generation: Int) {
    guard generation == self.generation else { return }
    hint = withObservationTracking {
      account.isLocked ? "locked" : ""
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeHint(generation) }
    }
  }
}
