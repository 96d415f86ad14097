public import Observation

/// Why a pass runs; passed to the closure of a continuous observation.
///
/// An event is valid only during the call that receives it. The compiler enforces this: an event can be neither copied
/// nor stored, and closures and functions inside the call can't capture it. Read the values that they need beforehand,
/// as in `let kind = event.kind`, and cancel the observation by its token. If a closure captures the event
/// nevertheless, the compiler of Swift 6.3 crashes instead of reporting an error, unless the parameter is declared as
/// `event: borrowing ObservationEvent`.
public struct ObservationEvent: ~Copyable {
  /// What made a pass due.
  public enum Kind: Sendable, Hashable {
    /// The first pass of the observation.
    case initial
    /// A dependency was about to change.
    case willSet
    /// A dependency has changed.
    case didSet
    /// An observed object was deallocated.
    case `deinit`
  }

  /// The reason for this pass. Several changes since the last pass make one pass; ``Kind/didSet`` takes precedence over
  /// ``Kind/willSet``.
  public let kind: Kind

  /// Whether this pass only checks whether the observation's model was deallocated.
  let isLookForModel: Bool

  /// Whether the pass is a lent one: see ``LentPasses``.
  private let isLent: Bool

  /// The number of the pass's reading; 0 if the pass makes no dependencies.
  private let reading: UInt

  // Safe: the code that runs the pass retains the observation. Retaining it again would cost more than a short pass.
  private unowned(unsafe) let uncountedObservation: ContinuousObservation

  /// The caller retains the observation. `lentReading` is the number of the reading of a lent pass.
  @inline(__always)
  init(
    _ kind: PassKind,
    of observation: ContinuousObservation,
    isLookForModel: Bool = false,
    lentReading: UInt? = nil
  ) {
    self.kind = kind
    self.isLookForModel = isLookForModel
    isLent = lentReading != nil
    reading = lentReading ?? GraphReading.currentID
    unsafe uncountedObservation = observation
  }

  private var observation: ContinuousObservation { unsafe uncountedObservation }

  /// The reported changes. Derived values don't report theirs.
  private var changes: PassChanges {
    if !isLent { return observation.changesOfPass }
    var changes = PassChanges()
    EnclosingChange.forEach { changes.record($0, at: nil) }
    return changes
  }

  /// Returns whether a property has changed since the last pass.
  ///
  /// The answer is true for every dependency that changed, and false for all others if the changes are known exactly.
  /// If the changes can't be known, the answer is true: when more than 32 different properties have changed since the
  /// last pass, and after a change to a model whose registrar is the standard library's, as follows. With the public
  /// tracking backend, it's always true then; with the standard one, in passes that aren't
  /// ``ObservationOptions/immediate``, if no pass has asked about the changed property, and, for all models, in all
  /// passes if ``ObservationOptions/deinit`` is the only option. With any backend, it's true when several threads
  /// change properties of one such model between two passes, because the runtime may then report one of them twice and
  /// another not at all. If a pass begins between two such reports, the answer comes with the next pass.
  ///
  /// A tracked property is one that `@Observable` or `@ObservableModel` stores, or a derived property of a model.
  /// Another computed property, or a path that leads on from a tracked property, matches only if the changes can't be
  /// known. If it isn't known yet whether a derived property that the last pass read has changed, this method computes
  /// the property. Name an inherited property by the class that declares it, and a derived property that a subclass
  /// overrides by that subclass. In the initial pass nothing matches. Instances aren't distinguished: two models of one
  /// type have the same key paths (as in SE-0506). In an immediate pass that runs while a change is being reported to
  /// another observation, that change matches as well. At the end of a transaction, everything matches in an immediate
  /// pass that runs inside another one, if only derived values made the outer pass due.
  ///
  /// - Parameter keyPath: A key path to a stored or derived property of an observable class.
  /// - Returns: Whether it has changed, or may have.
  /// - Complexity: O(number of different properties that changed + number of dependencies of the last pass).
  public func matches(_ keyPath: PartialKeyPath<some Observable>) -> Bool {
    #if STANDARD_TRACKING
      observation.willBeAsked(for: keyPath)
    #endif
    if kind == .initial { return false }
    // Compared outside the lock: the key path of a subscript compares its arguments, which calls user code.
    if changes.contains(keyPath) { return true }
    // Without a node, the observation can't have read derived values.
    return observation.knownNode?.hasChangedValue(at: keyPath, in: reading) == true
  }

  /// Runs a closure before the next pass begins, or when the observation ends.
  ///
  /// If there are several closures, they run in reverse order, on the isolation of the passes. The observations of ``scope`` end before
  /// the closures run.
  ///
  /// The reads of the closures make no dependencies of the observation, nor of a pass or a computation inside which the
  /// closures run, such as a pass that cancels this observation. There is one exception: with the standard and the
  /// public tracking backend, such a pass or computation does depend on the closures' reads of models whose registrar
  /// is the standard library's.
  ///
  /// - Parameter body: The closure, which is called once.
  public func cleanup(_ body: @escaping () -> Void) {
    cleanup.add(body)
  }

  /// A scope whose observations end before the next pass begins, or with this observation. They end before closures
  /// passed to ``cleanup(_:)`` run.
  ///
  /// The scope is empty when a pass begins, so each pass starts the observations that it needs.
  public var scope: ObservationScope {
    if let known = cleanup.scope { return known }
    let new = ObservationScope()
    cleanup.scope = new
    return new
  }

  /// The work that this pass leaves for the time before the next pass, or for the end of the observation.
  private var cleanup: PassCleanup { observation.cleanupOfPass }

  /// Ends the observation after this pass.
  ///
  /// Its registrations are removed at once, and its closure is freed when this pass returns. Calling it again does
  /// nothing.
  public func cancel() {
    observation.cancel()
  }
}

typealias PassKind = ObservationEvent.Kind

extension ObservationEvent.Kind: CustomStringConvertible {
  /// The name of the case.
  public var description: String {
    switch self {
    case .initial: "initial"
    case .willSet: "willSet"
    case .didSet: "didSet"
    case .deinit: "deinit"
    }
  }
}
