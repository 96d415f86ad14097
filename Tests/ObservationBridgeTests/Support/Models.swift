import Observation
import TestSupport

@testable import ObservationBridge

/// A main-actor model, as in applications.
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

/// A model for use on any thread.
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

  /// Changes `first`, and calls `between` after the announcement and before the store.
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

/// Reports its deallocation.
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

/// A model that isn't `Sendable`, and belongs to the actor by which it was created.
@Observable
final class Draft {
  var text = ""
}

/// A generic model: the runtime creates its key paths again at each access.
@Observable
final class Box<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
