import Library
import ObservationModels

/// Shows an order.
@ObservableModel package final class Desk {
  package var title = ""
  package private(set) var shown: [Int] = []
  let order: Order
  private let observations = ObservationScope()

  package init(_ order: Order) {
    self.order = order
    observations.observe(order) { [weak self] event, order in
      if event.kind == .initial || event.matches(\Order.lines) { self?.shown.append(order.total) }
    }
  }
}
