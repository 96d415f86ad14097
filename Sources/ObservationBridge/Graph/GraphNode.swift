import Synchronization

/// What is read, or reads, or both: a model, an observation, or a derived value.
///
/// All but the atomic fields belongs to the lock of its ``GraphDomain``; the first dependency can be read without it by the thread that
/// runs the reader. Marks and states change with the lock, too, but may be looked at without.
// Unchecked: see above. Safe: the memory always holds a node, since pools never give theirs back.
@safe
struct GraphNode: Equatable, @unchecked Sendable {
  /// What is known of a reader's dependencies.
  enum Mark: UInt16 {
    case clean
    /// Something that a dependency depends on has changed.
    case pending
    /// A dependency has changed.
    case dirty
  }

  /// What reads. The raw values are bits of the flags.
  enum Role: UInt16 {
    /// A model: nothing.
    case none = 0
    /// It's notified of changes.
    case observer = 0x400
    /// It has a value, which is looked at when it is read.
    case derived = 0x800
  }

  /// What all nodes have. Roles that haven't the same share words.
  @unsafe struct Memory: ~Copyable {
    /// What anybody depends on. Of an observation, which nobody reads: its start number. Of a derived value, which is read as a whole: its
    /// version, and above that the latest version that there has been.
    // First: read by generated code, too.
    let interest = Atomic<UInt64>(0)
    let domain = Atomic<UInt>(0)
    /// The first and the last reader. Of an observation, which nobody reads: the words of its closure, if it is bare.
    var first: UInt = 0
    var last: UInt = 0
    var firstDependency: GraphEdge?
    /// The address of what reads; kept alive until it is retired, and doesn't run. 0 for a model.
    // Whoever runs a pass asks for it without the lock.
    let owner = Atomic<UInt>(0)
    /// Grows each time that the node is given back.
    var incarnation: UInt32 = 0
    /// Its mark, its state and its role.
    let flags = Atomic<UInt16>(0)
    /// Where it stands in the list that it was added to last: see ``GraphDueList``.
    var listPosition: UInt16 = 0
  }

  /// The node of a model: as long as a line of the processor's cache, 64 bytes. There may be many more observations and derived values.
  @unsafe private struct LongMemory: ~Copyable {
    var common = unsafe Memory()
    /// What a model has beside its node: looked at without the lock by those who have the model. 0 until it is needed.
    let contents = Atomic<UInt>(0)
  }

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
    /// Somebody has to hear whether a derived value differs, once a change is over.
    static let isWatched = State(rawValue: 1 << 7)
    /// A change that a derived value has been told of may not have been stored yet.
    static let isUnsettled = State(rawValue: 1 << 8)
    /// The same is true of a derived value that this one depends on.
    static let readsUnsettled = State(rawValue: 1 << 9)

    /// A derived value was marked and not everybody has heard of that: inside a pass, which may have overheard it as its own change, or before
    /// the change was reported. The next change is told again.
    static let isOverheard = State(rawValue: 1 << 13)
    /// No object has the node: of an observation that is no more than this, or that is over.
    fileprivate static let isBare = State(rawValue: 1 << 14)
    /// A token has the node, which is given back when neither a token nor an object has it any more.
    fileprivate static let hasToken = State(rawValue: 1 << 15)

    /// The bits of the mark.
    fileprivate static let marks = State(rawValue: 0b11)
    fileprivate static let isDirty = State(rawValue: Mark.dirty.rawValue)
    fileprivate static let needsWillSet = State(rawValue: 1 << 12)
    /// What is no state, but stays as it is.
    fileprivate static let kinds = State(
      rawValue: Role.observer.rawValue | Role.derived.rawValue | 1 << 12 | 1 << 14 | 1 << 15
    )
    /// What isn't state.
    fileprivate static let others: State = [.marks, .kinds]
    /// What keeps a value from being the current one.
    fileprivate static let hasToBeLookedAt: State = [.marks, .isRunning, .isChecked, .isUnsettled, .readsUnsettled]
  }

  private let memory: UnsafeMutablePointer<Memory>

  /// The node at an address that ``address`` has returned; nil for 0.
  init?(at address: UInt) {
    guard let memory = unsafe UnsafeMutablePointer<Memory>(bitPattern: address) else { return nil }
    unsafe self.memory = memory
  }

  private init(_ memory: UnsafeMutablePointer<Memory>) {
    unsafe self.memory = memory
  }

  /// What models have; not to be asked for of others.
  private var long: UnsafeMutablePointer<LongMemory> {
    unsafe UnsafeMutableRawPointer(memory).assumingMemoryBound(to: LongMemory.self)
  }

  var address: UInt { unsafe UInt(bitPattern: memory) }

  static func == (one: GraphNode, other: GraphNode) -> Bool {
    one.address == other.address
  }

  /// Which properties anybody may depend on, and what else a change has to do: see ``GraphInterest``.
  ///
  /// Read without the lock, in one order with all that is registered: a write whose value a reader has missed finds that reader here.
  var interest: UInt64 {
    unsafe memory.pointee.interest.load(ordering: .sequentiallyConsistent)
  }

  func setInterest(_ bits: UInt64) {
    // A store costs more than all else that is done here.
    if unsafe memory.pointee.interest.load(ordering: .relaxed) == bits { return }
    unsafe memory.pointee.interest.store(bits, ordering: .sequentiallyConsistent)
  }

  var firstReader: GraphEdge? {
    get { GraphEdge(at: unsafe memory.pointee.first) }
    nonmutating set { unsafe memory.pointee.first = newValue?.address ?? 0 }
  }

  var lastReader: GraphEdge? {
    get { GraphEdge(at: unsafe memory.pointee.last) }
    nonmutating set { unsafe memory.pointee.last = newValue?.address ?? 0 }
  }

  var firstDependency: GraphEdge? {
    get { unsafe memory.pointee.firstDependency }
    nonmutating set { unsafe memory.pointee.firstDependency = newValue }
  }

  /// What reads, whether or not it is retired.
  var owner: Unmanaged<GraphOwner>? {
    get {
      let address = unsafe memory.pointee.owner.load(ordering: .acquiring)
      return unsafe UnsafeRawPointer(bitPattern: address).map { unsafe Unmanaged.fromOpaque($0) }
    }
    nonmutating set {
      let address = unsafe UInt(bitPattern: newValue?.toOpaque())
      unsafe memory.pointee.owner.store(address, ordering: .releasing)
    }
  }

  func takeOwner() -> Unmanaged<GraphOwner>? {
    let owner = unsafe owner
    if unsafe owner != nil { unsafe self.owner = nil }
    return unsafe owner
  }

  /// What reads, unless it is retired.
  var activeOwner: GraphOwner? {
    isRetired ? nil : unsafe owner?.takeUnretainedValue()
  }

  /// Whether it is a reader that isn't retired.
  var isActive: Bool { unsafe memory.pointee.owner.load(ordering: .relaxed) != 0 && !isRetired }

  var domain: GraphDomain? {
    get { GraphDomain(at: unsafe memory.pointee.domain.load(ordering: .acquiring)) }
    nonmutating set { unsafe memory.pointee.domain.store(newValue?.address ?? 0, ordering: .releasing) }
  }

  /// False if it has a domain already.
  func setFirstDomain(_ domain: GraphDomain) -> Bool {
    unsafe memory.pointee.domain.compareExchange(
      expected: 0,
      desired: domain.address,
      ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// Makes it as good as new, for others.
  func reset() {
    assert(firstDependency == nil, "A node is given back that still depends on others.")
    assert(unsafe role != .none || contents == nil, "A model's node is given back with its contents.")
    setInterest(0)
    unsafe memory.pointee.incarnation &+= 1
    unsafe (memory.pointee.first, memory.pointee.last) = (0, 0)
    unsafe memory.pointee.flags.store(0, ordering: .relaxed)
  }

  var incarnation: UInt32 { unsafe memory.pointee.incarnation }

  /// What a node is, and its state. Asked for once, where more than one thing is to be known.
  struct Kind {
    fileprivate let flags: State

    @inline(__always)
    var role: Role {
      let bits = flags.rawValue
      return bits & Role.observer.rawValue != 0 ? .observer : bits & Role.derived.rawValue != 0 ? .derived : .none
    }

    /// Whether it has to hear of changes before they are made.
    var needsWillSet: Bool { flags.contains(.needsWillSet) }

    /// Whether a derived value may be too old.
    var mayBeUnsettled: Bool { !flags.isDisjoint(with: [.isUnsettled, .readsUnsettled]) }

    /// See ``GraphNode/isUpToDate``.
    var isUpToDate: Bool { flags.isDisjoint(with: .hasToBeLookedAt) }
  }

  @inline(__always)
  var kind: Kind { Kind(flags: flags) }

  @inline(__always)
  var role: Role { kind.role }

  var needsWillSet: Bool { kind.needsWillSet }

  /// Those that a change makes due hear of it in this order. Set before others know the node.
  var startNumber: StartNumber {
    role == .observer ? StartNumber(word: unsafe memory.pointee.interest.load(ordering: .relaxed)) : .none
  }

  /// Says what reads. Each role needs a node that was made for it.
  func setRole(_ role: Role, _ startNumber: StartNumber, needsWillSet: Bool) {
    if role == .observer { unsafe memory.pointee.interest.store(startNumber.word, ordering: .relaxed) }
    let kinds = State(rawValue: role.rawValue).union(needsWillSet ? .needsWillSet : [])
    flags = flags.subtracting(.kinds).union(kinds)
    // What has never been computed has to be.
    if role == .derived { mark = .dirty }
  }

  /// What a model has beside its node, which keeps it alive until it is taken. Asked by those who have the model.
  var contents: Unmanaged<AnyObject>? {
    unsafe Self.contents(at: long.pointee.contents.load(ordering: .acquiring))
  }

  /// Gives a model its contents, unless it has some already; returns those that it then has.
  func setFirstContents(_ contents: AnyObject) -> Unmanaged<AnyObject> {
    let new = unsafe Unmanaged.passRetained(contents)
    let (isNew, known) = unsafe long.pointee.contents.compareExchange(
      expected: 0,
      desired: UInt(bitPattern: new.toOpaque()),
      successOrdering: .acquiringAndReleasing,
      failureOrdering: .acquiring
    )
    guard !isNew, let known = unsafe Self.contents(at: known) else { return unsafe new }
    unsafe new.release()
    return unsafe known
  }

  /// Called when the model has gone.
  func takeContents() -> AnyObject? {
    unsafe Self.contents(at: long.pointee.contents.exchange(0, ordering: .acquiringAndReleasing))?.takeRetainedValue()
  }

  private static func contents(at address: UInt) -> Unmanaged<AnyObject>? {
    unsafe UnsafeRawPointer(bitPattern: address).map { unsafe Unmanaged.fromOpaque($0) }
  }

  /// The last digits of its place in the list that it was added to last.
  var listPosition: UInt16 {
    get { unsafe memory.pointee.listPosition }
    nonmutating set { unsafe memory.pointee.listPosition = newValue }
  }

  /// The computation that has made a model, by a few digits of its number; 0 for none. Such a node is in no list.
  var computation: UInt16 {
    get { unsafe memory.pointee.listPosition }
    nonmutating set { unsafe memory.pointee.listPosition = newValue }
  }

  private var flags: State {
    get { State(rawValue: unsafe memory.pointee.flags.load(ordering: .relaxed)) }
    // Writers have the lock.
    nonmutating set { unsafe memory.pointee.flags.store(newValue.rawValue, ordering: .relaxed) }
  }

  @inline(__always)
  var mark: Mark {
    get {
      // By comparisons, of which most callers need one.
      let bits = flags.intersection(.marks).rawValue
      return bits == Mark.clean.rawValue ? .clean : bits == Mark.pending.rawValue ? .pending : .dirty
    }
    nonmutating set { flags = flags.subtracting(.marks).union(State(rawValue: newValue.rawValue)) }
  }

  var state: State {
    get { flags.subtracting(.others) }
    nonmutating set { flags = newValue.union(flags.intersection(.others)) }
  }

  /// What is known of a reader at the beginning of a look at its dependencies.
  enum Check {
    /// They needn't be looked at.
    case isOver(hasChanged: Bool)
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
    guard isActive, flags.isDisjoint(with: [.isDirty, .isUnsettled]) else {
      if flags.contains(.isChecked) { self.flags = flags.subtracting(.isChecked) }
      return .isOver(hasChanged: true)
    }
    if flags.contains(.isChecked) { return .goesOn }
    // It may have read anew since the check began: then its dependencies are others.
    if flags.isDisjoint(with: [.marks, .readsUnsettled]) { return .isOver(hasChanged: false) }
    self.flags = flags.subtracting([.marks, .readsUnsettled]).union(.isChecked)
    return .begins
  }

  /// Ends what ``beginCheck()`` has begun.
  @inline(__always)
  func endCheck(marking mark: Mark?) {
    var flags = flags.subtracting(.isChecked)
    if let mark { flags = flags.subtracting(.marks).union(State(rawValue: mark.rawValue)) }
    self.flags = flags
  }

  /// A reader begins to read anew; false if it is retired.
  @inline(__always)
  func begin() -> Bool {
    let flags = flags
    guard unsafe memory.pointee.owner.load(ordering: .relaxed) != 0, !flags.contains(.isRetired) else { return false }
    self.flags = flags.subtracting([.marks, .isChecked, .readsUnsettled]).union(.isRunning)
    return true
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

  /// The same for a pass that has read what the one before has, without an end of its reading; false where there is anything else to do.
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
    get { flags.contains(.isLent) }
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

  var isWatched: Bool {
    get { flags.contains(.isWatched) }
    nonmutating set { set(.isWatched, newValue) }
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

  /// The words of a closure: what a bare observation runs. They stay what they are as long as the node is in use.
  var closure: (UInt, UInt) {
    get { unsafe (memory.pointee.first, memory.pointee.last) }
    nonmutating set { unsafe (memory.pointee.first, memory.pointee.last) = newValue }
  }

  var isBare: Bool {
    get { flags.contains(.isBare) }
    nonmutating set { set(.isBare, newValue) }
  }

  var hasToken: Bool {
    get { flags.contains(.hasToken) }
    nonmutating set { set(.hasToken, newValue) }
  }

  /// That of a derived value: a number for each value that differs from the one before, which it has again if it comes to be equal to a
  /// former one that is known. 0 before it has been computed. Changed with the lock, by the thread that has claimed the value. While it is
  /// being computed this is still that of the value before, though another may be kept already: a reader of that notes ``noVersion``.
  var version: UInt32 {
    get { UInt32(truncatingIfNeeded: unsafe memory.pointee.interest.load(ordering: .relaxed)) }
    nonmutating set {
      let word = unsafe memory.pointee.interest.load(ordering: .relaxed)
      unsafe memory.pointee.interest.store(word & ~UInt64(UInt32.max) | UInt64(newValue), ordering: .relaxed)
    }
  }

  /// What no value has as its version: what is read with it differs from all values.
  static let noVersion = UInt32.max

  /// Gives a derived value a version that it hasn't had.
  func setNewVersion() {
    let latest = unsafe memory.pointee.interest.load(ordering: .relaxed) >> 32
    let new = latest + 1 == UInt64(Self.noVersion) ? 1 : latest + 1
    unsafe memory.pointee.interest.store(new << 32 | new, ordering: .relaxed)
  }
}

extension GraphNode: GraphHandle {
  private static let modelPool = SharedGraphPool(makeLongChunk)
  private static let observerPool = SharedGraphPool { count in
    // Each second one first: what is made at the same time, and may be used by different threads, has no line of the cache in common.
    let chunk = makeChunk(of: count)
    return [0, 1].flatMap { start in stride(from: start, to: count, by: 2).map { chunk[$0] } }
  }
  private static let derivedPool = SharedGraphPool(makeChunk)

  /// Where the nodes of a role come from.
  static func pool(for role: Role) -> SharedGraphPool<GraphNode> {
    switch role {
    case .none: modelPool
    case .observer: observerPool
    case .derived: derivedPool
    }
  }

  var nextFree: GraphNode? {
    get { GraphNode(at: unsafe memory.pointee.first) }
    nonmutating set { unsafe memory.pointee.first = newValue?.address ?? 0 }
  }

  private static func makeLongChunk(of count: Int) -> [GraphNode] {
    let chunk = unsafe allocateChunk(of: count, as: LongMemory.self)
    return (0..<count).map { index in
      let memory = unsafe chunk + index
      unsafe memory.initialize(to: LongMemory())
      // What is common comes first.
      return unsafe GraphNode(UnsafeMutableRawPointer(memory).assumingMemoryBound(to: Memory.self))
    }
  }

  private static func makeChunk(of count: Int) -> [GraphNode] {
    let chunk = unsafe allocateChunk(of: count, as: Memory.self)
    return (0..<count).map { index in
      let memory = unsafe chunk + index
      unsafe memory.initialize(to: Memory())
      return unsafe GraphNode(memory)
    }
  }
}
