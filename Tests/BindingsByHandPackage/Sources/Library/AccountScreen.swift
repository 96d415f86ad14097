import Observation

@MainActor public final class AccountScreen {
  public private(set) var title = ""
  public private(set) var subtitle = ""
  private let account: Account
  private var generation = 0
  private var isObserving = false

  public init(_ account: Account) {
    self.account = account
  }

  public func bind() {
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

  public func appear() {
    title = "…"
    bind()
  }

  public func disappear() {
    title = "away"
    isObserving = false
  }
}
