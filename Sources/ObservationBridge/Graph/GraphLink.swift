import CObservationRuntime
import Synchronization

/// A dependency: leads from a source or derived value to the observer or derived value that has read it.
///
/// The links are guarded by the lock of the two nodes' ``GraphDomain``. Two parts belong to the thread that runs the
/// reader: the number of the last reading that visited the link, and the order of the dependencies, which only this
/// thread changes during a run.
// Unchecked: guarded as described. Safe: the memory always holds a link, since pools never free memory.
@safe
struct GraphLink: PooledReference, @unchecked Sendable {
  struct Memory: ~Copyable, PooledMemory {
    // First, in this order: generated code uses these three fields, too, as an `ob_link`.
    /// The address of the source; `ob_no_node` after the deallocation of the model, or once the link has been unlinked.
    /// Atomic: the model may be deallocated while the reader runs on another thread.
    let source = Atomic(GraphLink.noSource)
    /// The properties on which the reader depends.
    var mask: UInt64 = 0
    /// Source: the properties read by the reading `reading`. Derived value: see `versions`.
    var seen: UInt64 = 0
    var reader: GraphNode?
    var reading: UInt = 0
    var nextDependency: GraphLink?
    var nextReader: GraphLink?
    /// The address of a link. The lowest bit of an address is free, and serves as ``hasMarkedReader``.
    var previousReader: UInt = 0
  }

  private static let noSource = UInt(ob_no_node)

  private let memory: UnsafeMutablePointer<Memory>

  // Safe: see above. Only for reads: to the thread sanitizer, a change of a part is a change of the beginning, which
  // other threads read without the lock. So changes go to the fields themselves.
  @inline(__always)
  private var fields: Memory {
    _read { yield unsafe memory.pointee }
  }

  /// The link at an address from ``address``; nil for 0.
  init?(at address: UInt) {
    guard let memory = unsafe UnsafeMutablePointer<Memory>(bitPattern: address) else { return nil }
    unsafe self.memory = memory
  }

  private init(_ memory: UnsafeMutablePointer<Memory>) {
    unsafe self.memory = memory
  }

  var address: UInt { unsafe UInt(bitPattern: memory) }

  var source: GraphNode? {
    get {
      let address = sourceAddress
      return address == Self.noSource ? nil : GraphNode(at: address)
    }
    nonmutating set { fields.source.store(newValue?.address ?? Self.noSource, ordering: .relaxed) }
  }

  @inline(__always)
  var derivedSource: GraphNode? {
    guard let source, source.role == .derived else { return nil }
    return source
  }

  /// Makes this the open link: generated code notes further reads of the same model here, see `ob_reading`.
  @inline(__always)
  func open() {
    unsafe ob_open_link_set(UnsafeMutableRawPointer(memory).assumingMemoryBound(to: ob_link.self))
  }

  var sourceAddress: UInt { fields.source.load(ordering: .relaxed) }

  var reader: GraphNode? {
    get { fields.reader }
    nonmutating set { unsafe memory.pointee.reader = newValue }
  }

  var mask: UInt64 {
    get { fields.mask }
    nonmutating set { unsafe memory.pointee.mask = newValue }
  }

  var seen: UInt64 {
    get { fields.seen }
    nonmutating set { unsafe memory.pointee.seen = newValue }
  }

  var reading: UInt {
    get { fields.reading & ~Self.isFirstReading }
    nonmutating set { unsafe memory.pointee.reading = newValue }
  }

  /// A bit that is free in the numbers of readings: see `ob_take_pass_block`.
  private static let isFirstReading: UInt = 1 << (UInt.bitWidth - 1)

  /// Notes that the reading with this number has made the link.
  func setFirstReading(_ reading: UInt) {
    unsafe memory.pointee.reading = reading | Self.isFirstReading
  }

  /// Whether the link is older than the current reading, with this number. Called by the thread of the reading.
  func isOlder(than reading: UInt) -> Bool {
    fields.reading != reading | Self.isFirstReading
  }

  /// The versions of a derived value in the last two readings. It has no properties, so `seen` is free for them.
  var versions: Versions {
    get { Versions(last: UInt32(truncatingIfNeeded: seen >> 32), before: UInt32(truncatingIfNeeded: seen)) }
    nonmutating set { seen = UInt64(newValue.last) << 32 | UInt64(newValue.before) }
  }

  struct Versions {
    /// 0 if the value hasn't been read yet, or if the reader has computed it without caching it.
    let last: UInt32
    let before: UInt32

    /// The versions after a reading has visited the link, before it reads the value.
    var ofNextReading: Versions { Versions(last: 0, before: last == 0 ? before : last) }

    func noting(_ version: UInt32) -> Versions {
      Versions(last: version, before: before == 0 ? version : before)
    }

    /// The versions after a reading has read two different ones. The reader is out of date whatever version comes next.
    var mixed: Versions { Versions(last: GraphNode.noVersion, before: before) }

    /// The versions after a pass has read the value, and then has changed a property behind it. Until another change,
    /// no version of the value counts as a change for the observation.
    var changedByReader: Versions {
      last == 0 || last == GraphNode.noVersion ? mixed : Versions(last: last, before: GraphNode.changedByReader)
    }

    /// The versions after a pass that may have changed a property behind the value: another thread has marked the
    /// observation first, so that its own change would not be reported. The next pass begins whatever version comes, and
    /// still knows which one this pass has read.
    var perhapsChangedByReader: Versions {
      Self.isVersion(last) ? Versions(last: last | GraphNode.doubt, before: before) : mixed
    }

    /// The versions once a value has been computed again, after a pass that had changed a property behind it. The pass
    /// has left the value with this version.
    func renewed(_ version: UInt32) -> Versions { Versions(last: version, before: GraphNode.renewedForReader) }

    /// The versions after a pass that has changed a property behind the value, once a delayed recheck has marked the
    /// value. If the value differs from the one that the pass has left, another thread has made a change without a
    /// report.
    var rechecked: Versions { before == GraphNode.renewedForReader ? Versions(last: last, before: 0) : self }

    var areChangedByReader: Bool {
      (before == GraphNode.changedByReader || before == GraphNode.renewedForReader) && last != GraphNode.noVersion
    }

    var areTheSame: Bool { last == before && last & GraphNode.doubt == 0 }

    /// Whether the last reading has read this version, whatever the reader may have changed since.
    func haveLast(_ version: UInt32) -> Bool {
      last < GraphNode.renewedForReader && last & ~GraphNode.doubt == version
    }

    /// Whether both readings have read one version, whatever the reader may have changed since.
    var areEqual: Bool {
      areTheSame || Self.isVersion(last) && Self.isVersion(before) && (last ^ before) & ~GraphNode.doubt == 0
    }

    /// Whether each reading has read one version, and the two differ.
    var areKnownToDiffer: Bool { Self.isVersion(last) && Self.isVersion(before) && !areEqual }

    private static func isVersion(_ number: UInt32) -> Bool {
      number < GraphNode.renewedForReader && number & ~GraphNode.doubt > 0
    }
  }

  var nextDependency: GraphLink? {
    get { fields.nextDependency }
    nonmutating set { unsafe memory.pointee.nextDependency = newValue }
  }

  var nextReader: GraphLink? {
    get { fields.nextReader }
    nonmutating set { unsafe memory.pointee.nextReader = newValue }
  }

  var previousReader: GraphLink? {
    get { GraphLink(at: fields.previousReader & ~Self.hasMarked) }
    nonmutating set {
      let mark = fields.previousReader & Self.hasMarked
      unsafe memory.pointee.previousReader = (newValue?.address ?? 0) | mark
    }
  }

  private static let hasMarked: UInt = 1

  /// Whether a change of the source has marked the reader, a derived value, since the last computation.
  var hasMarkedReader: Bool {
    get { fields.previousReader & Self.hasMarked != 0 }
    // Without `|=`: to the thread sanitizer, it would be a change of the whole word.
    nonmutating set {
      let others = fields.previousReader & ~Self.hasMarked
      unsafe memory.pointee.previousReader = newValue ? others | Self.hasMarked : others
    }
  }

  private static let pool = GraphPool<Memory>()

  static func take() -> GraphLink { unsafe GraphLink(pool.take()) }

  /// Returns an unlinked link to the pool.
  func putBack() { unsafe Self.pool.putBack(memory) }
}

/// The links of one of a node's two lists. The list may change meanwhile, except for the link after the current one.
struct GraphLinks: Sequence, IteratorProtocol {
  private var first: GraphLink?
  private let areDependencies: Bool

  @inline(__always)
  init(dependenciesFrom first: GraphLink?) {
    (self.first, areDependencies) = (first, true)
  }

  @inline(__always)
  init(readersFrom first: GraphLink?) {
    (self.first, areDependencies) = (first, false)
  }

  @inline(__always)
  mutating func next() -> GraphLink? {
    let link = first
    first = areDependencies ? link?.nextDependency : link?.nextReader
    return link
  }
}
