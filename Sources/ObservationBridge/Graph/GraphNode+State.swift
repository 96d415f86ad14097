/// What a node is, and what it does: all of it is one word, which is read and written as a whole.
extension GraphNode {
  /// What a reader does.
  struct State: OptionSet {
    let rawValue: UInt16

    static let isRunning = State(rawValue: 1 << 2)
    static let isRetired = State(rawValue: 1 << 3)
    /// Passes may be run without a look at the observation: see ``LentPasses``.
    static let isLent = State(rawValue: 1 << 4)
    /// Such a pass is under way, or a derived value has been claimed by a thread: what reads stays alive.
    static let isHeld = State(rawValue: 1 << 5)
    /// Its dependencies are being looked at. Its mark has been cleared before: a new one has come since.
    static let isChecked = State(rawValue: 1 << 6)
    /// Somebody has to be notified whether a derived value differs, once a change is over.
    static let isWatched = State(rawValue: 1 << 7)
    /// Set on observations only, which don't use `isWatched`: the pass has changed a property behind a derived value that it may have read.
    fileprivate static let hasChangedItsValues = isWatched
    /// A change that a derived value has been told of may not have been stored yet.
    static let isUnsettled = State(rawValue: 1 << 8)
    /// A derived value that this one depends on is unsettled.
    static let readsUnsettled = State(rawValue: 1 << 9)

    /// A derived value was marked, and not every observer was notified: inside a pass, which may have ignored it as its own change, or before
    /// the change was reported. The next change is told again. Of an observation: that is so of all that it depends on.
    static let isOverheard = State(rawValue: 1 << 13)
    /// Nobody holds a derived value any more, but somebody has read it.
    fileprivate static let isDetached = State(rawValue: 1 << 14)
    /// A derived value was marked in a transaction, at whose end its observers are notified. They are notified again of what changes elsewhere.
    fileprivate static let isHeldBack = State(rawValue: 1 << 15)
    /// Of a derived value, which has no passes: it's known by its links what has made it dirty, see ``GraphLink/hasMarkedReader``.
    fileprivate static let hasMarkedLinks = isLent

    /// The bits of the mark.
    fileprivate static let marks = State(rawValue: 0b11)
    fileprivate static let isDirty = State(rawValue: Mark.dirty.rawValue)
    fileprivate static let needsWillSet = State(rawValue: 1 << 12)
    fileprivate static let isObserver = State(rawValue: Role.observer.rawValue)
    fileprivate static let isDerived = State(rawValue: Role.derived.rawValue)
    fileprivate static let roles = State(rawValue: Role.observer.rawValue | Role.derived.rawValue)
    /// What is no state, but stays as it is.
    fileprivate static let kinds = State(
      rawValue: Role.observer.rawValue | Role.derived.rawValue | 1 << 12 | 1 << 14 | 1 << 15
    )
    /// What isn't state.
    fileprivate static let others: State = [.marks, .kinds]
    /// What keeps a value from being the current one.
    fileprivate static let hasToBeLookedAt: State = [.marks, .isRunning, .isChecked, .isUnsettled, .readsUnsettled]
  }

  /// What a node is, and its state. Asked for once, where more than one thing is to be known.
  struct Kind {
    fileprivate let flags: State

    @inline(__always)
    var role: Role {
      let bits = flags.rawValue
      return bits & Role.observer.rawValue != 0 ? .observer : bits & Role.derived.rawValue != 0 ? .derived : .none
    }

    /// Whether it is a reader that isn't retired.
    var isActive: Bool { !flags.isDisjoint(with: .roles) && !flags.contains(.isRetired) }

    /// Whether it reads right now.
    var isRunning: Bool { flags.contains(.isRunning) }

    /// Whether a derived value has been claimed by a thread.
    var isHeld: Bool { flags.contains(.isHeld) }

    /// Whether it has to be notified before changes are made.
    var needsWillSet: Bool { flags.intersection([.needsWillSet, .isDerived]) == .needsWillSet }

    /// Whether a derived value may be too old.
    var mayBeUnsettled: Bool { !flags.isDisjoint(with: [.isUnsettled, .readsUnsettled]) }

    var isWatched: Bool { flags.contains(.isWatched) }

    /// Whether a derived value is dirty, and its links don't tell why.
    var isDirtyAnyhow: Bool { flags.intersection([.isDirty, .hasMarkedLinks]) == .isDirty }

    /// Asked of derived values.
    var isDetached: Bool { flags.contains(.isDetached) }

    /// See ``GraphNode/isUpToDate``.
    var isUpToDate: Bool { flags.isDisjoint(with: .hasToBeLookedAt) }
  }

  /// When observations that depend on derived values are notified of a change.
  struct Telling {
    /// What makes a marked value news all the same.
    fileprivate let news: State
    /// What is noted of the value.
    fileprivate let noted: State
    /// The transaction at whose end they are, by its place among those that are open; 0 where they are at once.
    fileprivate let transaction: UInt16
    /// The number of that transaction; 0 where there is none.
    let number: UInt
    /// Whether the change has been reported before.
    let isRecheck: Bool

    @inline(__always)
    static var atOnce: Telling { Telling(isRecheck: false) }

    /// At once, of a change that has been reported before.
    static var onceMore: Telling { Telling(isRecheck: true) }

    /// The place of all those that have none for themselves: what one of them has marked is news to the others.
    static let sharedPlace = UInt16.max

    /// At the end of the transaction that has this place, which isn't 0; no other one may hold back a change if it `isOnlyOne`.
    init(atTheEndOf place: UInt16, number: UInt, isOnlyOne: Bool) {
      self.number = number
      isRecheck = false
      news = isOnlyOne ? .isOverheard : [.isOverheard, .isHeldBack]
      noted = .isHeldBack
      transaction = place
    }

    private init(isRecheck: Bool) {
      self.isRecheck = isRecheck
      (news, noted, transaction, number) = ([.isOverheard, .isHeldBack], [], 0, 0)
    }
  }

  /// Whether what depends on a derived value, which is of this kind, has yet to be notified that it may differ.
  @inline(__always)
  func isNews(_ kind: Kind, _ telling: Telling) -> Bool {
    if kind.flags.isDisjoint(with: .marks) { return true }
    if kind.flags.isDisjoint(with: telling.news) { return false }
    if kind.flags.contains(.isOverheard) || transaction != telling.transaction { return true }
    return transaction == Telling.sharedPlace
  }

  @inline(__always)
  var kind: Kind { Kind(flags: flags) }

  @inline(__always)
  var role: Role { kind.role }

  var needsWillSet: Bool { kind.needsWillSet }

  func setKind(_ role: Role, needsWillSet: Bool) {
    let kinds = State(rawValue: role.rawValue).union(needsWillSet ? .needsWillSet : [])
    flags = flags.subtracting(.kinds).union(kinds)
  }

  /// Whether it is a reader that isn't retired.
  var isActive: Bool { kind.isActive }

  @inline(__always)
  var mark: Mark {
    get {
      // By comparisons, of which most callers need one.
      let bits = flags.intersection(.marks).rawValue
      return bits == Mark.clean.rawValue ? .clean : bits == Mark.pending.rawValue ? .pending : .dirty
    }
    nonmutating set { flags = flags.subtracting(.marks).union(State(rawValue: newValue.rawValue)) }
  }

  /// What a derived value is marked as by a change that spreads.
  struct SpreadMark {
    fileprivate let flags: State

    static let pending = SpreadMark(flags: State(rawValue: Mark.pending.rawValue))
    /// By a link that says so: see ``GraphLink/hasMarkedReader``.
    static let dirtyByLink = SpreadMark(flags: [.isDirty, .hasMarkedLinks])
    /// It isn't known where in its computation it comes to what has changed.
    static let dirtyAnyhow = SpreadMark(flags: .isDirty)

    /// The flags with the mark.
    @inline(__always)
    fileprivate func added(to flags: State) -> State {
      if self.flags.isDisjoint(with: .isDirty) { return flags.union(self.flags) }
      let isKnown = self.flags.contains(.hasMarkedLinks) && flags.intersection([.isDirty, .hasMarkedLinks]) != .isDirty
      return isKnown ? flags.union(self.flags) : flags.union(.isDirty).subtracting(.hasMarkedLinks)
    }
  }

  /// Marks a derived value, which has been of this kind; what depends on it is about to be notified.
  // The flags with one store: the next value is marked soon.
  @inline(__always)
  func beginToSpread(_ kind: Kind, as mark: SpreadMark, _ telling: Telling) {
    // Both bits of the mark together count as dirty.
    if telling.transaction != 0 { transaction = telling.transaction }
    let rest = kind.flags.subtracting([.isOverheard, .isHeldBack])
    flags = mark.added(to: rest.union(telling.noted))
  }

  /// Marks a derived value; what depends on it has been notified.
  // Both bits of the mark together count as dirty.
  @inline(__always)
  func add(_ mark: SpreadMark) {
    flags = mark.added(to: flags)
  }

  var state: State {
    get { flags.subtracting(.others) }
    nonmutating set { flags = newValue.union(flags.intersection(.others)) }
  }

  /// What is known of a reader at the beginning of a look at its dependencies.
  enum Check {
    /// They needn't be looked at.
    case isOver(hasChanged: Bool)
    /// It has changed. Those that are before what has are to be looked at.
    case isMarked
    /// From the first one on.
    case begins
    /// It has begun before, and its dependencies are still the same.
    case goesOn
  }

  /// Begins a look at a reader's dependencies, or goes on with it. A change that is made meanwhile marks the reader, and ends it.
  // A store that is read soon takes more time than the rest: there is at most one.
  @inline(__always)
  func beginCheck() -> Check {
    let flags = flags
    guard Kind(flags: flags).isActive, flags.isDisjoint(with: [.isDirty, .isUnsettled]) else {
      if flags.contains(.isChecked) {
        self.flags = flags.subtracting(.isChecked)
      } else if flags.isSuperset(of: [.hasMarkedLinks, .isDerived]),
        flags.isDisjoint(with: [.isUnsettled, .isRetired])
      {
        return .isMarked
      }
      return .isOver(hasChanged: true)
    }
    if flags.contains(.isChecked) { return .goesOn }
    // It may have read anew since the check began: then its dependencies are others.
    if flags.isDisjoint(with: [.marks, .readsUnsettled]) { return .isOver(hasChanged: false) }
    // The observation is notified of the next change again.
    let past: State = flags.isDisjoint(with: .isObserver) ? [.marks, .readsUnsettled] : [.marks, .isOverheard]
    self.flags = flags.subtracting(past).union(.isChecked)
    return .begins
  }

  /// Begins a look at what a derived value has read before it read what has changed; it goes on as others do. Where it ends, it is dirty
  /// again.
  func beginCheckOfMarked() {
    flags = flags.subtracting([.marks, .readsUnsettled]).union(.isChecked)
  }

  /// Ends what ``beginCheck()`` or ``beginCheckOfMarked()`` has begun.
  @inline(__always)
  func endCheck(marking mark: Mark?) {
    var flags = flags.subtracting(.isChecked)
    if let mark { flags = flags.subtracting(.marks).union(State(rawValue: mark.rawValue)) }
    self.flags = flags
  }

  /// Whether a look at a derived value's dependencies would be over at once: it is known that the first one has changed.
  @inline(__always)
  var isKnownToHaveChanged: Bool {
    flags.intersection([.isDirty, .isChecked]) == .isDirty && isFirstDependencyMarked
  }

  /// Whether there is nothing that a derived value has read before it read what has made it dirty.
  @inline(__always)
  var isFirstDependencyMarked: Bool { firstDependency?.hasMarkedReader != false }

  /// Claims a derived value that nobody has claimed; `kind` is its current one.
  @inline(__always)
  func claim(_ kind: Kind) {
    flags = kind.flags.union(.isHeld)
  }

  /// A derived value is claimed no more; true if there is something left to do.
  @inline(__always)
  func endClaim() -> Bool {
    let flags = flags.subtracting(.isHeld)
    self.flags = flags
    return !flags.isDisjoint(with: [.isRetired, .isWatched, .isDetached])
  }

  /// Whether a reader needs nothing more at the end of a reading: it isn't retired, and an observation hasn't been marked, or made a change,
  /// meanwhile.
  @inline(__always)
  var hasPlainEnd: Bool {
    let flags = flags
    return flags.isDisjoint(with: [.isRetired, .hasChangedItsValues, .marks])
      || flags.intersection([.isRetired, .isDerived]) == .isDerived
  }

  /// A reader begins to read anew; false if it is retired.
  @inline(__always)
  func begin() -> Bool {
    let flags = flags
    guard Kind(flags: flags).isActive else { return false }
    let past: State = flags.isDisjoint(with: .isObserver) ? [] : .hasChangedItsValues
    self.flags = flags.subtracting([.marks, .isChecked, .readsUnsettled, .isOverheard]).subtracting(past).union(
      .isRunning
    )
    return true
  }

  /// A derived value begins to read anew; true if links say that they have made it dirty, which then is over.
  @inline(__always)
  func beginToCompute() -> Bool {
    let flags = flags
    guard Kind(flags: flags).isActive else { return false }
    self.flags = flags.subtracting([.marks, .isChecked, .readsUnsettled, .isOverheard, .hasMarkedLinks])
      .union(.isRunning)
    return flags.contains(.hasMarkedLinks)
  }

  /// Begins a lent pass; false where there is anything else to do.
  @inline(__always)
  func beginLentPass() -> Bool {
    guard state == .isLent else { return false }
    flags = flags.intersection(.kinds).union([.isLent, .isHeld, .isRunning])
    return true
  }

  /// Keeps an observation alive whose dependencies are to be looked at; false where there is anything else to do.
  func holdLent() -> Bool {
    guard state == .isLent else { return false }
    state = [.isLent, .isHeld]
    return true
  }

  /// Ends what ``beginLentPass()`` or ``holdLent()`` has begun; false where the state has been taken back.
  func letGoOfLent() -> Bool {
    guard isLent else { return false }
    isHeld = false
    return true
  }

  /// Ends a lent pass that has read the same as the previous one, so that its reading needs no end. Returns false if anything else is to do.
  @inline(__always)
  func endLentPass() -> Bool {
    guard state == [.isLent, .isHeld, .isRunning] else { return false }
    flags = flags.subtracting([.isHeld, .isRunning])
    return true
  }

  /// Whether what a reader has made of its dependencies is what it would make of them now. Asked without the lock, too.
  ///
  /// Its mark alone doesn't tell: that is cleared before a look at the dependencies, and while not all is settled, so that no change
  /// goes unnoticed which is made meanwhile.
  var isUpToDate: Bool { kind.isUpToDate }

  var isRunning: Bool {
    get { flags.contains(.isRunning) }
    nonmutating set { set(.isRunning, newValue) }
  }

  var isRetired: Bool {
    get { flags.contains(.isRetired) }
    nonmutating set { set(.isRetired, newValue) }
  }

  var isLent: Bool {
    get { flags.intersection([.isLent, .isDerived]) == .isLent }
    nonmutating set { set(.isLent, newValue) }
  }

  var isHeld: Bool {
    get { flags.contains(.isHeld) }
    nonmutating set { set(.isHeld, newValue) }
  }

  var isChecked: Bool {
    get { flags.contains(.isChecked) }
    nonmutating set { set(.isChecked, newValue) }
  }

  /// Asked of derived values.
  var isWatched: Bool {
    get { flags.contains(.isWatched) }
    nonmutating set { set(.isWatched, newValue) }
  }

  /// Asked of observations.
  var hasChangedItsValues: Bool {
    get { flags.contains(.hasChangedItsValues) }
    nonmutating set { set(.hasChangedItsValues, newValue) }
  }

  var isOverheard: Bool {
    get { flags.contains(.isOverheard) }
    nonmutating set { set(.isOverheard, newValue) }
  }

  var isUnsettled: Bool {
    get { flags.contains(.isUnsettled) }
    nonmutating set { set(.isUnsettled, newValue) }
  }

  var readsUnsettled: Bool {
    get { flags.contains(.readsUnsettled) }
    nonmutating set { set(.readsUnsettled, newValue) }
  }

  @inline(__always)
  private func set(_ state: State, _ isIn: Bool) {
    flags = isIn ? flags.union(state) : flags.subtracting(state)
  }

  /// Asked of derived values.
  var hasMarkedLinks: Bool {
    get { flags.contains(.hasMarkedLinks) }
    nonmutating set { set(.hasMarkedLinks, newValue) }
  }

  /// Asked of derived values.
  var isDetached: Bool {
    get { flags.contains(.isDetached) }
    nonmutating set { set(.isDetached, newValue) }
  }
}
