import Observation

@MainActor package final class AccountScreen {
  package private(set) var title = ""
  package private(set) var subtitle = ""
  private let account: Account
  private var generation = 0
  private var isObserving = false

  package init(_ account: Account) {
    self.account = account
  }

  package func bind() {
    isObserving = true
    generation += 1
    observeTitle(generation)
    observeSubtitle(generation)
  }

  private func observeTitle(_ generation: Int) {
    guard isObserving, generation == self.generation else { return }
    title = withObservationTracking {
      account.name
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeTitle(generation) }
    }
  }

  private func observeSubtitle(_ generation: Int) {
    guard isObserving, generation == self.generation else { return }
    subtitle = withObservationTracking {
      "\(account.balance)"
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeSubtitle(generation) }
    }
  }

  package func appear() {
    title = "…"
    bind()
  }

  package func disappear() {
    title = "away"
    isObserving = false
  }
}
