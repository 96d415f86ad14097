import CObservationRuntime

/// One tracked run of an observer or derived value; on the stack of the thread that runs it. Each read adds its
/// dependency before the value is read, so no change can come between the two. If a run reads in the same order as the
/// previous one, each read is one step along the list of dependencies, without a lock.
@safe
struct GraphReading: ~Copyable {
  /// The link that was visited last.
  private var cursor: GraphLink?
  /// The link after the cursor, which most readings visit next; nil once a source has been read in another order.
  private var expected: GraphLink?
  /// A link visited a second time. It serves loops that read two models alternately.
  private var revisited: GraphLink?
  /// Nil until the first read, if no earlier reading has needed a node.
  private(set) var reader: GraphNode?
  /// The owner of the node, for the first read; nil if readers begin one after the other.
  // Kept alive by the caller of `run`.
  private let owner: Unmanaged<GraphOwner>?
  /// A number that no other reading has had.
  private(set) var id: UInt
  /// Whether the reader may have read fewer properties of a model than in the previous reading. Excludes the open link,
  /// the one visited last, which is compared when the reading moves on.
  private var mayBeNarrow = false
  private var hasBegun = false
  /// The outer reading that computes derived values on this thread.
  private var outerComputing: StackReference<GraphReading>?
  /// This thread's cache of links, used once a reading has left the order of the previous one.
  private var knownLinks: UnsafeMutablePointer<ob_known_link>?

  /// Runs `body` with its reads as dependencies of an owner, whose node is made when the first read needs it.
  @inline(__always)
  static func run(for owner: GraphOwner, _ body: () -> Void) {
    var reading = GraphReading(ob_next_pass(), for: owner)
    // On the stack for as long as this is the current reading.
    StackReference.with(&reading) { pointer in
      pointer.value.begin()
      let outer = unsafe ob_reading_exchange(ob_reading_new(pointer.address))
      body()
      let ending = pointer.value.ending
      _ = unsafe ob_reading_exchange(outer)
      pointer.value.end(ending)
    }
  }

  /// Runs `body` without tracking its reads.
  static func none<Result: ~Copyable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let outer = unsafe ob_reading_exchange(ob_reading_new(nil))
    defer { _ = unsafe ob_reading_exchange(outer) }
    return try body()
  }

  /// The innermost reading of this thread, to add a read.
  static var current: StackReference<GraphReading>? {
    // Set by `run` alone, which is still on this thread's stack.
    unsafe StackReference(ob_this_thread().pointee.reading.reading)
  }

  /// The number of the innermost reading of this thread; 0 if reads aren't tracked.
  static var currentID: UInt { current?.value.id ?? 0 }

  /// The reader and the number of this thread's innermost reading, to report a change.
  static var place: DependencyGraph.Reading? {
    guard let current = current, let reader = current.value.reader else { return nil }
    return DependencyGraph.Reading(reader: reader, id: current.value.id)
  }

  /// Whether the reading has read a registrar model or a derived value.
  var hasRead: Bool { cursor != nil }

  /// Creates a reading with a number. It's 0 for ``start(_:)``, which sets the number and the reader.
  private init(_ id: UInt, for owner: GraphOwner? = nil) {
    self.id = id
    reader = owner?.knownNode
    unsafe self.owner = owner.map { unsafe .passUnretained($0) }
  }

  private mutating func begin() {
    guard let reader else { return }
    // A node without a domain is known to this thread only, and has no lock.
    hasBegun = reader.domain == nil ? reader.begin() : Graph.withLock(of: reader) { _ in reader.begin() }
    if hasBegun { expected = reader.firstDependency }
  }

  private func end(_ ending: Ending) {
    guard let reader, hasBegun else { return }
    // Released without the lock.
    unsafe Graph.withLock(of: reader) { graph in
      ending.apply(to: reader, in: graph)
      return unsafe graph.takeRetiredOwner(of: reader)
    }?.release()
    UnreadDetachedValues.retire()
  }

  /// The changes of the graph at the end of a reading.
  struct Ending {
    fileprivate let cursor: GraphLink?
    fileprivate let narrowedReading: UInt?

    /// Whether the reading has used exactly the dependencies of the previous one. Called by the thread of the reading.
    @inline(__always)
    var isAsBefore: Bool {
      guard let cursor else { return false }
      return cursor.nextDependency == nil && narrowedReading == nil
    }

    /// Called with the lock.
    func apply(to reader: GraphNode, in graph: DependencyGraph) {
      graph.end(reader, at: cursor, narrowing: narrowedReading)
    }
  }

  /// The ending of a complete reading. The caller applies it.
  var ending: Ending {
    Ending(cursor: cursor, narrowedReading: mayBeNarrow || isLastNarrow ? id : nil)
  }

  // MARK: Several readings in succession

  /// Runs `body`, which uses one `GraphReading` for several readers in succession: derived values, or lent passes.
  @inline(__always)
  static func runSeveral<Result>(_ body: (StackReference<GraphReading>) -> Result) -> Result {
    var reading = GraphReading(0)
    // On the stack for as long as this is the current reading.
    return StackReference.with(&reading) { pointer in
      let outer = unsafe ob_reading_exchange(ob_reading_new(pointer.address))
      defer { _ = unsafe ob_reading_exchange(outer) }
      pointer.value.outerComputing = computing.current
      return computing.run(at: pointer) { body(pointer) }
    }
  }

  /// The innermost reading by which this thread computes derived values.
  @inline(__always)
  static var computing: ThreadPointer<GraphReading> { ThreadPointer(pointer: ob_current_computing) }

  /// The readings by which this thread computes derived values, the innermost first.
  private static var computations: some Sequence<StackReference<GraphReading>> {
    sequence(state: computing.current) { next in
      defer { next = next?.value.outerComputing }
      return next
    }
  }

  /// The derived values being computed by this thread, the innermost first.
  static var computedValues: [GraphNode] { computations.compactMap { $0.value.reader } }

  /// The number of the reading by which this thread is computing a derived value, at whatever depth; nil for none.
  static func id(computing derived: GraphNode) -> UInt? {
    computations.first { $0.value.reader == derived }?.value.id
  }

  /// Starts the reading of a reader whose node has begun in the graph.
  @inline(__always)
  mutating func start(_ reader: GraphNode) {
    (self.reader, hasBegun, cursor, revisited, mayBeNarrow) = (reader, true, nil, nil, false)
    expected = reader.firstDependency
    if unsafe knownLinks != nil { unsafe knownLinks = nil }
    id = ob_next_pass()
    ob_open_link_clear()
  }

  /// Ends the reading of one reader. Code that runs before the next ``start(_:)`` mustn't find the links.
  @inline(__always)
  mutating func rest() {
    (reader, hasBegun, cursor, expected, revisited, id) = (nil, false, nil, nil, nil, 0)
    ob_open_link_clear()
  }

  // MARK: Reads

  /// Whether the reader has read fewer properties of the open link than in the previous reading.
  @inline(__always)
  private var isLastNarrow: Bool { ob_open_link_is_narrow() }

  @inline(__always)
  private mutating func move(to link: GraphLink, isOpen: Bool) {
    assert(link.reader == reader, "A reader goes on to what another one depends on.")
    if isLastNarrow { mayBeNarrow = true }
    cursor = link
    if isOpen { link.open() } else { ob_open_link_clear() }
  }

  /// Adds a read of these properties, if the fast path applies. `source` is the address of the node, or 0. Most reads
  /// follow the order of the previous reading, or alternate between two models. Repeated reads of one model don't even
  /// come here: see `ob_is_of_open_link`. Returns false if the caller has to call ``read(_:_:)``.
  @inline(__always)
  mutating func readNext(_ source: UInt, _ bits: UInt64) -> Bool {
    // No link has the source 0.
    if let expected, expected.sourceAddress == source, expected.mask & bits == bits {
      self.expected = expected.nextDependency
      visit(expected)
      expected.seen = bits
      return true
    }
    guard let revisited, revisited.sourceAddress == source, revisited.mask & bits == bits else { return false }
    revisited.seen |= bits
    return true
  }

  /// Adds a read of these properties of the node at this address.
  mutating func read(_ source: UInt, _ bits: UInt64) {
    if let expected, expected.sourceAddress == source {
      self.expected = expected.nextDependency
      return visit(expected, bits)
    }
    if let cursor, cursor.sourceAddress == source { return see(bits, of: cursor) }
    readElsewhere(source, bits)
  }

  /// Adds a read of a derived value, if its link comes next: the caller notes the version, or calls `read(derived)`.
  @inline(__always)
  mutating func readNext(_ derived: GraphNode) -> GraphLink? {
    guard let expected, expected.sourceAddress == derived.address else { return nil }
    self.expected = expected.nextDependency
    visit(expected, isOpen: false)
    return expected
  }

  @inline(__always)
  mutating func read(_ derived: GraphNode) {
    let source = derived.address
    if let cursor, cursor.sourceAddress == source { return }
    if let expected, expected.sourceAddress == source {
      self.expected = expected.nextDependency
      return visitDerived(expected)
    }
    readDerivedElsewhere(derived)
  }

  @inline(__always)
  private mutating func visit(_ link: GraphLink, isOpen: Bool = true) {
    assert(link.reading != id, "The next link has been visited before.")
    move(to: link, isOpen: isOpen)
    link.reading = id
  }

  private mutating func visit(_ link: GraphLink, _ bits: UInt64) {
    visit(link)
    link.seen = bits
    if link.mask & bits != bits { widen(link, by: bits) }
  }

  @inline(__always)
  private mutating func visitDerived(_ link: GraphLink) {
    visit(link, isOpen: false)
    link.versions = link.versions.ofNextReading
  }

  /// Adds properties to a link that this reading has visited.
  @inline(__always)
  private func see(_ bits: UInt64, of link: GraphLink) {
    if link.mask & bits == bits { link.seen |= bits } else { widen(link, by: bits) }
  }

  /// Adds properties on which the reader hasn't depended before.
  @inline(never)
  private func widen(_ link: GraphLink, by bits: UInt64) {
    link.seen |= bits
    if let source = link.source { Graph.withLock(of: source) { $0.widen(link, by: bits) } }
  }

  // MARK: Reads in another order

  @inline(never)
  private mutating func readElsewhere(_ source: UInt, _ bits: UInt64) {
    // The dependencies of a retired reader belong to other threads.
    if reader != nil, !hasBegun { return }
    if let next = nextLink(from: source) { return visit(next, bits) }
    if let link = rememberedLink(from: source) {
      revisited = link
      return see(bits, of: link)
    }
    if let source = GraphNode(at: source) { register(source, bits) }
  }

  @inline(never)
  private mutating func readDerivedElsewhere(_ derived: GraphNode) {
    if reader != nil, !hasBegun { return }
    if let next = nextLink(from: derived.address) { return visitDerived(next) }
    if rememberedLink(from: derived.address) == nil { register(derived, 1) }
  }

  /// The link after the cursor, if it leads from `source`.
  private mutating func nextLink(from source: UInt) -> GraphLink? {
    guard let cursor, let next = cursor.nextDependency, next.sourceAddress == source else { return nil }
    remember(cursor)
    return next
  }

  /// A link visited by this reading, if still in the cache.
  private mutating func rememberedLink(from source: UInt) -> GraphLink? {
    let known = unsafe ob_known_link_of(source, knownLinksOfThread).pointee
    guard known.pass == id, known.node == source else { return nil }
    guard let link = GraphLink(at: known.link), link.sourceAddress == source else { return nil }
    return link
  }

  private mutating func remember(_ link: GraphLink) {
    let address = link.sourceAddress
    unsafe ob_known_link_of(address, knownLinksOfThread).pointee =
      ob_known_link(pass: id, node: address, link: link.address)
  }

  /// The cache of visited links except for the last one, filled once a source is read in another order.
  private var knownLinksOfThread: UnsafeMutablePointer<ob_known_link> {
    mutating get {
      if let knownLinks = unsafe knownLinks { return unsafe knownLinks }
      let new = unsafe ob_known_links_of_thread()
      unsafe knownLinks = new
      expected = nil
      for link in GraphLinks(dependenciesFrom: cursor == nil ? nil : reader?.firstDependency) {
        if link == cursor { break }
        remember(link)
      }
      return unsafe new
    }
  }

  private mutating func register(_ source: GraphNode, _ bits: UInt64) {
    if reader == nil {
      reader = unsafe owner?._withUnsafeGuaranteedRef { owner in
        if owner.knownNode == nil { owner.makeNode() }
        return owner.node
      }
      begin()
    }
    guard let reader, hasBegun else { return }
    let (after, id) = (cursor, id)
    var known: GraphLink?
    let new = Graph.withLock(connecting: reader, source) { graph in
      known = graph.link(from: source, to: reader, of: id)
      return known == nil ? graph.register(reader, with: source, bits, after: after) : nil
    }
    if let known {
      remember(known)
      return source.role == .derived ? () : see(bits, of: known)
    }
    guard let link = new else { return }
    link.setFirstReading(id)
    link.seen = source.role == .derived ? 0 : bits
    if let cursor { remember(cursor) }
    move(to: link, isOpen: false)
  }

  /// The visited link of a source. Other readings may have run since the visit.
  @inline(__always)
  private mutating func visit(_ source: GraphNode, _ reader: GraphNode) -> GraphLink? {
    if let cursor, cursor.sourceAddress == source.address { return cursor }
    return visitElsewhere(source, reader)
  }

  @inline(never)
  private mutating func visitElsewhere(_ source: GraphNode, _ reader: GraphNode) -> GraphLink? {
    if let link = rememberedLink(from: source.address) { return link }
    return Graph.withLock(of: source) { $0.link(from: source, to: reader, of: id) }
  }

  /// Notes that a derived value, which has just been read, may be outdated.
  func inheritUnsettled(from source: GraphNode) {
    guard let reader, hasBegun else { return }
    Graph.withLock(of: reader) { $0.inheritUnsettled(from: source, to: reader) }
  }

  /// Notes a version that was read. A reader of two versions is up to date with neither, even if one returns.
  @inline(__always)
  mutating func note(_ version: UInt32, of source: GraphNode) {
    guard let reader, let link = visit(source, reader) else { return }
    let versions = link.versions
    if versions.last == 0 {
      link.versions = versions.noting(version)
    } else if versions.last != version {
      link.versions = versions.mixed
    }
  }
}
