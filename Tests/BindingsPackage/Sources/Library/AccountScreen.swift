import ObservationTracking

/// A screen whose bindings pause.
@CancellableObservation
@MainActor public final class AccountScreen {
  public private(set) var title = ""
  public private(set) var subtitle = ""
  private let account: Account

  public init(_ account: Account) {
    self.account = account
  }

  @ObservationTracking
  public func bind() {
    title = account.name
    subtitle = "\(account.balance)"
  }

  @StartObservations
  public func appear() {
    title = "…"
  }

  @StopObservations
  public func disappear() {
    title = "away"
  }
}
