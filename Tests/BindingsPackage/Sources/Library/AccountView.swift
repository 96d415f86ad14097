import ObservationTracking

/// Shows an account, in plain assignments.
@MainActor public final class AccountView {
  public private(set) var title = ""
  public private(set) var amount: String?
  public private(set) var color = Color.green
  public private(set) var hint = ""
  public private(set) var initials = ""
  private let account: Account

  public enum Color: Sendable {
    case red, green
  }

  public init(_ account: Account) {
    self.account = account
  }

  @ObservationTracking
  public func bind() {
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

  public private(set) var shownCount = 0

  private func show(_ balance: Int) {
    shownCount += 1
  }
}

extension AccountView {
  /// Bindings of an extension end with the object, too.
  @ObservationTracking
  public func bindInitials() {
    initials = String(account.name.prefix(1))
  }
}
