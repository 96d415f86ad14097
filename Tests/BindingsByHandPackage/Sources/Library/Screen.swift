import Observation

@MainActor open class Screen {
  package let account: Account
  package private(set) var title = ""
  package private(set) var generation = 0

  package init(_ account: Account) {
    self.account = account
  }

  open func bind() {
    generation += 1
    observeTitle(generation)
  }

  private func observeTitle(_ generation: Int) {
    guard generation == self.generation else { return }
    title = withObservationTracking {
      account.name
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeTitle(generation) }
    }
  }

  package func appear() { bind() }
  package func disappear() { generation += 1 }
}
