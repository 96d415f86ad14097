import Observation

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

  package func bind() {
    observeTitle()
    observeAmount()
    observeColor()
    observeHint()
    observeShow()
  }

  private func observeTitle() {
    title = withObservationTracking {
      account.name
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeTitle() }
    }
  }

  private func observeAmount() {
    amount = withObservationTracking {
      "\(account.balance)"
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeAmount() }
    }
  }

  private func observeColor() {
    color = withObservationTracking {
      account.balance < 0 ? .red : .green
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeColor() }
    }
  }

  private func observeHint() {
    withObservationTracking {
      if account.isLocked {
        hint = "locked"
      } else {
        hint = ""
      }
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeHint() }
    }
  }

  private func observeShow() {
    withObservationTracking {
      show(account.balance)
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeShow() }
    }
  }

  package private(set) var shownCount = 0

  private func show(_ balance: Int) {
    shownCount += 1
  }
}

extension AccountView {
  package func bindInitials() {
    observeInitials()
  }

  private func observeInitials() {
    initials = withObservationTracking {
      String(account.name.prefix(1))
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeInitials() }
    }
  }
}
