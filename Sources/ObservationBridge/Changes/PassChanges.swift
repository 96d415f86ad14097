/// Which properties have changed since the last pass.
// Unchecked: key paths are immutable, and the standard library itself hands these to whatever thread makes a change.
struct PassChanges: @unchecked Sendable {
  // Most passes follow a change of one property, which then allocates nothing.
  private var first: AnyKeyPath?
  private var others: [AnyKeyPath] = []
  private var isUnknown = false
  // The report before of the standard library's registrars, which may have been made before the last pass began.
  private var lastPlace = ChangePlace(word: 0)
  private var last: AnyKeyPath?

  /// Of different key paths that are told apart.
  ///
  /// A generic class has a new key path for every access, so a turn of many changes would collect them all.
  static let maximumCount = 32

  init() {}

  /// Nothing has changed since the pass that is to be told of `earlier` began.
  init(following earlier: PassChanges) {
    last = earlier.last
    lastPlace = earlier.lastPlace
  }

  /// Notes a change.
  ///
  /// The runtime keeps one "last changed" key path for a registration, which every report overwrites before it arrives
  /// here. Two threads at once can so arrive with the same key path, and another one is never seen. The same key path
  /// twice in a row from two threads is the sign of it, unless one actor has moved from one to the other.
  ///
  /// - Parameters:
  ///   - keyPath: What changed; nil where the runtime does not tell.
  ///   - place: Where the change was made; nil where the key path can be trusted.
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

  /// Notes that something may have changed, and nobody knows what.
  mutating func recordUnknown() {
    isUnknown = true
  }

  var isEmpty: Bool { first == nil && !isUnknown }

  func contains(_ keyPath: AnyKeyPath) -> Bool {
    isUnknown || first == keyPath || others.contains(keyPath)
  }
}
