import ObservationTracking

/// Whose members have the names that expansions use for what is in them only.
@MainActor package final class Ticket {
  struct ObservationTokens {}
  struct _ObservationPass {}

  package final class Stamp {
    package var text = ""
  }

  package let pass = Stamp()
  package private(set) var total = 0
  package private(set) var problem = ""
  private let account: Account
  private let tracking = "Ticket of "

  package init(_ account: Account) {
    self.account = account
  }

  @ObservationTracking
  package func bind() {
    pass.text = tracking + account.name
    total += account.balance
    do {
      try check(account.isLocked)
      problem = ""
    } catch {
      problem = "locked"
    }
  }

  /// Binds the same thing, while `bind()` is not called.
  @ObservationTracking
  package func bindInCapitals() {
    pass.text = tracking + account.name.uppercased()
  }

  private struct Locked: Error {}

  private func check(_ isLocked: Bool) throws {
    if isLocked { throw Locked() }
  }
}
