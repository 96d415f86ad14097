import CObservationRuntime

/// Names the change that has made a pass due, to tell which passes were made due by one and the same.
///
/// The reports of one change come in a row, on one thread, with one key path object. A change of the same property of another
/// object has them as well, so objects are compared where they are known.
struct DueChange: Sendable {
  private let thread: UInt
  private let keyPath: ObjectIdentifier
  private let object: ObjectIdentifier?

  /// Nil where the tracking can't tell, or makes passes due in the order of their start.
  init?(_ keyPath: AnyKeyPath?, of object: ObjectIdentifier?, from source: ChangeSource) {
    guard source == .platform, let keyPath else { return nil }
    self.init(thread: ob_thread_identity(), keyPath: ObjectIdentifier(keyPath), object: object)
  }

  init(thread: UInt, keyPath: ObjectIdentifier, object: ObjectIdentifier?) {
    self.thread = thread
    self.keyPath = keyPath
    self.object = object
  }

  /// This change, if `next` is the same one, with what either knows of it.
  func merged(with next: DueChange) -> DueChange? {
    guard thread == next.thread, keyPath == next.keyPath else { return nil }
    if let object, let other = next.object, object != other { return nil }
    return DueChange(thread: thread, keyPath: keyPath, object: object ?? next.object)
  }
}
