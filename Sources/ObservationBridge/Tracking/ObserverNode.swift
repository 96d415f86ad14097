/// Which readings are repeated at once, because another thread may have made a change without a report.
enum ConfirmedReadings: Sendable {
  /// The first reading, and each reading after a change: the report of a change has used up the registration.
  case all
  case first
  /// With the public backend, the first reading, and all readings from the first change on that was made on another
  /// thread than the observation's actor.
  ///
  /// An observation whose changes all come from its own actor, as in most user interfaces, reads once for each change.
  /// If another thread makes its first change just while nothing is registered, a delayed recheck finds the change.
  case firstAndOnceChangedElsewhere
}

/// The owner of a reader's node, an observation or a derived value, notified of the changes that a backend of
/// ``Tracking`` reports.
// Unchecked: this class has no state, and each subclass says why its own state is safe.
@usableFromInline
package class ObserverNode: GraphOwner, @unchecked Sendable {
  /// Which moments matter: ``ObservationOptions/willSet``, ``ObservationOptions/didSet`` and
  /// ``ObservationOptions/deinit``.
  var options: ObservationOptions { .didSet }

  /// Increases from each started observation to the next.
  var startNumber: StartNumber { .none }

  /// Whether the observer needs reports of the deallocation of objects read by its passes.
  var needsDeallocations: Bool { options.contains(.deinit) }

  /// Whether the observer needs the report of a deallocation that its own pass has caused. If no earlier pass has read
  /// the object, `isKnown` is false: the running pass may have created it.
  func needsDeallocationInPass(isKnown: Bool) -> Bool { false }

  /// Whether the observer ignores the changes of its own passes.
  var ignoresOwnChanges: Bool { false }

  /// Whether the current code runs on the observer's actor; false without an actor.
  var isOnActor: Bool { false }

  /// Whether the current code belongs to a pass of the observer, and not to a nested pass.
  package final var isInPass: Bool { CurrentPass.belongs(to: self) }

  /// Whether ``PlatformDependencies/cancel()`` always precedes the deallocation: dependencies may retain the observer.
  var endsWithCancel: Bool { false }

  /// Which changes the public backend reports again, and how often.
  var rechecks: RecheckSchedule.Extent { options.contains(.confirming) ? .repeated : .once }

  /// Which readings ``ObservationOptions/confirming`` repeats at once. Not used by the exact backend.
  var confirmedReadings: ConfirmedReadings { .all }

  /// The probe that foreign trackers read in the place of the observer's dependencies; nil for no foreign trackers.
  var foreignProbe: CancellationProbe? { nil }

  /// A number for the code that the observer runs, equal for observers of the same code; 0 if it isn't known. The
  /// public and the standard backend learn from the readings of some code how to track the next ones: see
  /// ``CodeHistory``.
  var code: UInt { 0 }

  /// The properties about which the next pass may ask, as far as they are known. The standard backend can only compare.
  var askedProperties: [AnyKeyPath] { [] }

  /// A dependency is about to change (`.willSet`), has changed (`.didSet`), or was deallocated (`.deinit`). Called on
  /// the thread that makes the change, and a little later after a deallocation. If `mayRunNow` is false, an immediate
  /// pass might read an outdated value.
  ///
  /// `keyPath` returns the property; nil if it isn't known. It runs no user code, so it may be called in a critical
  /// region. The runtime keeps one key path for a registration; the next change overwrites it, on whatever thread it's
  /// made.
  func dependencyChanged(_ moment: PassKind, mayRunNow: Bool, from source: ChangeSource, keyPath: () -> AnyKeyPath?) {
    preconditionFailure("A subclass is notified of changes.")
  }

  /// Notes a changed property, nil if unknown, without a report: another property's leads to the pass for both.
  func note(_ keyPath: AnyKeyPath?, from source: ChangeSource) {}

  /// A registrar of the standard library reports a change. A subclass may defer the report to the end of a transaction.
  func platformChanged(_ moment: PassKind, mayRunNow: Bool, keyPath: () -> AnyKeyPath?) {
    dependencyChanged(moment, mayRunNow: mayRunNow, from: .platform, keyPath: keyPath)
  }

  /// A dependency may have changed without a report, or later than its report. Never called by the exact backend.
  func receiveRecheck() {}
}

extension GraphNode {
  /// The observer to notify of changes to the node's dependencies. Called by the reading thread, for which the running
  /// node keeps its owner alive.
  var observer: ObserverNode { unsafe unretainedObserver.takeUnretainedValue() }

  /// The observer for code that mustn't take the time to retain it.
  var unretainedObserver: Unmanaged<ObserverNode> {
    guard let owner = unsafe owner else { preconditionFailure("A node that reads has lost its owner.") }
    // Nodes that read always have an owner of this class.
    return unsafe .fromOpaque(owner.toOpaque())
  }
}

extension GraphOwner {
  /// The observer to notify of changes, if the owner stands for an observation.
  var asObserver: ObserverNode? {
    // A node's role determines the class of its owner.
    node.role == .observer ? unsafe unsafeDowncast(self, to: ObserverNode.self) : nil
  }
}
