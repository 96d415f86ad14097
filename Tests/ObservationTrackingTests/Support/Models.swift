import Observation
import TestSupport

@testable import ObservationBridge

/// State of the main actor, as applications have it.
@MainActor @Observable final class Profile {
  var name = "Ada"
  var age = 36
  var isShown = true
  var style = Style.plain
  var tags: [String] = []

  enum Style {
    case plain, bold
  }

  /// How many registrations there are, as the standard library counts them.
  var registrationCount: Int {
    #if OWN_MODELS
      registrationCountOf(_$modelRegistrar)
    #else
      registrationCountOf(_$observationRegistrar)
    #endif
  }
}

/// Something that shows text, and counts how often it was told to.
@MainActor final class Label {
  var text: String? {
    didSet { assignmentCount += 1 }
  }
  var style = Profile.Style.bold
  var onTap: (@MainActor () -> Void)?
  private(set) var assignmentCount = 0

  func show(_ number: Int) {
    text = "\(number)"
  }
}

/// State that any thread may read and change.
// Unchecked: the registrar is thread-safe, and the value is guarded by a lock.
final class SharedCounter: Observable, @unchecked Sendable {
  private let registrar = ObservationRegistrar()
  private let value = LockedState(0)

  var count: Int {
    get {
      registrar.access(self, keyPath: \.count)
      return value.withLock { $0 }
    }
    set {
      registrar.withMutation(of: self, keyPath: \.count) { value.withLock { $0 = newValue } }
    }
  }

  var registrationCount: Int {
    registrationCountOf(registrar)
  }
}
