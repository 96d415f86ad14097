import ObservationModels

/// A model of one property with a registrar of this package, and two that are derived from it.
@ObservableModel
final class RegistrarSums {
  var count = 0
  var next: Int { derived(\.next) { count &+ 1 } }
  var second: Int { derived(\.second) { count &+ 2 } }
}
