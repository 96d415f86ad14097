import Observation
import Synchronization

/// A model that any thread may change and read.
///
/// Written out, because the macro's accessors guard nothing. As with every such model the value is stored between the
/// registrar's reports, and no lock is held while these are made.
final class LockedCounter: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let stored = Mutex(0)

  /// How long the writer is inside the lock beyond what a store takes.
  private let storeTime: Duration

  init(storeTime: Duration = .zero) {
    self.storeTime = storeTime
  }

  var value: Int {
    get {
      registrar.access(self, keyPath: \.value)
      return stored.withLock { $0 }
    }
    set {
      registrar.withMutation(of: self, keyPath: \.value) {
        stored.withLock { stored in
          spin(for: storeTime)
          stored = newValue
        }
      }
    }
  }
}
