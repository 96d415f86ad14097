import Library
import ObservationTracking

/// Binds in a method that the other module doesn't know.
package class BalanceScreen: Screen {
  package private(set) var balance = 0

  @ObservationTracking
  package func bindBalance() {
    balance = account.balance
  }
}

/// Is marked as its superclass is.
@CancellableObservation
package final class LockScreen: Screen {
  package private(set) var hint = ""

  @ObservationTracking
  package func bindHint() {
    hint = account.isLocked ? "locked" : ""
  }
}
