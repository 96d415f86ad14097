/// Which readings are repeated at once, because another thread may have made a change that nobody reports.
enum ConfirmedReadings: Sendable {
  /// The first one, and each that follows a change, since the report of that has used up the registration.
  case all
  case first
  /// With the public backend, the first one, and all from the first change on that was made elsewhere than on the observation's actor.
  ///
  /// An observation whose changes all come from its own actor, like most of a user interface, so reads once for each. If another thread has
  /// made a change for the first time, and just while nothing was registered, a delayed recheck finds it.
  case firstAndOnceChangedElsewhere
}

/// Hears of the changes that a backend of ``Tracking`` reports.
protocol DependencyObserver: AnyObject, Sendable {
  /// Which moments matter: ``ObservationOptions/willSet``, ``ObservationOptions/didSet`` and
  /// ``ObservationOptions/deinit``.
  var options: ObservationOptions { get }

  /// Grows from each observation to the next that is started.
  var startNumber: StartNumber { get }

  /// Whether the deallocation of an object that was read matters.
  var needsDeallocations: Bool { get }

  /// Tells whether that also matters where it comes about in a pass of the observer.
  ///
  /// - Parameter isKnown: Whether an earlier pass has read the object. If not, this one may have made it for itself.
  /// - Returns: Whether it does.
  func needsDeallocationInPass(isKnown: Bool) -> Bool

  /// Whether what a pass of the observer changes itself is of no interest to it.
  var ignoresOwnChanges: Bool { get }

  /// Whether the current code runs on the observer's actor; false where it has none.
  var isOnActor: Bool { get }

  /// Whether the code that runs now belongs to a pass of the observer, and not to one nested in it.
  var isInPass: Bool { get }

  /// Which changes the public backend reports again, and how often.
  var rechecks: RecheckSchedule.Extent { get }

  /// Which readings ``ObservationOptions/confirming`` has repeated at once. The exact backend doesn't ask.
  var confirmedReadings: ConfirmedReadings { get }

  /// What the standard library's tracking reads in the place of what the observer tracks, if anybody waits for that to change.
  var foreignProbe: CancellationProbe? { get }

  /// The properties that may be asked for in the next pass, as far as is known. The standard backend can only compare.
  var askedProperties: [AnyKeyPath] { get }

  /// A dependency is about to change (`.willSet`) or has changed (`.didSet`).
  ///
  /// Called on the thread that makes the change.
  ///
  /// - Parameters:
  ///   - moment: What happened.
  ///   - mayRunNow: False where the tracking can't vouch for what an immediate pass would read.
  ///   - source: What tells.
  ///   - keyPath: Tells which property; nil where that is not known. Runs no user code, so it may be called in a critical
  ///     region. The runtime keeps one for a registration, which the next change overwrites, on whatever thread it is made.
  func dependencyChanged(
    _ moment: PassKind,
    mayRunNow: Bool,
    from source: ChangeSource,
    keyPath: () -> AnyKeyPath?
  )

  /// A property has changed, of which no report follows: one of another property does, which may lead to the pass for both.
  ///
  /// - Parameters:
  ///   - keyPath: The property; nil where that is not known.
  ///   - source: What tells.
  func note(_ keyPath: AnyKeyPath?, from source: ChangeSource)

  /// An object that the observer has read has been deallocated. Called on any thread, a little later.
  func objectWasDeallocated()

  /// A registrar of the standard library reports a change; see ``dependencyChanged(_:mayRunNow:from:keyPath:)``. The observer may have it
  /// wait for the end of a transaction.
  func platformChanged(_ moment: PassKind, mayRunNow: Bool, keyPath: () -> AnyKeyPath?)

  /// What was read may have changed without a report, or later than was reported. Never from the exact backend.
  func receiveRecheck()
}

extension DependencyObserver {
  var needsDeallocations: Bool { options.contains(.deinit) }

  func needsDeallocationInPass(isKnown: Bool) -> Bool { false }

  var ignoresOwnChanges: Bool { false }

  var isInPass: Bool { CurrentPass.belongs(to: self) }

  var confirmedReadings: ConfirmedReadings { .all }

  var foreignProbe: CancellationProbe? { nil }

  var askedProperties: [AnyKeyPath] { [] }

  func note(_ keyPath: AnyKeyPath?, from source: ChangeSource) {}

  func objectWasDeallocated() {
    dependencyChanged(.deinit, mayRunNow: false, from: .platform) { nil }
  }
}
