/// When a pass of an observation is due, running or ended: the rules of continuous observation, without locks, threads
/// and user code.
///
/// Each event returns the action to take after the lock has been released. The action carries only facts that this
/// state knows; ``ObservationState`` adds the queue and the dependencies.
struct PassState: Equatable, Sendable {
  enum Phase: Equatable, Sendable {
    /// Registered, without a change since the last pass began.
    case idle
    /// A pass waits for its turn, or is about to begin inside the mutation that made it due.
    case due(PassKind)
    /// A pass is running; `next` is the kind of the pass to run after it, if any.
    case running(next: PassKind?)
    /// Cancelled during a pass, which still uses the closure until it returns.
    case ending
    /// Cancelled, or complete.
    case ended
  }

  enum Action {
    case none
    /// Schedule the pass, which is due now.
    case enqueue
    case run
    /// The observation has ended: release everything.
    case release
  }

  enum CancelAction: Equatable {
    case none
    /// A pass is running: remove the registrations, and keep the closure until the pass returns.
    case deregister
    /// The observation has ended: release everything, including a due pass.
    case release(PassKind?)
  }

  /// The limit for confirming passes in a row: a closure may read new objects in each pass.
  static let maximumConfirmationCount: UInt8 = 10

  let options: ObservationOptions
  private(set) var phase = Phase.due(.initial)
  /// How many passes in a row, including the due or running one, confirm an earlier reading; 0 for none.
  private(set) var confirmationCount: UInt8 = 0
  private var traits = Traits()
  /// The traits of the next pass, as far as they are known.
  private var nextTraits = Traits()

  /// Facts about a pass, in one byte: there may be many thousands of observations.
  private struct Traits: OptionSet, Sendable {
    let rawValue: UInt8

    static let isRepetition = Traits(rawValue: 1 << 0)
    static let isUncertain = Traits(rawValue: 1 << 1)
    static let isInitial = Traits(rawValue: 1 << 2)
    static let followsDeallocation = Traits(rawValue: 1 << 3)
    /// Only rechecks and deallocations have made the pass due.
    static let isSecondReading = Traits(rawValue: 1 << 4)
    /// The previous pass has changed the state after its reading, so the pass doesn't compare with that reading.
    static let followsOwnChange = Traits(rawValue: 1 << 5)
    /// Another pass follows: this one runs inside a change, before the store, and derived values have reported the
    /// change already.
    static let precedesValues = Traits(rawValue: 1 << 6)

    /// The traits before any event has made a pass due.
    static let none: Traits = [.isRepetition, .isSecondReading]
  }

  init(options: ObservationOptions) {
    self.options = options
  }

  /// Whether the pass may read the same values: rechecks, deallocations or uncertain values alone have made it due.
  var isRepetition: Bool { traits.contains(.isRepetition) }

  /// Whether the running pass may be skipped if its derived values come out equal.
  var isUncertain: Bool { traits.contains(.isUncertain) }

  var isInitial: Bool { traits.contains(.isInitial) }

  /// Returns whether another pass follows a deallocation that the running pass has caused: if an earlier pass has read
  /// the object (`isKnown`), and the running pass doesn't follow a deallocation itself. Passes that each replace the
  /// object read by the previous pass would otherwise run forever.
  func needsDeallocation(isKnown: Bool) -> Bool { isKnown && !traits.contains(.followsDeallocation) }

  var isActive: Bool {
    switch phase {
    case .idle, .due, .running: true
    case .ending, .ended: false
    }
  }

  var isInitialOnly: Bool {
    options.isDisjoint(with: [.willSet, .didSet, .deinit])
  }

  /// A dependency is about to change (`.willSet`), has changed (`.didSet`), or was deallocated (`.deinit`). Without the
  /// `.deinit` option, the pass after a deallocation only checks whether the observed model of a scope still exists.
  ///
  /// `mayRunNow` says whether an immediate pass could run here: the option is set, the code runs on the observation's
  /// isolation, and passes may nest further. `isCertain` is false if only a derived value may have changed. `isRecheck`
  /// says whether the change was reported before. Returns how to run the pass.
  mutating func dependencyChanged(
    _ moment: PassKind,
    mayRunNow: Bool,
    isCertain: Bool = true,
    isRecheck: Bool = false
  ) -> Action {
    var (kind, mayRunNow) = (moment, mayRunNow)
    if moment == .didSet, !options.contains(.didSet) {
      // Without `.didSet`, the pass that `.willSet` made due may have begun on another thread before the store, so
      // another pass has to follow. A pass that still waits will read the new value anyway. An immediate pass is meant
      // to read the old value.
      if !options.contains(.willSet) || mayRunNow && isCertain { return .none }
      // Derived values are reported only after a change, so their pass comes later.
      mayRunNow = false
      kind = .willSet
    }
    // Reported a little later, so a pass may have read its effect meanwhile: a second reading, as after a recheck.
    let isRecheck = isRecheck || moment == .deinit
    switch phase {
    case .idle:
      phase = .due(kind)
      noteReason(isFirst: true, isCertain: isCertain, isRecheck: isRecheck)
      return mayRunNow ? .run : .enqueue
    case .due(let waiting):
      // Derived values have reported this change before its store, so this pass still reads their old values.
      let precedesValues = moment == .willSet && mayRunNow && nextTraits.contains(.isUncertain)
      phase = .due(merged(waiting, kind))
      noteReason(isFirst: false, isCertain: isCertain, isRecheck: isRecheck)
      if precedesValues { nextTraits.insert(.precedesValues) }
      return mayRunNow ? .run : .none
    case .running(let next):
      phase = .running(next: next.map { merged($0, kind) } ?? kind)
      noteReason(isFirst: next == nil, isCertain: isCertain, isRecheck: isRecheck)
      return .none
    case .ending, .ended:
      return .none
    }
  }

  private mutating func noteReason(isFirst: Bool, isCertain: Bool, isRecheck: Bool) {
    if !isRecheck {
      if isFirst || isCertain { setReason(isCertain ? [] : .isUncertain) }
    } else if nextTraits.contains(.isUncertain) {
      // The pass can't be skipped any more, but it may still read the same values as the previous one.
      setReason(.isRepetition)
    }
  }

  private mutating func setReason(_ reason: Traits) {
    nextTraits = nextTraits.intersection(.followsOwnChange).union(reason)
  }

  /// The running pass has changed a property it has read: the next pass compares with the new value, and can't be
  /// skipped. Returns whether another thread may have set this value, since another change has made the next pass due.
  mutating func adoptOwnChange() -> Bool {
    nextTraits.insert(.followsOwnChange)
    guard case .running(next: _?) = phase else { return false }
    return !nextTraits.contains(.isSecondReading)
  }

  /// Begins the pass if it is still due, and returns its kind.
  mutating func begin() -> PassKind? {
    guard case .due(let kind) = phase else { return nil }
    traits = nextTraits
    if kind == .initial { traits.insert(.isInitial) }
    if kind == .deinit { traits.insert(.followsDeallocation) }
    if traits.contains(.followsOwnChange), traits.remove(.isUncertain) != nil { traits.insert(.isRepetition) }
    let precedesValues = traits.remove(.precedesValues) != nil
    phase = .running(next: precedesValues ? .willSet : nil)
    nextTraits = precedesValues ? [] : .none
    return kind
  }

  /// Notes that a lent pass has begun inside a change: see ``LentPasses``.
  mutating func hasBegun() {
    phase = .running(next: nil)
    traits = []
  }

  /// Reserves the observation for a sample outside of a pass, until `end()`. Returns false while a pass is running, and
  /// before the initial pass.
  mutating func beginSampling() -> Bool {
    switch phase {
    case .idle: phase = .running(next: nil)
    case .due(.initial), .running, .ending, .ended: return false
    case .due(let kind): phase = .running(next: kind)
    }
    traits = []
    return true
  }

  /// Ends the pass. `hasReadAnew` says whether it has read a property before being registered for it.
  mutating func end(hasReadAnew: Bool = false) -> Action {
    switch phase {
    case .running where isInitialOnly, .ending:
      phase = .ended
      return .release
    case .running(next: nil):
      if hasReadAnew, mayConfirm {
        confirmationCount += 1
        // The reading to confirm hasn't been delivered yet.
        nextTraits.remove(.isRepetition)
        phase = .due(.didSet)
        return .enqueue
      }
      phase = .idle
      confirmationCount = 0
      return .none
    case .running(next: let next?):
      // The next pass also confirms this one, so neither derived values nor a comparison may skip it.
      if hasReadAnew, mayConfirm { nextTraits = [] }
      phase = .due(next)
      confirmationCount = 0
      return .enqueue
    case .idle, .due, .ended:
      preconditionFailure("A pass ended that never began.")
    }
  }

  /// Whether another pass may confirm the readings of the running pass.
  var mayConfirm: Bool {
    options.contains(.confirming) && confirmationCount < Self.maximumConfirmationCount
  }

  mutating func cancel() -> CancelAction {
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
    // Every pass checks whether its model still exists, so a pass for this alone adds no kind.
    case (.deinit, let other) where !options.contains(.deinit): other
    case (let other, .deinit) where !options.contains(.deinit): other
    case (.deinit, _), (_, .deinit): .deinit
    case (.didSet, _), (_, .didSet): .didSet
    case (.willSet, .willSet): .willSet
    }
  }
}
