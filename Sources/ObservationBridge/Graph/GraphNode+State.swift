/// The kind and the state of a node: one word, loaded and stored as a whole.
extension GraphNode {
  struct State: OptionSet {
    let rawValue: UInt16

    static let isRunning = State(rawValue: 1 << 2)
    static let isRetired = State(rawValue: 1 << 3)
    /// An observer's state is lent to the node, so passes run without access to the observation: see ``LentPasses``.
    static let isLent = State(rawValue: 1 << 4)
    /// A lent pass is running, or a thread has claimed the derived value. Keeps the owner alive.
    static let isHeld = State(rawValue: 1 << 5)
    /// The dependencies are being checked. A mark that appears meanwhile is new: the check has cleared the old one.
    static let isChecked = State(rawValue: 1 << 6)
    /// A foreign tracker has to be notified after a change if the derived value differs.
    static let isWatched = State(rawValue: 1 << 7)
    /// Observers only: the pass has changed a property behind a derived value it may have read.
    static let hasChangedItsValues = isWatched
    /// A change behind the derived value was reported, but may not have been stored yet.
    static let isUnsettled = State(rawValue: 1 << 8)
    /// A dependency of the derived value is unsettled.
    static let readsUnsettled = State(rawValue: 1 << 9)

    /// This derived value is marked, but some of its observers weren't notified: a pass ignored its own change, or the
    /// change was only stored and not reported yet. The next change propagates again. Set on an observer: all derived
    /// values behind it have this flag.
    static let propagatesAgain = State(rawValue: 1 << 13)
    /// Derived values only: the `DerivedValue` or the model that held the value was deallocated, but a reader still depends on the value.
    static let isDetached = State(rawValue: 1 << 14)
    /// Derived values only: marked in a transaction, which notifies at its end. A change outside propagates again.
    fileprivate static let isDeferred = State(rawValue: 1 << 15)
    /// Derived values only: the links know what made the value dirty, see ``GraphLink/hasMarkedReader``.
    static let hasMarkedLinks = isLent

    fileprivate static let marks = State(rawValue: 0b11)
    fileprivate static let isDirty = State(rawValue: Mark.dirty.rawValue)
    fileprivate static let needsWillSet = State(rawValue: 1 << 12)
    fileprivate static let isObserver = State(rawValue: Role.observer.rawValue)
    fileprivate static let isDerived = State(rawValue: Role.derived.rawValue)
    fileprivate static let roles = State(rawValue: Role.observer.rawValue | Role.derived.rawValue)
    /// The role and other bits that aren't state. They stay when the state is replaced.
    fileprivate static let kinds = State(
      rawValue: Role.observer.rawValue | Role.derived.rawValue | 1 << 12 | 1 << 14 | 1 << 15
    )
    /// All bits that aren't state.
    fileprivate static let others: State = [.marks, .kinds]
    /// The flags of a derived value that has to be checked before use.
    fileprivate static let hasToBeLookedAt: State = [.marks, .isRunning, .isChecked, .isUnsettled, .readsUnsettled]

    @inline(__always)
    var role: Role {
      rawValue & Role.observer.rawValue != 0 ? .observer : rawValue & Role.derived.rawValue != 0 ? .derived : .none
    }

    // The operations of `SetAlgebra`, once more: those of the standard library are generic, and an unoptimized build
    // calls their parts through the protocol. That took a fifth of the time of a change in debug builds.

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(arrayLiteral flags: State...) {
      var bits: UInt16 = 0
      for flag in flags { bits |= flag.rawValue }
      rawValue = bits
    }

    func union(_ other: State) -> State { State(rawValue: rawValue | other.rawValue) }
    func intersection(_ other: State) -> State { State(rawValue: rawValue & other.rawValue) }
    func subtracting(_ other: State) -> State { State(rawValue: rawValue & ~other.rawValue) }
    func isDisjoint(with other: State) -> Bool { rawValue & other.rawValue == 0 }
    func isSuperset(of other: State) -> Bool { other.rawValue & ~rawValue == 0 }
    func contains(_ other: State) -> Bool { isSuperset(of: other) }
    static func == (one: State, other: State) -> Bool { one.rawValue == other.rawValue }

    /// Whether the node is a reader that isn't retired.
    var isActive: Bool { !isDisjoint(with: .roles) && !contains(.isRetired) }

    /// Whether the observer has to be notified before changes.
    var needsWillSet: Bool { intersection([.needsWillSet, .isDerived]) == .needsWillSet }

    /// Whether a derived value may have been computed before a store.
    var mayBeUnsettled: Bool { !isDisjoint(with: [.isUnsettled, .readsUnsettled]) }

    /// Whether a derived value is dirty for a reason that its links don't know.
    var isDirtyAnyhow: Bool { intersection([.isDirty, .hasMarkedLinks]) == .isDirty }

    /// Whether the result of a reader is current. The mark alone isn't enough. A check clears the mark in advance, and
    /// an unsettled value has no mark, so that a change at that time is noticed.
    var isUpToDate: Bool { isDisjoint(with: .hasToBeLookedAt) }
  }

  /// When a change notifies the observers behind derived values.
  struct Propagation {
    /// A marked value with one of these flags propagates the change again.
    fileprivate let repeating: State
    /// The flags to set on the value.
    fileprivate let noted: State
    /// The index of the transaction that notifies at its end; 0 if observers are notified at once.
    fileprivate let transaction: UInt16
    /// The number of the transaction; 0 for none.
    let number: UInt
    /// Whether the change was reported before.
    let isRecheck: Bool

    @inline(__always)
    static var atOnce: Propagation { Propagation(isRecheck: false) }

    /// Notifies at once, of a change that was reported before.
    static var onceMore: Propagation { Propagation(isRecheck: true) }

    /// Shared by transactions without an index. A mark with it may belong to any of them, so changes propagate again.
    static let sharedIndex = UInt16.max

    /// Notifies at the end of the transaction at this index, which isn't 0. Pass true for `isOnlyOne` if no other
    /// transaction defers notifications.
    init(atTheEndOf place: UInt16, number: UInt, isOnlyOne: Bool) {
      self.number = number
      isRecheck = false
      repeating = isOnlyOne ? .propagatesAgain : [.propagatesAgain, .isDeferred]
      noted = .isDeferred
      transaction = place
    }

    private init(isRecheck: Bool) {
      self.isRecheck = isRecheck
      (repeating, noted, transaction, number) = ([.propagatesAgain, .isDeferred], [], 0, 0)
    }
  }

  /// Whether a change propagates through a derived value with these flags.
  @inline(__always)
  func needsPropagation(_ flags: State, _ propagation: Propagation) -> Bool {
    if flags.isDisjoint(with: .marks) { return true }
    if flags.isDisjoint(with: propagation.repeating) { return false }
    if flags.contains(.propagatesAgain) || transaction != propagation.transaction { return true }
    return transaction == Propagation.sharedIndex
  }

  @inline(__always)
  var role: Role { flags.role }

  var needsWillSet: Bool { flags.needsWillSet }

  var isActive: Bool { flags.isActive }

  /// See ``State/isUpToDate``. May be called without the lock.
  var isUpToDate: Bool { flags.isUpToDate }

  /// Sets the role; the node must have been taken for this role.
  func setRole(_ role: Role, _ startNumber: StartNumber, needsWillSet: Bool) {
    if role == .observer { setStartNumber(startNumber) }
    flags = State(rawValue: role.rawValue).union(needsWillSet ? .needsWillSet : [])
    // A derived value has to be computed before its first use.
    if role == .derived { mark = .dirty }
  }

  @inline(__always)
  subscript(flag: State) -> Bool {
    get { flags.contains(flag) }
    nonmutating set { flags = newValue ? flags.union(flag) : flags.subtracting(flag) }
  }

  @inline(__always)
  var mark: Mark {
    get {
      // Comparisons are faster here: most callers need only one.
      let bits = flags.intersection(.marks).rawValue
      return bits == Mark.clean.rawValue ? .clean : bits == Mark.pending.rawValue ? .pending : .dirty
    }
    nonmutating set { flags = flags.subtracting(.marks).union(State(rawValue: newValue.rawValue)) }
  }

  /// How a change marks a derived value while it propagates.
  struct SpreadMark {
    fileprivate let flags: State

    static let pending = SpreadMark(flags: State(rawValue: Mark.pending.rawValue))
    /// Dirty, with the link marked: see ``GraphLink/hasMarkedReader``.
    static let dirtyByLink = SpreadMark(flags: [.isDirty, .hasMarkedLinks])
    /// Dirty, without a known position of the change among the dependencies.
    static let dirtyAnyhow = SpreadMark(flags: .isDirty)

    @inline(__always)
    fileprivate func added(to flags: State) -> State {
      if self.flags.isDisjoint(with: .isDirty) { return flags.union(self.flags) }
      let isKnown = self.flags.contains(.hasMarkedLinks) && flags.intersection([.isDirty, .hasMarkedLinks]) != .isDirty
      return isKnown ? flags.union(self.flags) : flags.union(.isDirty).subtracting(.hasMarkedLinks)
    }
  }

  /// Marks a derived value, which has these flags, before the change propagates to its readers.
  // One store for all flags: the next value is marked soon.
  @inline(__always)
  func beginToSpread(_ flags: State, as mark: SpreadMark, _ propagation: Propagation) {
    // If both bits of the mark are set, the mark is dirty.
    if propagation.transaction != 0 { transaction = propagation.transaction }
    let rest = flags.subtracting([.propagatesAgain, .isDeferred])
    self.flags = mark.added(to: rest.union(propagation.noted))
  }

  /// Marks a derived value whose readers need no notification.
  // If both bits of the mark are set, the mark is dirty.
  @inline(__always)
  func add(_ mark: SpreadMark) {
    flags = mark.added(to: flags)
  }

  var state: State {
    get { flags.subtracting(.others) }
    nonmutating set { flags = newValue.union(flags.intersection(.others)) }
  }

  /// The first result of a check of a reader's dependencies.
  enum Check {
    /// The answer is known without a check.
    case answered(hasChanged: Bool)
    /// The reader has changed. The dependencies before the changed one have to be updated first.
    case isMarked
    /// The check starts at the first dependency.
    case begins
    /// The check has begun before, and the dependencies are still the same.
    case goesOn
  }

  /// Begins or continues the check of a reader's dependencies. A change during the check marks the reader and ends the
  /// check.
  // One store at most: a store followed soon by a load costs more than all else here.
  @inline(__always)
  func beginCheck() -> Check {
    let flags = flags
    guard flags.isActive, flags.isDisjoint(with: [.isDirty, .isUnsettled]) else {
      if flags.contains(.isChecked) {
        self.flags = flags.subtracting(.isChecked)
      } else if flags.isSuperset(of: [.hasMarkedLinks, .isDerived]),
        flags.isDisjoint(with: [.isUnsettled, .isRetired])
      {
        return .isMarked
      }
      return .answered(hasChanged: true)
    }
    if flags.contains(.isChecked) { return .goesOn }
    // The reader may have run again since the check began: then its list of dependencies is another.
    if flags.isDisjoint(with: [.marks, .readsUnsettled]) { return .answered(hasChanged: false) }
    // The next change notifies the observation again.
    let past: State = flags.isDisjoint(with: .isObserver) ? [.marks, .readsUnsettled] : [.marks, .propagatesAgain]
    self.flags = flags.subtracting(past).union(.isChecked)
    return .begins
  }

  /// Begins to check the dependencies read before the changed one. At the end, the value is dirty again.
  func beginCheckOfMarked() {
    flags = flags.subtracting([.marks, .readsUnsettled]).union(.isChecked)
  }

  /// Ends the check begun by ``beginCheck()`` or ``beginCheckOfMarked()``.
  @inline(__always)
  func endCheck(marking mark: Mark?) {
    var flags = flags.subtracting(.isChecked)
    if let mark { flags = flags.subtracting(.marks).union(State(rawValue: mark.rawValue)) }
    self.flags = flags
  }

  /// Whether a check of the derived value would end at once, because its first dependency has surely changed.
  @inline(__always)
  var isKnownToHaveChanged: Bool {
    flags.intersection([.isDirty, .isChecked]) == .isDirty && isFirstDependencyMarked
  }

  /// Whether a derived value read nothing before the dependency that made it dirty.
  @inline(__always)
  var isFirstDependencyMarked: Bool { firstDependency?.hasMarkedReader != false }

  /// Ends the claim of an up-to-date value. Returns true if it was retired or detached meanwhile, or is watched.
  @inline(__always)
  func endClaim() -> Bool {
    let flags = flags.subtracting(.isHeld)
    self.flags = flags
    return !flags.isDisjoint(with: [.isRetired, .isWatched, .isDetached])
  }

  /// Whether a reading needs no other end: not retired, and an observer neither was marked nor changed its values.
  @inline(__always)
  var hasPlainEnd: Bool {
    let flags = flags
    return flags.isDisjoint(with: [.isRetired, .hasChangedItsValues, .marks])
      || flags.intersection([.isRetired, .isDerived]) == .isDerived
  }

  /// Begins a reading. Returns false if the reader is retired.
  @inline(__always)
  func begin() -> Bool {
    let flags = flags
    guard flags.isActive else { return false }
    let past: State = flags.isDisjoint(with: .isObserver) ? [] : .hasChangedItsValues
    self.flags = flags.subtracting([.marks, .isChecked, .readsUnsettled, .propagatesAgain]).subtracting(past).union(
      .isRunning
    )
    return true
  }

  /// Begins the computation of a derived value. Returns true if the marks of its links have to be cleared.
  @inline(__always)
  func beginToCompute() -> Bool {
    let flags = flags
    guard flags.isActive else { return false }
    self.flags = flags.subtracting([.marks, .isChecked, .readsUnsettled, .propagatesAgain, .hasMarkedLinks])
      .union(.isRunning)
    return flags.contains(.hasMarkedLinks)
  }

  /// Begins a lent pass. Returns false if the node needs more than that.
  @inline(__always)
  func beginLentPass() -> Bool {
    guard state == .isLent else { return false }
    flags = flags.intersection(.kinds).union([.isLent, .isHeld, .isRunning])
    return true
  }

  /// Keeps an observer's owner alive during a check. Returns false if the node needs more than that.
  func holdLent() -> Bool {
    guard state == .isLent else { return false }
    state = [.isLent, .isHeld]
    return true
  }

  /// Ends a lent pass, or its check. Returns false if the observation has taken its state back.
  func letGoOfLent() -> Bool {
    guard isLent else { return false }
    self[.isHeld] = false
    return true
  }

  /// Ends a lent pass whose reading needs no end, being as before. Returns false if more is to be done.
  @inline(__always)
  func endLentPass() -> Bool {
    guard state == [.isLent, .isHeld, .isRunning] else { return false }
    flags = flags.subtracting([.isHeld, .isRunning])
    return true
  }

  var isLent: Bool {
    get { flags.intersection([.isLent, .isDerived]) == .isLent }
    nonmutating set { self[.isLent] = newValue }
  }
}
