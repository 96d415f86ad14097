import CObservationRuntime
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
  @unsafe struct Memory: ~Copyable, PooledMemory {
    /// What anybody depends on. Of an observation, which nobody reads: its start number. Of a derived value, which is read as a whole: its
    /// version, and above that the latest version that there has been.
    // First: read by generated code, too.
    let interest = Atomic<UInt64>(0)
    let domain = Atomic<UInt>(0)
    /// The first and the last reader. Observations have none.
    var first: UInt = 0
    var last: UInt = 0
    /// The first dependency. Of a model, which has none: how many transactions have changed it that aren't over.
    var dependency: UInt = 0
    /// The address of what reads; kept alive until it is retired, and doesn't run. Of a model: the computation that has made it.
    // Whoever runs a pass asks for it without the lock.
    let owner = Atomic<UInt>(0)
    /// Grows each time that the node is given back.
    var incarnation: UInt32 = 0
    /// Its mark, its state and its role.
    let flags = Atomic<UInt16>(0)
    /// Of an observation: where it stands in the list that it was added to last, see ``GraphDueList``.
    var listPosition: UInt16 = 0
  }

  /// The node of a model: as long as a line of the processor's cache, 64 bytes. There may be many more observations and derived values.
  @unsafe private struct LongMemory: ~Copyable, PooledMemory {
    var common = unsafe Memory()
    /// What a model has beside its node: looked at without the lock by those who have the model. 0 until it is needed.
    let contents = Atomic<UInt>(0)
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

  var firstReader: GraphLink? {
    get { GraphLink(at: unsafe memory.pointee.first) }
    nonmutating set { unsafe memory.pointee.first = newValue?.address ?? 0 }
  }

  var lastReader: GraphLink? {
    get { GraphLink(at: unsafe memory.pointee.last) }
    nonmutating set { unsafe memory.pointee.last = newValue?.address ?? 0 }
  }

  /// The next one in the list of ``UnreadDetachedValues``, which have no readers.
  var nextDetached: GraphNode? {
    get { GraphNode(at: unsafe memory.pointee.last) }
    nonmutating set { unsafe memory.pointee.last = newValue?.address ?? 0 }
  }

  /// The first reader will be looked at soon.
  @inline(__always)
  func prefetchFirstReader() {
    ob_prefetch(unsafe memory.pointee.first)
  }

  var firstDependency: GraphLink? {
    get { GraphLink(at: unsafe memory.pointee.dependency) }
    nonmutating set { unsafe memory.pointee.dependency = newValue?.address ?? 0 }
  }

  /// How many transactions have changed a model that aren't over. Not to be asked of others.
  var transactionCount: UInt {
    get { unsafe memory.pointee.dependency }
    nonmutating set { unsafe memory.pointee.dependency = newValue }
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

  /// The owner of a node that is reading, which keeps it alive. Asked by the thread that reads.
  var runningOwner: GraphOwner? { unsafe owner?.takeUnretainedValue() }

  /// What reads, unless it is retired.
  var activeOwner: GraphOwner? {
    isRetired ? nil : unsafe owner?.takeUnretainedValue()
  }

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
    assert(role == .none || firstDependency == nil, "A node is given back that still depends on others.")
    assert(unsafe role != .none || contents == nil, "A model's node is given back with its contents.")
    setInterest(0)
    unsafe memory.pointee.incarnation &+= 1
    unsafe (memory.pointee.first, memory.pointee.last, memory.pointee.dependency) = (0, 0, 0)
    unsafe memory.pointee.flags.store(0, ordering: .relaxed)
  }

  var incarnation: UInt32 { unsafe memory.pointee.incarnation }

  /// Observers that one change makes due are notified in this order. Set before other threads know the node.
  var startNumber: StartNumber {
    role == .observer ? StartNumber(word: unsafe memory.pointee.interest.load(ordering: .relaxed)) : .none
  }

  /// Says what reads. Each role needs a node that was made for it.
  func setRole(_ role: Role, _ startNumber: StartNumber, needsWillSet: Bool) {
    if role == .observer { unsafe memory.pointee.interest.store(startNumber.word, ordering: .relaxed) }
    setKind(role, needsWillSet: needsWillSet)
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

  /// Called when the model has been deallocated.
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

  /// The computation that has made a model, by the number of its reading; 0 for none. Not to be asked of others.
  var computation: UInt {
    get { unsafe memory.pointee.owner.load(ordering: .relaxed) }
    nonmutating set { unsafe memory.pointee.owner.store(newValue, ordering: .relaxed) }
  }

  /// The transaction that has marked a derived value last, by its place among those that are open. Such a node is found otherwise in lists.
  var transaction: UInt16 {
    get { unsafe memory.pointee.listPosition }
    nonmutating set { unsafe memory.pointee.listPosition = newValue }
  }

  /// Its mark, its state and its role.
  var flags: State {
    get { State(rawValue: unsafe memory.pointee.flags.load(ordering: .relaxed)) }
    // Writers have the lock.
    nonmutating set { unsafe memory.pointee.flags.store(newValue.rawValue, ordering: .relaxed) }
  }

  /// The version of a derived value: a new number for each result that differs from the previous one, 0 before the first. The thread that has
  /// claimed the value changes it, with the lock. During a computation, the version is still the previous one, though the new result may be
  /// kept already: a reader of that result notes ``noVersion``.
  private(set) var version: UInt32 {
    get { UInt32(truncatingIfNeeded: unsafe memory.pointee.interest.load(ordering: .relaxed)) }
    nonmutating set { unsafe memory.pointee.interest.store(UInt64(newValue), ordering: .relaxed) }
  }

  /// What no value has as its version: what is read with it differs from all values.
  static let noVersion = UInt32.max

  /// No value has these as its version either: see ``GraphLink/Versions/changedByReader`` and ``GraphLink/Versions/renewed(_:)``.
  static let changedByReader = UInt32.max - 1
  static let renewedForReader = UInt32.max - 2

  /// Gives a derived value a version that it hasn't had.
  func setNewVersion() {
    version = version + 1 == Self.renewedForReader ? 1 : version + 1
  }
}

extension GraphNode {
  private static let modelPool = unsafe SharedGraphPool<LongMemory>()
  private static let observerPool = unsafe SharedGraphPool<Memory>(isSpread: true)
  private static let derivedPool = unsafe SharedGraphPool<Memory>()

  /// A node that is to have a role.
  static func take(for role: Role) -> GraphNode {
    switch role {
    // What is common comes first.
    case .none: unsafe GraphNode(UnsafeMutableRawPointer(modelPool.take()).assumingMemoryBound(to: Memory.self))
    case .observer: unsafe GraphNode(observerPool.take())
    case .derived: unsafe GraphNode(derivedPool.take())
    }
  }

  /// Nobody knows the node any more, which has had this role.
  func putBack(from role: Role) {
    switch role {
    case .none: unsafe Self.modelPool.putBack(long)
    case .observer: unsafe Self.observerPool.putBack(memory)
    case .derived: unsafe Self.derivedPool.putBack(memory)
    }
  }
}
