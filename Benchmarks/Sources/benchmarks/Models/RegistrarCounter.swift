import ObservationModels

/// A model of one property with a registrar of this package.
@ObservableModel
final class RegistrarCounter {
  var count = 0
}
