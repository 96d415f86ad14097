import CObservationRuntime
import Synchronization

/// A node of the dependency graph: a source, a derived value or an observer. Observers and derived values are the
/// *readers* of the nodes on which they depend.
///
/// The lock of the node's ``GraphDomain`` guards all fields except the atomic ones. The thread that runs a reader also
/// reads the first dependency without the lock. Marks and states change only with the lock, but any thread may load
/// them.
// Unchecked: guarded as described. Safe: the memory always holds a node, since pools never free memory.
@safe
struct GraphNode: PooledReference, @unchecked Sendable {
  /// What is known about a reader's dependencies.
  enum Mark: UInt16 {
    case clean
    /// Possibly changed: a derived value among the dependencies is dirty or pending.
    case pending
    /// Surely changed: a dependency has changed.
    case dirty
  }

  /// The kind of a node. The raw values are bits of the flags.
  enum Role: UInt16 {
    /// A source: the node of a model.
    case none = 0
    /// The node of an observation, to be notified of changes.
    case observer = 0x400
    /// The node of a derived value, to be checked when it is read.
    case derived = 0x800
  }

  /// The fields of a node. A word that one role doesn't need serves another role.
  struct Memory: ~Copyable, PooledMemory {
    /// Source: the properties with observers or derived values. Observer: its start number. Derived value: its version
    /// and, in the upper half, the latest version so far.
    // First: read by generated code, too.
    let interest = Atomic<UInt64>(0)
    let domain = Atomic<UInt>(0)
    /// Source and derived value: the first and the last reader.
    var first: UInt = 0
    var last: UInt = 0
    /// Observer and derived value: the first dependency. Source: how many open transactions have changed the model.
    var dependency: UInt = 0
    /// Observer and derived value: the address of the owner, retained until the node is retired and not running.
    /// Source: the computation that created the model. Atomic: the thread that runs a pass loads the owner without the
    /// lock.
    let owner = Atomic<UInt>(0)
    /// The generation: increases each time that the node returns to its pool.
    var generation: UInt32 = 0
    /// The mark, the state and the role.
    let flags = Atomic<UInt16>(0)
    /// Observer: the index in the ``GraphDueList`` to which the node was added last.
    var listPosition: UInt16 = 0
  }

  /// The node of a model: 64 bytes, a cache line. Other nodes, of which there may be many more, are shorter.
  @unsafe private struct LongMemory: ~Copyable, PooledMemory {
    var common = Memory()
    /// The model's contents; 0 until they are needed. Any thread that has the model loads this without the lock.
    let contents = Atomic<UInt>(0)
  }

  private let memory: UnsafeMutablePointer<Memory>

  // Safe: see above. Only for reads: to the thread sanitizer, a change of a part is a change of the beginning, which
  // other threads read without the lock. So changes go to the fields themselves.
  @inline(__always)
  private var fields: Memory {
    _read { yield unsafe memory.pointee }
  }

  /// The node at an address from ``address``; nil for 0.
  init?(at address: UInt) {
    guard let memory = unsafe UnsafeMutablePointer<Memory>(bitPattern: address) else { return nil }
    unsafe self.memory = memory
  }

  private init(_ memory: UnsafeMutablePointer<Memory>) {
    unsafe self.memory = memory
  }

  /// The longer memory of a source. Mustn't be used for other roles.
  private var long: UnsafeMutablePointer<LongMemory> {
    unsafe UnsafeMutableRawPointer(memory).assumingMemoryBound(to: LongMemory.self)
  }

  var address: UInt { unsafe UInt(bitPattern: memory) }

  /// The properties with observers or derived values, and what else a change has to do: see ``GraphInterest``. Loaded
  /// without the lock, in one order with all registrations: if a reader has missed the value of a write, the write
  /// finds the reader's interest here.
  var interest: UInt64 {
    fields.interest.load(ordering: .sequentiallyConsistent)
  }

  func setInterest(_ bits: UInt64) {
    // A sequentially consistent store costs more than the rest of a registration.
    if fields.interest.load(ordering: .relaxed) == bits { return }
    fields.interest.store(bits, ordering: .sequentiallyConsistent)
  }

  var firstReader: GraphLink? {
    get { GraphLink(at: fields.first) }
    nonmutating set { unsafe memory.pointee.first = newValue?.address ?? 0 }
  }

  var lastReader: GraphLink? {
    get { GraphLink(at: fields.last) }
    nonmutating set { unsafe memory.pointee.last = newValue?.address ?? 0 }
  }

  @inline(__always)
  var readers: GraphLinks { GraphLinks(readersFrom: firstReader) }

  /// The next node in the list of ``UnreadDetachedValues``. Nodes in the list have no readers, so the word is free.
  var nextDetached: GraphNode? {
    get { GraphNode(at: fields.last) }
    nonmutating set { unsafe memory.pointee.last = newValue?.address ?? 0 }
  }

  /// Requests the memory of the first reader, to be visited soon.
  @inline(__always)
  func prefetchFirstReader() {
    ob_prefetch(fields.first)
  }

  var firstDependency: GraphLink? {
    get { GraphLink(at: fields.dependency) }
    nonmutating set { unsafe memory.pointee.dependency = newValue?.address ?? 0 }
  }

  /// A reader's dependencies, in the order in which it has read them.
  @inline(__always)
  var dependencies: GraphLinks { GraphLinks(dependenciesFrom: firstDependency) }

  /// How many open transactions have changed a model. Sources only.
  var transactionCount: UInt {
    get { fields.dependency }
    nonmutating set { unsafe memory.pointee.dependency = newValue }
  }

  /// The address of the owner, whether or not the node is retired; 0 for none.
  var ownerAddress: UInt { fields.owner.load(ordering: .acquiring) }

  /// The owner, whether or not the node is retired.
  var owner: Unmanaged<GraphOwner>? {
    get {
      unsafe UnsafeRawPointer(bitPattern: ownerAddress).map { unsafe Unmanaged.fromOpaque($0) }
    }
    nonmutating set {
      let address = unsafe UInt(bitPattern: newValue?.toOpaque())
      fields.owner.store(address, ordering: .releasing)
    }
  }

  func takeOwner() -> Unmanaged<GraphOwner>? {
    let owner = unsafe owner
    if unsafe owner != nil { unsafe self.owner = nil }
    return unsafe owner
  }

  var activeOwner: GraphOwner? {
    self[.isRetired] ? nil : unsafe owner?.takeUnretainedValue()
  }

  var domain: GraphDomain? {
    get { GraphDomain(at: fields.domain.load(ordering: .acquiring)) }
    nonmutating set { fields.domain.store(newValue?.address ?? 0, ordering: .releasing) }
  }

  /// Returns false if the node has a domain already.
  func setFirstDomain(_ domain: GraphDomain) -> Bool {
    fields.domain.compareExchange(
      expected: 0,
      desired: domain.address,
      ordering: .acquiringAndReleasing
    ).exchanged
  }

  var generation: UInt32 { fields.generation }

  /// Orders the observers to be notified of one change. Set before other threads know the node.
  var startNumber: StartNumber {
    role == .observer ? StartNumber(word: fields.interest.load(ordering: .relaxed)) : .none
  }

  func setStartNumber(_ number: StartNumber) {
    fields.interest.store(number.word, ordering: .relaxed)
  }

  /// The contents of a model, retained by the node until they are taken. The caller must hold the model.
  var contents: Unmanaged<AnyObject>? {
    unsafe Self.contents(at: long.pointee.contents.load(ordering: .acquiring))
  }

  /// Gives a model its contents, unless another thread was faster. Returns the contents that the model then has.
  func setFirstContents(_ contents: AnyObject) -> Unmanaged<AnyObject> {
    let new = unsafe Unmanaged.passRetained(contents)
    let (isNew, known) = unsafe long.pointee.contents.compareExchange(
      expected: 0,
      desired: UInt(bitPattern: new.toOpaque()),
      ordering: .acquiringAndReleasing
    )
    guard !isNew, let known = unsafe Self.contents(at: known) else { return unsafe new }
    unsafe new.release()
    return unsafe known
  }

  /// Called after the deallocation of the model.
  func takeContents() -> AnyObject? {
    unsafe Self.contents(at: long.pointee.contents.exchange(0, ordering: .acquiringAndReleasing))?.takeRetainedValue()
  }

  private static func contents(at address: UInt) -> Unmanaged<AnyObject>? {
    unsafe UnsafeRawPointer(bitPattern: address).map { unsafe Unmanaged.fromOpaque($0) }
  }

  /// The lower bits of the index in the list to which the node was added last.
  var listPosition: UInt16 {
    get { fields.listPosition }
    nonmutating set { unsafe memory.pointee.listPosition = newValue }
  }

  /// The computation that created a model, by the number of its reading; 0 for none. Sources only.
  var computation: UInt {
    get { fields.owner.load(ordering: .relaxed) }
    nonmutating set { fields.owner.store(newValue, ordering: .relaxed) }
  }

  /// The index of the transaction that marked a derived value last, in a word used by observers only.
  var transaction: UInt16 {
    get { fields.listPosition }
    nonmutating set { unsafe memory.pointee.listPosition = newValue }
  }

  var flags: State {
    get { State(rawValue: fields.flags.load(ordering: .relaxed)) }
    // Called with the lock.
    nonmutating set { fields.flags.store(newValue.rawValue, ordering: .relaxed) }
  }

  /// The version of a derived value: 0 before the first computation, and a new number for each unequal result. The
  /// thread with the claim sets the version under the lock, at the end of the computation. The new result may be kept
  /// before that, so a reader of this result notes ``noVersion``.
  private(set) var version: UInt32 {
    get { UInt32(truncatingIfNeeded: fields.interest.load(ordering: .relaxed)) }
    nonmutating set { fields.interest.store(UInt64(newValue), ordering: .relaxed) }
  }

  /// The version that no derived value ever has, so that a link with this version differs from every result.
  static let noVersion = UInt32.max

  /// Never versions: see ``GraphLink/Versions/changedByReader`` and ``GraphLink/Versions/renewed(_:)``.
  static let changedByReader = UInt32.max - 1
  static let renewedForReader = UInt32.max - 2

  /// A bit that no version has, and that all numbers above have: see ``GraphLink/Versions/perhapsChangedByReader``.
  static let doubt: UInt32 = 1 << 31

  /// Gives a derived value an unused version.
  func setNewVersion() {
    version = version + 1 == Self.doubt ? 1 : version + 1
  }

  private static let modelPool = unsafe GraphPool<LongMemory>()
  private static let observerPool = GraphPool<Memory>(isSpread: true)
  private static let derivedPool = GraphPool<Memory>()

  /// Takes a node without links from the pool of a role.
  static func take(for role: Role = .none) -> GraphNode {
    switch role {
    // The common fields come first.
    case .none: unsafe GraphNode(UnsafeMutableRawPointer(modelPool.take()).assumingMemoryBound(to: Memory.self))
    case .observer: unsafe GraphNode(observerPool.take())
    case .derived: unsafe GraphNode(derivedPool.take())
    }
  }

  /// Clears the node, and returns it to the pool of its role. No thread may use the node afterwards.
  func putBack() {
    let role = role
    assert(role == .none || firstDependency == nil, "A node is given back that still depends on others.")
    assert(unsafe role != .none || contents == nil, "A model's node is given back with its contents.")
    setInterest(0)
    unsafe memory.pointee.generation &+= 1
    unsafe (memory.pointee.first, memory.pointee.last, memory.pointee.dependency) = (0, 0, 0)
    fields.flags.store(0, ordering: .relaxed)
    switch role {
    case .none: unsafe Self.modelPool.putBack(long)
    case .observer: unsafe Self.observerPool.putBack(memory)
    case .derived: unsafe Self.derivedPool.putBack(memory)
    }
  }
}
