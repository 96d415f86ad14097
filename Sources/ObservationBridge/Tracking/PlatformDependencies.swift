/// Registrations with models whose registrar is the standard library's.
// A class, since each observation has a reference to one, which takes half as much. Unchecked: it has no state; each subclass says why
// that is safe which it adds.
class PlatformDependencies: @unchecked Sendable {
  /// Removes the registrations. Called outside locks; any number of times.
  func cancel() {}

  /// Has the observer, which won't read again, notified once more of a change that has been reported before it was stored.
  func reportOnceMore(to observer: some DependencyObserver) {}

  /// Whether something may have changed unnoticed while it was read, if these are others than the ones before.
  var showNewReadings: Bool { true }

  /// The registrar of the one object they are for, known by its identity; nil if there are more, or it isn't known.
  var onlyObject: ObjectIdentifier? { nil }

  /// Whether these are permanent, and this is the one property they are for.
  func isOnly(_ keyPath: AnyKeyPath) -> Bool { false }
}
