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

/// An effect, in the words of signal libraries: runs at once, and again inside each change of a property it has read.
func effect(
  isolation: isolated (any Actor)? = #isolation,
  _ body: @escaping (borrowing ObservationEvent) -> Void
) -> PortableObservationToken {
  nonisolated(unsafe) let body = body
  return withPortableContinuousObservation(options: [.didSet, .immediate]) { event in unsafe body(event) }
}

/// Shows, through a weak reference, whether the closure that has captured this object is kept alive.
final class Held {}
