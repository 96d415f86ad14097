import Library
import ObservationModels

/// Adds to a class of another module, on no actor, as that.
@ObservableModel nonisolated package final class RushOrder: Order {
  package var hours = 24

  override package var postage: Int {
    derived(\RushOrder.postage) { super.postage + 1000 / hours }
  }

  override package var note: String? {
    didSet { hours = 12 }
  }
}
