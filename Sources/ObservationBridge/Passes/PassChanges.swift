/// Which properties have changed since the last pass.
// Unchecked: key paths are immutable, and the standard library itself hands these to whatever thread makes a change.
struct PassChanges: @unchecked Sendable {
  // Most passes follow a change of one property, which then allocates nothing.
  private var first: AnyKeyPath?
  private var others: [AnyKeyPath] = []
  private var isUnknown = false
  // The report before: its thread, and its key path, which `first` or `others` keeps alive.
  private var lastThread: UInt = 0
  private var last: ObjectIdentifier?

  /// Notes a change.
  ///
  /// The runtime keeps one "last changed" key path for a registration, which every report overwrites before it arrives
  /// here. Two threads at once can so arrive with the same key path, and another one is never seen. The same key path
  /// twice in a row from two threads is the sign of it.
  ///
  /// - Parameters:
  ///   - keyPath: What changed; nil where the runtime does not tell.
  ///   - thread: The thread that made the change.
  mutating func record(_ keyPath: AnyKeyPath?, thread: UInt) {
    guard let keyPath else {
      isUnknown = true
      return
    }
    let identity = ObjectIdentifier(keyPath)
    if identity == last, thread != lastThread { isUnknown = true }
    last = identity
    lastThread = thread
    guard let first else {
      first = keyPath
      return
    }
    if keyPath === first || others.contains(where: { $0 === keyPath }) { return }
    others.append(keyPath)
  }

  func contains(_ keyPath: AnyKeyPath) -> Bool {
    isUnknown || first == keyPath || others.contains(keyPath)
  }
}
