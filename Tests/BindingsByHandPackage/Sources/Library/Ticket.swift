import Observation

@MainActor package final class Ticket {
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

  package func bind() {
    observeText()
    observeTotal()
    observeProblem()
  }

  package func bindInCapitals() {
    observeTextInCapitals()
  }

  private func observeText() {
    pass.text = withObservationTracking {
      tracking + account.name
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeText() }
    }
  }

  private func observeTextInCapitals() {
    pass.text = withObservationTracking {
      tracking + account.name.uppercased()
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeTextInCapitals() }
    }
  }

  private func observeTotal() {
    total += withObservationTracking {
      account.balance
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeTotal() }
    }
  }

  private func observeProblem() {
    withObservationTracking {
      do {
        try check(account.isLocked)
        problem = ""
      } catch {
        problem = "locked"
      }
    } onChange: { [weak self] in
      Task { @MainActor in self?.observeProblem() }
    }
  }

  private struct Locked: Error {}

  private func check(_ isLocked: Bool) throws {
    if isLocked { throw Locked() }
  }
}
