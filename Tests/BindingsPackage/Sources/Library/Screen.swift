import ObservationTracking

/// A screen that other modules extend.
@CancellableObservation
@MainActor open class Screen {
  package let account: Account
  package private(set) var title = ""

  package init(_ account: Account) {
    self.account = account
  }

  /// Binds the title.
  @ObservationTracking
  open func bind() {
    title = account.name
  }

  package func appear() { startObservationsIfNeeded() }
  package func disappear() { stopObservations() }
}
