import ObservationModels

/// A model with a derived property.
@ObservableModel
final class RegistrarNumber {
  var count = 0
  var next: Int { derived(\.next) { count &+ 1 } }
}
