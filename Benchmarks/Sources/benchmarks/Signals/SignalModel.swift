import ObservationModels

/// What a source of a graph is made of.
protocol SignalModel: AnyObject {
  associatedtype Value: Equatable

  init(_ value: Value)

  var value: Value { get set }
}

@ObservableModel
final class IntSignal: SignalModel {
  var value: Int

  init(_ value: Int) {
    self.value = value
  }
}

@ObservableModel
final class DoubleSignal: SignalModel {
  var value: Double

  init(_ value: Double) {
    self.value = value
  }
}
