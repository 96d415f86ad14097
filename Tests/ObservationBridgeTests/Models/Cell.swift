import Observation
import ObservationBridge

/// A model with a registrar of this package, written by hand.
final class Cell: Observable {
  let registrar = ModelRegistrar()
  private var storedX: Int
  private var storedY = 0

  init(_ x: Int = 0) {
    storedX = x
  }

  var x: Int {
    get {
      registrar._access(self, \.x, number: 0)
      return storedX
    }
    set {
      registrar._willSet(self, \.x, number: 0)
      storedX = newValue
      registrar._didSet(self, \.x, number: 0)
    }
  }

  var y: Int {
    get {
      registrar._access(self, \.y, number: 1)
      return storedY
    }
    set {
      registrar._willSet(self, \.y, number: 1)
      storedY = newValue
      registrar._didSet(self, \.y, number: 1)
    }
  }

  var sum: Int {
    registrar.derived(self, \.sum) { x + y }
  }
}

/// Runs at once, and again inside each change of what it has read: an effect, as others call it.
func effect(
  isolation: isolated (any Actor)? = #isolation,
  _ body: @escaping (borrowing ObservationEvent) -> Void
) -> PortableObservationToken {
  nonisolated(unsafe) let body = body
  return withPortableContinuousObservation(options: [.didSet, .immediate]) { event in unsafe body(event) }
}

/// Tells, by a weak reference, whether what has captured it is kept alive.
final class Held {}
