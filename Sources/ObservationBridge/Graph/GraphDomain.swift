import CObservationRuntime
import Synchronization

/// A lock, and the nodes that it guards: those which are connected with each other, or once were.
///
/// Unconnected nodes have different locks, and so never wait for each other. When a link is to lead from one domain to another, the two
/// become one, for good: the domain of lower rank then points to the other. A node finds its domain by following these pointers, and
/// shortens its way.
///
/// The domains are the trees of a union-find structure. The number of their users can't decide which one becomes part of the other, since
/// users leave: a model that nobody else observes, and one short-lived derived value after the other that reads it, would form a chain as
/// long as the number of values. The *rank* of a domain never shrinks, and a domain of rank *n* has had at least 2ⁿ nodes: the way to a
/// root is at most as long as the root's rank.
// Unchecked: the fields are guarded by the lock, but for the atomic one, which changes under it. Safe: the memory always holds a
// domain, since pools never give theirs back.
@safe
struct GraphDomain: Equatable, @unchecked Sendable {
  /// As long as a line of the processor's cache: threads that use domains side by side don't wait for each other.
  struct Memory: ~Copyable, PooledMemory {
    // First: changes of what is guarded count for the thread sanitizer as changes at the beginning, where nothing may be that is read
    // without the lock. The lock follows, and is reached by its offset, for the same reason.
    /// How many nodes and domains point to it.
    var userCount = 0
    let lock = ob_lock()
    /// The domain that this one has become part of; 0 for none.
    let parent = Atomic<UInt>(0)
    /// The longest way that has led here from another domain.
    var rank = 0
    /// The transaction that has marked derived values last, by its number; 0 for a change outside of transactions.
    var marker: UInt = 0
    /// How often that has become another one.
    var markerCount: UInt = 0
    private let unused: (UInt, UInt) = (0, 0)
  }

  private let memory: UnsafeMutablePointer<Memory>

  private init(_ memory: UnsafeMutablePointer<Memory>) {
    unsafe self.memory = memory
  }

  init?(at address: UInt) {
    guard let memory = unsafe UnsafeMutablePointer<Memory>(bitPattern: address) else { return nil }
    unsafe self.memory = memory
  }

  var address: UInt { unsafe UInt(bitPattern: memory) }

  static func == (one: GraphDomain, other: GraphDomain) -> Bool {
    one.address == other.address
  }

  // MARK: The lock

  // Safe: the lock stands where this points.
  @inline(__always)
  private var lockMemory: UnsafeMutablePointer<ob_lock> {
    unsafe (UnsafeMutableRawPointer(memory) + MemoryLayout<UInt>.stride).assumingMemoryBound(to: ob_lock.self)
  }

  @inline(__always)
  func lock() {
    unsafe ob_lock_take(lockMemory)
  }

  @inline(__always)
  func unlock() {
    unsafe ob_lock_release(lockMemory)
  }

  // MARK: Domains that have become part of others

  var parent: GraphDomain? {
    GraphDomain(at: unsafe memory.pointee.parent.load(ordering: .acquiring))
  }

  private func setParent(_ parent: GraphDomain?) {
    unsafe memory.pointee.parent.store(parent?.address ?? 0, ordering: .releasing)
  }

  /// The one that it is part of now, or itself.
  var root: GraphDomain {
    var root = self
    while let parent = root.parent { root = parent }
    return root
  }

  var userCount: Int { unsafe memory.pointee.userCount }

  /// Something points to it now.
  func retain() {
    unsafe memory.pointee.userCount += 1
  }

  /// Something doesn't point to it any more. Called with the lock of the root, of which another user is left.
  func releaseAsPart() {
    var domain = self
    while true {
      unsafe domain.memory.pointee.userCount -= 1
      guard unsafe domain.memory.pointee.userCount == 0, let parent = domain.parent else { return }
      domain.setParent(nil)
      domain.putBack()
      domain = parent
    }
  }

  /// Releases a root. Returns true if this was its last user: then the caller returns the root to its pool after unlocking.
  func release() -> Bool {
    unsafe memory.pointee.userCount -= 1
    return unsafe memory.pointee.userCount == 0
  }

  /// Becomes part of another whose rank isn't lower. Both are locked, and roots.
  func become(partOf root: GraphDomain) {
    assert(rank <= root.rank, "A domain becomes part of one of lower rank.")
    if rank == root.rank { unsafe root.memory.pointee.rank += 1 }
    setParent(root)
    root.retain()
    root.noteMark(by: 0)
  }

  /// How long a way may lead here.
  var rank: Int { unsafe memory.pointee.rank }

  // MARK: Who has marked derived values

  /// A change marks derived values. Called with the lock.
  ///
  /// - Parameter transaction: The number of the transaction that makes it; 0 for none.
  func noteMark(by transaction: UInt) {
    if unsafe memory.pointee.marker == transaction { return }
    unsafe memory.pointee.marker = transaction
    unsafe memory.pointee.markerCount += 1
  }

  /// What is the same as before if one transaction alone has marked derived values since. Asked with the lock.
  var markerCount: UInt { unsafe memory.pointee.markerCount }
}

extension GraphDomain {
  private static let pool = SharedGraphPool<Memory>()

  /// One that nobody uses.
  static func take() -> GraphDomain { unsafe GraphDomain(pool.take()) }

  /// Nobody uses it any more.
  func putBack() {
    unsafe memory.pointee.rank = 0
    unsafe Self.pool.putBack(memory)
  }
}
