import CObservationRuntime
import Synchronization

/// Who reads what: leads from a node that is read to one that reads it.
///
/// The links belong to the lock of the two nodes' ``GraphDomain``. The number of the last reading that has visited a link belongs to the
/// thread that runs the reader, as do the
/// steps from one dependency to the next, which only that thread changes while it runs.
// Unchecked: see above. Safe: the memory always holds a link, since pools never give theirs back.
@safe
struct GraphLink: Equatable, @unchecked Sendable {
  struct Memory: ~Copyable, PooledMemory {
    // First, in this order: generated code looks at these three, too, as an `ob_link`.
    /// The address of the node that is read; `ob_no_node` once that model has been deallocated, or the link has been unlinked. Atomic: the
    /// model may be deallocated while the reader runs elsewhere.
    let source = Atomic(GraphLink.noSource)
    /// The properties that make a difference to the reader.
    var mask: UInt64 = 0
    /// Of a model: those which the reading has read that `reading` names. Of a derived value: see `versions`.
    var seen: UInt64 = 0
    var reader: GraphNode?
    var reading: UInt = 0
    var nextDependency: GraphLink?
    var nextReader: GraphLink?
    /// The address of a link; its lowest bit, which no address has, is ``hasMarkedReader``.
    var previousReader: UInt = 0
  }

  private static let noSource = UInt(ob_no_node)

  private let memory: UnsafeMutablePointer<Memory>

  /// The link at an address that ``address`` has returned; nil for 0.
  init?(at address: UInt) {
    guard let memory = unsafe UnsafeMutablePointer<Memory>(bitPattern: address) else { return nil }
    unsafe self.memory = memory
  }

  private init(_ memory: UnsafeMutablePointer<Memory>) {
    unsafe self.memory = memory
  }

  var address: UInt { unsafe UInt(bitPattern: memory) }

  static func == (one: GraphLink, other: GraphLink) -> Bool {
    one.address == other.address
  }

  var source: GraphNode? {
    get {
      let address = sourceAddress
      return address == Self.noSource ? nil : GraphNode(at: address)
    }
    nonmutating set { unsafe memory.pointee.source.store(newValue?.address ?? Self.noSource, ordering: .relaxed) }
  }

  /// What generated code reads next of its model is noted here: see `ob_reading`.
  @inline(__always)
  func open() {
    unsafe ob_open_link_set(UnsafeMutableRawPointer(memory).assumingMemoryBound(to: ob_link.self))
  }

  var sourceAddress: UInt { unsafe memory.pointee.source.load(ordering: .relaxed) }

  var reader: GraphNode? {
    get { unsafe memory.pointee.reader }
    nonmutating set { unsafe memory.pointee.reader = newValue }
  }

  var mask: UInt64 {
    get { unsafe memory.pointee.mask }
    nonmutating set { unsafe memory.pointee.mask = newValue }
  }

  var seen: UInt64 {
    get { unsafe memory.pointee.seen }
    nonmutating set { unsafe memory.pointee.seen = newValue }
  }

  var reading: UInt {
    get { unsafe memory.pointee.reading & ~Self.isFirstReading }
    nonmutating set { unsafe memory.pointee.reading = newValue }
  }

  /// A bit that no reading's number has: see `ob_take_pass_block`.
  private static let isFirstReading: UInt = 1 << (UInt.bitWidth - 1)

  /// The reading with this number has made the link.
  func setFirstReading(_ reading: UInt) {
    unsafe memory.pointee.reading = reading | Self.isFirstReading
  }

  /// Whether an earlier reading than this one, which is under way, has made the link. Asked by the thread that runs the reader.
  func isOlder(than reading: UInt) -> Bool {
    unsafe memory.pointee.reading != reading | Self.isFirstReading
  }

  /// The versions of a derived value that the last two readings have read. A derived value has no property bits, so `seen` is free for them.
  var versions: Versions {
    get { Versions(word: seen) }
    nonmutating set { seen = newValue.word }
  }

  struct Versions {
    fileprivate let word: UInt64

    fileprivate init(word: UInt64) {
      self.word = word
    }

    private init(last: UInt32, before: UInt32) {
      word = UInt64(last) << 32 | UInt64(before)
    }

    /// The versions after a reading has visited the link, before it reads the value.
    var ofNextReading: Versions { Versions(last: 0, before: last == 0 ? before : last) }

    /// The versions after a reading has read this one.
    func noting(_ version: UInt32) -> Versions {
      Versions(last: version, before: before == 0 ? version : before)
    }

    /// The versions after a reading has read two different ones. The reader is out of date whatever version comes next.
    var mixed: Versions { Versions(last: GraphNode.noVersion, before: before) }

    /// The versions of an observation that has read this one, and then has changed what the value depends on. Until others make a change as
    /// well, no version of the value is a change to the observation.
    var changedByReader: Versions {
      last == 0 || last == GraphNode.noVersion ? mixed : Versions(last: last, before: GraphNode.changedByReader)
    }

    /// The versions of such an observation after its pass, when the value has been computed again: this is the version that the pass has
    /// left.
    func renewed(_ version: UInt32) -> Versions { Versions(last: version, before: GraphNode.renewedForReader) }

    /// The versions of such an observation once a delayed recheck has marked the value: if that differs from what the pass has left, others
    /// have
    /// made a change that wasn't reported.
    var rechecked: Versions { before == GraphNode.renewedForReader ? Versions(last: last, before: 0) : self }

    var areChangedByReader: Bool {
      (before == GraphNode.changedByReader || before == GraphNode.renewedForReader) && last != GraphNode.noVersion
    }

    /// 0 if the value has yet to be read, or was computed by a reader for itself.
    var last: UInt32 { UInt32(truncatingIfNeeded: word >> 32) }

    var before: UInt32 { UInt32(truncatingIfNeeded: word) }

    /// Whether both readings have read the same version.
    var areTheSame: Bool { last == before && last != GraphNode.noVersion }

    /// Whether each reading has read one version, and these differ.
    var areKnownToDiffer: Bool { last != before && Self.isVersion(last) && Self.isVersion(before) }

    private static func isVersion(_ number: UInt32) -> Bool { 1..<GraphNode.renewedForReader ~= number }
  }

  var nextDependency: GraphLink? {
    get { unsafe memory.pointee.nextDependency }
    nonmutating set { unsafe memory.pointee.nextDependency = newValue }
  }

  var nextReader: GraphLink? {
    get { unsafe memory.pointee.nextReader }
    nonmutating set { unsafe memory.pointee.nextReader = newValue }
  }

  var previousReader: GraphLink? {
    get { GraphLink(at: unsafe memory.pointee.previousReader & ~Self.hasMarked) }
    nonmutating set {
      let mark = unsafe memory.pointee.previousReader & Self.hasMarked
      unsafe memory.pointee.previousReader = (newValue?.address ?? 0) | mark
    }
  }

  private static let hasMarked: UInt = 1

  /// Whether a change of the model that is read has marked the reader, a derived value, since that was computed last.
  var hasMarkedReader: Bool {
    get { unsafe memory.pointee.previousReader & Self.hasMarked != 0 }
    // No `|=`: to the thread sanitizer that would be a change of the whole.
    nonmutating set {
      let others = unsafe memory.pointee.previousReader & ~Self.hasMarked
      unsafe memory.pointee.previousReader = newValue ? others | Self.hasMarked : others
    }
  }
}

extension GraphLink {
  private static let pool = SharedGraphPool<Memory>()

  /// A link that leads nowhere.
  static func take() -> GraphLink { unsafe GraphLink(pool.take()) }

  /// It leads nowhere any more, and nobody knows it.
  func putBack() { unsafe Self.pool.putBack(memory) }
}
