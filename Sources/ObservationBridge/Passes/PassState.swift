/// When a pass of an observation is due, running or over: the rules of continuous observation without locks, threads
/// and user code.
///
/// Each event returns what has to follow it, once the lock has been left. That carries what is known here; ``ObservationState`` puts what is
/// needed to do it in its place.
struct PassState: Equatable, Sendable {
  enum Phase: Equatable, Sendable {
    /// Registered, and nothing has changed since the last pass began.
    case idle
    /// A pass is waiting for its turn, or about to begin inside the mutation that made it due.
    case due(PassKind)
    /// A pass is running; `next` tells whether another must follow it.
    case running(next: PassKind?)
    /// Cancelled inside or during a pass: what the pass uses goes when it returns.
    case ending
    /// Cancelled, or complete.
    case ended
  }

  /// What has to follow a change.
  enum ChangeAction<Due> {
    case none
    /// Schedule the pass that is due now.
    case enqueue(Due)
    /// Run it.
    case run

    @inline(__always)
    func map<Other>(_ transform: (Due) -> Other) -> ChangeAction<Other> {
      switch self {
      case .none: .none
      case .enqueue(let due): .enqueue(transform(due))
      case .run: .run
      }
    }
  }

  /// What has to follow a pass.
  enum EndAction<Due> {
    case none
    /// Schedule another, which is due now.
    case enqueue(Due)
    /// The observation is over: let go of everything.
    case release

    @inline(__always)
    func map<Other>(_ transform: (Due) -> Other) -> EndAction<Other> {
      switch self {
      case .none: .none
      case .enqueue(let due): .enqueue(transform(due))
      case .release: .release
      }
    }
  }

  /// What has to follow a cancellation.
  enum CancelAction<Due> {
    case none
    /// A pass is running: let go of the registrations, but not yet of what the pass uses.
    case deregister
    /// The observation is over: let go of everything, also of the pass that was due.
    case release(Due)

    @inline(__always)
    func map<Other>(_ transform: (Due) -> Other) -> CancelAction<Other> {
      switch self {
      case .none: .none
      case .deregister: .deregister
      case .release(let due): .release(transform(due))
      }
    }
  }

  /// Of passes in a row that only confirm the one before. A closure that reads new objects each time would go on for ever.
  static let maximumConfirmationCount: UInt8 = 10

  let options: ObservationOptions
  private(set) var phase = Phase.due(.initial)
  /// Whether, and for which time in a row, the pass that is due or running confirms the one before.
  private(set) var confirmationCount: UInt8 = 0
  /// The pass that is running.
  private var traits = Traits()
  /// The next one, as far as is known.
  private var nextTraits = Traits()

  /// What is known of a pass. In one byte: there may be many thousands of observations.
  private struct Traits: OptionSet, Sendable {
    let rawValue: UInt8

    static let isRepetition = Traits(rawValue: 1 << 0)
    static let isUncertain = Traits(rawValue: 1 << 1)
    static let isInitial = Traits(rawValue: 1 << 2)
    static let followsDeallocation = Traits(rawValue: 1 << 3)
    /// Nothing but rechecks has made it due.
    static let isSecondReading = Traits(rawValue: 1 << 4)
    /// What it compares with isn't what the pass before has read.
    static let followsOwnChange = Traits(rawValue: 1 << 5)
    /// Another pass follows it: it runs inside a change, before that is stored, which derived values have reported already.
    static let precedesValues = Traits(rawValue: 1 << 6)

    /// Of one that nothing has made due yet.
    static let none: Traits = [.isRepetition, .isSecondReading]

    init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    init(_ kind: PassKind) {
      self =
        switch kind {
        case .initial: .isInitial
        case .deinit: .followsDeallocation
        case .willSet, .didSet: []
        }
    }
  }

  init(options: ObservationOptions) {
    self.options = options
  }

  /// Whether nothing but rechecks, and derived values in doubt, has made the pass due that is running: it may read what the one before has
  /// read.
  var isRepetition: Bool { traits.contains(.isRepetition) }

  /// Whether derived values decide if there is anything for the pass to do that is running.
  var isUncertain: Bool { traits.contains(.isUncertain) }

  /// Whether the pass that is running is the first one.
  var isInitial: Bool { traits.contains(.isInitial) }

  /// Tells whether another pass has to follow for the deallocation of an object that the running one has brought about.
  ///
  /// - Parameter isKnown: Whether an earlier pass has read the object.
  /// - Returns: False where the running one follows a deallocation itself: passes that replace what the one before has read would go on for
  ///   ever.
  func needsDeallocation(isKnown: Bool) -> Bool { isKnown && !traits.contains(.followsDeallocation) }

  var isActive: Bool {
    switch phase {
    case .idle, .due, .running: true
    case .ending, .ended: false
    }
  }

  /// Whether the initial pass is all there is.
  var isInitialOnly: Bool {
    options.isDisjoint(with: [.willSet, .didSet, .deinit])
  }

  /// A dependency is about to change (`.willSet`), has changed (`.didSet`), or has ended with its object (`.deinit`): where
  /// the options don't ask for that, the pass only looks whether the model has been deallocated that the observation ends with.
  ///
  /// - Parameters:
  ///   - moment: What the tracking reports.
  ///   - mayRunNow: Whether an immediate pass could run here: the option is set and the isolation is the right one.
  ///   - isCertain: False where a derived value may have changed.
  ///   - isRecheck: Whether it has been reported before.
  /// - Returns: How to let the pass run.
  mutating func dependencyChanged(
    _ moment: PassKind,
    mayRunNow: Bool,
    isCertain: Bool = true,
    isRecheck: Bool = false
  ) -> ChangeAction<PassKind> {
    var (kind, mayRunNow) = (moment, mayRunNow)
    if moment == .didSet, !options.contains(.didSet) {
      // Only `.willSet` was asked for. The pass that it made due may have begun on another thread before the value was
      // stored, so another has to follow; one that is still waiting will read the new value anyway. An immediate pass
      // is meant to read the old value.
      if !options.contains(.willSet) || mayRunNow && isCertain { return .none }
      // Nobody is notified before a derived value changes. Its pass comes later.
      mayRunNow = false
      kind = .willSet
    }
    switch phase {
    case .idle:
      phase = .due(kind)
      noteReason(isFirst: true, isCertain: isCertain, isRecheck: isRecheck)
      return mayRunNow ? .run : .enqueue(kind)
    case .due(let waiting):
      // Where derived values have reported the same change, before it is stored, this pass still reads their old values.
      let precedesValues = moment == .willSet && mayRunNow && nextTraits.contains(.isUncertain)
      phase = .due(merged(waiting, kind))
      noteReason(isFirst: false, isCertain: isCertain, isRecheck: isRecheck)
      if precedesValues { nextTraits.insert(.precedesValues) }
      return mayRunNow ? .run : .none
    case .running(next: nil):
      phase = .running(next: kind)
      noteReason(isFirst: true, isCertain: isCertain, isRecheck: isRecheck)
      return .none
    case .running(next: let next?):
      phase = .running(next: merged(next, kind))
      noteReason(isFirst: false, isCertain: isCertain, isRecheck: isRecheck)
      return .none
    case .ending, .ended:
      return .none
    }
  }

  /// What has made the next pass due, or comes to it.
  private mutating func noteReason(isFirst: Bool, isCertain: Bool, isRecheck: Bool) {
    if !isRecheck {
      if isFirst || isCertain { setReason(isCertain ? [] : .isUncertain) }
    } else if nextTraits.contains(.isUncertain) {
      // Derived values can't spare it any more, but it may still read what the one before has read.
      setReason(.isRepetition)
    }
  }

  private mutating func setReason(_ reason: Traits) {
    nextTraits = nextTraits.intersection(.followsOwnChange).union(reason)
  }

  /// The pass that is running has read what it has changed itself: the next one compares with that, and derived values can't spare it.
  ///
  /// - Returns: Whether what it has read may be what others have set: the next pass is due to their changes.
  mutating func adoptOwnChange() -> Bool {
    nextTraits.insert(.followsOwnChange)
    guard case .running(next: let next?) = phase else { return false }
    if next == .deinit, !options.contains(.deinit) { return false }
    return !nextTraits.contains(.isSecondReading)
  }

  /// A pass begins if it is still due; the result is its kind.
  mutating func begin() -> PassKind? {
    guard case .due(let kind) = phase else { return nil }
    traits = nextTraits.union(Traits(kind))
    if traits.contains(.followsOwnChange), traits.remove(.isUncertain) != nil { traits.insert(.isRepetition) }
    let precedesValues = traits.remove(.precedesValues) != nil
    phase = .running(next: precedesValues ? .willSet : nil)
    nextTraits = precedesValues ? [] : .none
    return kind
  }

  /// A pass has begun inside a change, which is noted only now: see ``LentPasses``.
  mutating func hasBegun() {
    phase = .running(next: nil)
    traits = []
  }

  /// Reserves the observation for a look at the state outside a pass, ended by `end()` like a pass.
  ///
  /// False where a pass is running, or where the initial one is still to come.
  mutating func beginSampling() -> Bool {
    switch phase {
    case .idle: phase = .running(next: nil)
    case .due(.initial), .running, .ending, .ended: return false
    case .due(let kind): phase = .running(next: kind)
    }
    traits = []
    return true
  }

  /// The pass has returned and its registrations are in place.
  ///
  /// - Parameter hasReadAnew: Whether it has read something that it was not registered for while it ran.
  /// - Returns: What is to follow.
  mutating func end(hasReadAnew: Bool = false) -> EndAction<PassKind> {
    switch phase {
    case .running where isInitialOnly, .ending:
      phase = .ended
      return .release
    case .running(next: nil):
      if hasReadAnew, mayConfirm {
        confirmationCount += 1
        // What it confirms has not been delivered yet.
        nextTraits.remove(.isRepetition)
        phase = .due(.didSet)
        return .enqueue(.didSet)
      }
      phase = .idle
      confirmationCount = 0
      return .none
    case .running(next: let next?):
      // It confirms this pass, too: neither derived values nor a comparison may spare it.
      if hasReadAnew, mayConfirm { nextTraits = [] }
      phase = .due(next)
      confirmationCount = 0
      return .enqueue(next)
    case .idle, .due, .ended:
      preconditionFailure("A pass ended that never began.")
    }
  }

  /// Whether a pass that has read something for the first time is followed by another.
  var mayConfirm: Bool {
    options.contains(.confirming) && confirmationCount < Self.maximumConfirmationCount
  }

  mutating func cancel() -> CancelAction<PassKind?> {
    switch phase {
    case .idle:
      phase = .ended
      return .release(nil)
    case .due(let kind):
      phase = .ended
      return .release(kind)
    case .running:
      phase = .ending
      return .deregister
    case .ending, .ended:
      return .none
    }
  }

  private func merged(_ first: PassKind, _ second: PassKind) -> PassKind {
    switch (first, second) {
    case (.initial, _), (_, .initial): .initial
    // A mere look for a model that may be gone is part of every pass.
    case (.deinit, let other) where !options.contains(.deinit): other
    case (let other, .deinit) where !options.contains(.deinit): other
    case (.deinit, _), (_, .deinit): .deinit
    case (.didSet, _), (_, .didSet): .didSet
    case (.willSet, .willSet): .willSet
    }
  }
}

extension PassState.ChangeAction: Equatable where Due: Equatable {}
extension PassState.EndAction: Equatable where Due: Equatable {}
extension PassState.CancelAction: Equatable where Due: Equatable {}
