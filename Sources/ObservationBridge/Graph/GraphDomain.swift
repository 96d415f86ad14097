import CObservationRuntime
import Synchronization

/// A lock, and the nodes guarded by it: nodes that are connected, or were once.
///
/// Unconnected nodes have different locks, and so never wait for each other. Before a link connects two domains, they
/// are merged for good: the domain of lower rank then points to the other. A node finds its domain by following these
/// pointers, and shortens its path.
///
/// The domains are the trees of a union-find structure. The number of users can't decide which domain becomes part of
/// the other, since users leave: a model without other observers, read by one short-lived derived value after the
/// other, would form a chain as long as the number of values. The *rank* of a domain never shrinks, and a domain of
/// rank *n* has had at least 2ⁿ nodes: a path to the root is at most as long as the root's rank.
// Unchecked: the lock guards all fields except the atomic one, which changes under the lock. Safe: the memory always
// holds a domain, since pools never free memory.
@safe
@usableFromInline
struct GraphDomain: PooledReference, @unchecked Sendable {
  /// As long as a line of the processor's cache: threads with different domains don't slow each other down.
  struct Memory: ~Copyable, PooledMemory {
    // First, because `lockMemory` needs an offset that is a constant.
    /// The number of nodes and domains that point to this domain.
    var userCount = 0
    let lock = ob_lock()
    /// The domain into which this domain was merged; 0 for none.
    let parent = Atomic<UInt>(0)
    /// The length of the longest path from another domain to this one.
    var rank = 0
    /// The number of the transaction that marked derived values last; 0 for a change outside of transactions.
    var marker: UInt = 0
    /// How often `marker` has changed.
    var markerCount: UInt = 0
    private let unused: (UInt, UInt) = (0, 0)
  }

  private let memory: UnsafeMutablePointer<Memory>

  // Safe: see above. Only for reads: to the thread sanitizer, a change of a part is a change of the beginning. Changes
  // go to the fields themselves, so that each is seen as what it is: `putBack()` changes one field without the lock.
  @inline(__always)
  private var fields: Memory {
    _read { yield unsafe memory.pointee }
  }

  private init(_ memory: UnsafeMutablePointer<Memory>) {
    unsafe self.memory = memory
  }

  init?(at address: UInt) {
    guard let memory = unsafe UnsafeMutablePointer<Memory>(bitPattern: address) else { return nil }
    unsafe self.memory = memory
  }

  @usableFromInline var address: UInt { unsafe UInt(bitPattern: memory) }

  // MARK: The lock

  // Safe: the lock is at this offset.
  @inline(__always)
  private var lockMemory: UnsafeMutablePointer<ob_lock> {
    unsafe (UnsafeMutableRawPointer(memory) + MemoryLayout<UInt>.stride).assumingMemoryBound(to: ob_lock.self)
  }

  @inline(__always)
  func lock(isMerge: Bool = false) {
    #if OBSERVATION_BRIDGE_TESTING
      LockOrder.graphIsLocked(isMerge: isMerge)
    #endif
    unsafe ob_lock_take(lockMemory)
  }

  @inline(__always)
  func unlock() {
    unsafe ob_lock_release(lockMemory)
    #if OBSERVATION_BRIDGE_TESTING
      LockOrder.graphIsUnlocked()
    #endif
  }

  // MARK: Merged domains

  var parent: GraphDomain? {
    GraphDomain(at: fields.parent.load(ordering: .acquiring))
  }

  private func setParent(_ parent: GraphDomain?) {
    fields.parent.store(parent?.address ?? 0, ordering: .releasing)
  }

  /// The last domain on the path; the domain itself if not merged.
  var root: GraphDomain {
    var root = self
    while let parent = root.parent { root = parent }
    return root
  }

  var userCount: Int { fields.userCount }

  func retain() {
    unsafe memory.pointee.userCount += 1
  }

  /// Removes a user of a merged domain. Called with the lock of the root, which has another user.
  func releaseAsPart() {
    var domain = self
    while true {
      unsafe domain.memory.pointee.userCount -= 1
      guard domain.fields.userCount == 0, let parent = domain.parent else { return }
      domain.setParent(nil)
      domain.putBack()
      domain = parent
    }
  }

  /// Removes a user of a root. After the last user, the caller unlocks the root and returns it to its pool.
  func release() -> Bool {
    unsafe memory.pointee.userCount -= 1
    return fields.userCount == 0
  }

  /// Merges this domain into another of equal or higher rank. Both are locked roots.
  func become(partOf root: GraphDomain) {
    assert(rank <= root.rank, "A domain becomes part of one of lower rank.")
    assert(parent == nil && root.parent == nil, "Only roots are merged.")
    if rank == root.rank { unsafe root.memory.pointee.rank += 1 }
    setParent(root)
    root.retain()
    root.noteMark(by: 0)
  }

  /// The upper bound for the length of a path to this domain.
  var rank: Int { fields.rank }

  // MARK: Origins of marks

  /// Notes that a change marks derived values: in the transaction with this number, or outside of transactions if 0.
  func noteMark(by transaction: UInt) {
    if fields.marker == transaction { return }
    unsafe memory.pointee.marker = transaction
    unsafe memory.pointee.markerCount += 1
  }

  /// A count that stays equal while only one transaction marks derived values. Called with the lock.
  var markerCount: UInt { fields.markerCount }

  private static let pool = GraphPool<Memory>()

  static func take() -> GraphDomain { unsafe GraphDomain(pool.take()) }

  /// Returns a domain without users to the pool.
  func putBack() {
    unsafe memory.pointee.rank = 0
    unsafe Self.pool.putBack(memory)
  }
}
