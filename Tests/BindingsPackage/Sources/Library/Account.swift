import Observation

/// What is shown.
@MainActor @Observable package final class Account {
  package var name = "Ada"
  package var balance = 0
  package var isLocked = false

  package init() {}
}
