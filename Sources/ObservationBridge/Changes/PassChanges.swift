/// The properties that have changed since the last pass.
// Unchecked: key paths are immutable, and the standard library itself passes them to any thread that makes a change.
struct PassChanges: @unchecked Sendable {
  // Most passes follow a change of one property, so noting one key path allocates nothing.
  private var first: AnyKeyPath?
  private var others: [AnyKeyPath] = []
  private var isUnknown = false
  // The previous report of a standard model, possibly from before the last pass began.
  private var lastPlace = ChangePlace(word: 0)
  private var last: AnyKeyPath?

  /// How many different key paths are told apart. A generic class creates a new key path for every access, so a turn
  /// with many changes would collect just as many.
  static let maximumCount = 32

  init() {}

  /// Creates an empty list when a pass begins, whose own changes are `earlier`. The previous report stays known.
  init(following earlier: PassChanges) {
    last = earlier.last
    lastPlace = earlier.lastPlace
  }

  /// Notes the change of a property. The key path is nil if the runtime doesn't report it. `place` is where the change
  /// was made; nil if the key path can be trusted.
  ///
  /// The runtime keeps one "last changed" key path for each registration. Every report overwrites this key path before
  /// calling here, so the reports of two threads can both arrive with one of their key paths, while the other is lost.
  /// A repeated key path from two threads in a row is a sign of it, unless one actor has moved between the threads.
  mutating func record(_ keyPath: AnyKeyPath?, at place: ChangePlace?) {
    guard let keyPath else { return recordUnknown() }
    if isUnknown { return }
    if let place {
      if keyPath === last, place != lastPlace { isUnknown = true }
      last = keyPath
      lastPlace = place
    }
    guard let first else {
      first = keyPath
      return
    }
    if keyPath === first || others.contains(where: { $0 === keyPath }) { return }
    others.append(keyPath)
    if others.count == Self.maximumCount { isUnknown = true }
  }

  /// Notes that any property may have changed.
  mutating func recordUnknown() {
    isUnknown = true
  }

  var isEmpty: Bool { first == nil && !isUnknown }

  func contains(_ keyPath: AnyKeyPath) -> Bool {
    isUnknown || first == keyPath || others.contains(keyPath)
  }
}
