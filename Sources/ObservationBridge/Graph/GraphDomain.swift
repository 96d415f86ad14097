import CObservationRuntime
import Synchronization

/// A lock, and the nodes that it guards: those which are connected with each other, or once were.
///
/// What has nothing to do with each other so never waits for each other. When an edge is to lead from one domain to another, the two
/// become one, for good: the smaller one then points to the larger one. A node finds its domain by following these pointers, and
/// shortens its way.
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
    private let padding: (UInt, UInt, UInt) = (0, 0, 0)
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
    unsafe memory.pointee.userCount -= 1
    guard unsafe memory.pointee.userCount == 0, let parent else { return }
    setParent(nil)
    putBack()
    parent.releaseAsPart()
  }

  /// The same for a root; true if that has been the last: then it is to be given back, once it is unlocked.
  func release() -> Bool {
    unsafe memory.pointee.userCount -= 1
    guard unsafe memory.pointee.userCount == 0 else { return false }
    unsafe ob_lock_forget_bias(lockMemory)
    return true
  }

  /// Becomes part of another. Both are locked, and roots.
  func become(partOf root: GraphDomain) {
    setParent(root)
    root.retain()
  }
}

extension GraphDomain {
  private static let pool = SharedGraphPool<Memory>()

  /// One that nobody uses.
  static func take() -> GraphDomain { unsafe GraphDomain(pool.take()) }

  /// Nobody uses it any more.
  func putBack() { unsafe Self.pool.putBack(memory) }
}
