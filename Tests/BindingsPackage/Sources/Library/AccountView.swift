import ObservationTracking

/// Shows an account, in plain assignments.
@MainActor package final class AccountView {
  package private(set) var title = ""
  package private(set) var amount: String?
  package private(set) var color = Color.green
  package private(set) var hint = ""
  package private(set) var initials = ""
  private let account: Account

  package enum Color: Sendable {
    case red, green
  }

  package init(_ account: Account) {
    self.account = account
  }

  @ObservationTracking
  package func bind() {
    title = account.name
    amount = "\(account.balance)"
    color = account.balance < 0 ? .red : .green
    if account.isLocked {
      hint = "locked"
    } else {
      hint = ""
    }
    show(account.balance)
  }

  package private(set) var shownCount = 0

  private func show(_ balance: Int) {
    shownCount += 1
  }
}

extension AccountView {
  /// Bindings of an extension end with the object, too.
  @ObservationTracking
  package func bindInitials() {
    initials = String(account.name.prefix(1))
  }
}
