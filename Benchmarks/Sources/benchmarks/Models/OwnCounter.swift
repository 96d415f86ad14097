import ObservationModels

/// A model of one property with a registrar of this package.
@ObservableModel
final class OwnCounter {
  var count = 0
}
