import CObservationRuntime

/// Identifies the change that has made a pass due, so that passes with the same change can run in the order of their
/// start.
///
/// The reports of one change come in a row, on one thread, with one key path object. The next change of the same
/// property of another object has the same thread and key path, so objects are compared as well if they are known.
struct DueChange: Sendable {
  private let thread: UInt
  private let keyPath: ObjectIdentifier
  private let object: ObjectIdentifier?

  /// Nil if the tracking doesn't know the property, or makes passes due in the order of their start anyway.
  init?(_ keyPath: AnyKeyPath?, of object: ObjectIdentifier?, from source: ChangeSource) {
    guard source == .platform, let keyPath else { return nil }
    self.init(thread: ob_thread_identity(), keyPath: ObjectIdentifier(keyPath), object: object)
  }

  init(thread: UInt, keyPath: ObjectIdentifier, object: ObjectIdentifier?) {
    self.thread = thread
    self.keyPath = keyPath
    self.object = object
  }

  /// Returns the combined change if `next` is the same change; nil otherwise.
  func merged(with next: DueChange) -> DueChange? {
    guard thread == next.thread, keyPath == next.keyPath else { return nil }
    if let object, let other = next.object, object != other { return nil }
    return DueChange(thread: thread, keyPath: keyPath, object: object ?? next.object)
  }
}
