import Observation
import TestSupport

/// A handwritten standard model: it stays a standard model whatever kind of model the tests are built with.
final class PlainCell: Observable {
  private let registrar = Observation.ObservationRegistrar()
  private var storedX: Int
  /// Isn't tracked.
  var readCount = 0

  init(_ x: Int = 0) {
    storedX = x
  }

  var x: Int {
    get {
      registrar.access(self, keyPath: \.x)
      return storedX
    }
    set { registrar.withMutation(of: self, keyPath: \.x) { storedX = newValue } }
  }

  /// How many registrations there are, as the standard library counts them.
  var registrationCount: Int { registrationCountOf(registrar) }
}
