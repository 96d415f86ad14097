import Observation
import Synchronization

/// A number that any thread may read and change.
package final class Counter: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let value = Mutex(0)

  package init() {}

  package var count: Int {
    get {
      registrar.access(self, keyPath: \.count)
      return value.withLock { $0 }
    }
    set {
      registrar.withMutation(of: self, keyPath: \.count) { value.withLock { $0 = newValue } }
    }
  }
}
