import Observation
import TestSupport

@testable import ObservationBridge

/// State of the main actor, as applications have it.
@MainActor
@Observable
final class Profile {
  var name = "Ada"
  var age = 36
  var isShown = true
  var nickname: String?
  var tags: [String] = []
  var friend: Profile?
  var score = 0 {
    didSet { bestScore = max(bestScore, score) }
  }
  var bestScore = 0

  var summary: String {
    isShown ? "\(name), \(age)" : "hidden"
  }
}

/// State that any thread may read and change.
// Unchecked: the registrar is thread-safe, and the values are guarded by a lock.
final class SharedCounter: Observable, @unchecked Sendable {
  private let registrar = ObservationRegistrar()
  private let values = LockedState((first: 0, second: 0))

  var first: Int {
    get {
      registrar.access(self, keyPath: \.first)
      return values.withLock { $0.first }
    }
    set {
      registrar.withMutation(of: self, keyPath: \.first) { values.withLock { $0.first = newValue } }
    }
  }

  var second: Int {
    get {
      registrar.access(self, keyPath: \.second)
      return values.withLock { $0.second }
    }
    set {
      registrar.withMutation(of: self, keyPath: \.second) { values.withLock { $0.second = newValue } }
    }
  }

  /// Changes `first`, calling `between` after it was announced and before it is stored.
  func setFirst(_ newValue: Int, between: () -> Void) {
    registrar.withMutation(of: self, keyPath: \.first) {
      between()
      values.withLock { $0.first = newValue }
    }
  }

  /// How many registrations there are, as the standard library counts them.
  var registrationCount: Int {
    registrationCountOf(registrar)
  }
}

/// Tells when it is freed.
final class Canary: Sendable {
  private let isAlive: Witness

  init(_ isAlive: Witness) {
    self.isAlive = isAlive
    isAlive.count.withLock { $0 += 1 }
  }

  deinit {
    isAlive.count.withLock { $0 -= 1 }
  }

  final class Witness: Sendable {
    let count = LockedState(0)
    var alive: Int { count.withLock { $0 } }
  }
}

/// State that is not `Sendable` and belongs to whatever actor made it.
@Observable
final class Draft {
  var text = ""
}

/// A model whose key paths are made anew by every access, because it is generic.
@Observable
final class Box<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
