import ObservationTracking

/// A screen whose bindings pause.
@CancellableObservation
@MainActor package final class AccountScreen {
  package private(set) var title = ""
  package private(set) var subtitle = ""
  private let account: Account

  package init(_ account: Account) {
    self.account = account
  }

  @ObservationTracking
  package func bind() {
    title = account.name
    subtitle = "\(account.balance)"
  }

  @StartObservations
  package func appear() {
    title = "…"
  }

  @StopObservations
  package func disappear() {
    title = "away"
  }
}
