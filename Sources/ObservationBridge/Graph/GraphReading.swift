import CObservationRuntime

/// Makes the reader of a reading, once that needs one.
protocol GraphReaderMaker {
  mutating func makeReader() -> GraphNode
}

/// What a reader reads, from its beginning to its end; on the stack of the thread that runs it.
///
/// Each read registers at once, before the value is read: so no change can come between the two. What was read the last time, in that
/// order, is found by a step from one dependency to the next, without a lock.
@safe
struct GraphReading: ~Copyable {
  /// The link that was visited last.
  private var cursor: GraphLink?
  /// The link after that, which most readings visit next; nil once something has been read in another order.
  private var expected: GraphLink?
  /// A link that was visited twice. Reads that take turns visit it again.
  private var revisited: GraphLink?
  /// Nil until something is read, where no reading has come before.
  private(set) var reader: GraphNode?
  /// Makes the reader when it is needed.
  private let maker: Maker?
  /// A number that no other reading has had.
  private(set) var id: UInt
  /// Whether the reader may have read fewer properties of a model than the last time. Of the latest one that isn't known yet: its link is
  /// the open link of this thread as long as this is the current reading.
  private var mayBeNarrow = false
  private var hasBegun = false
  /// The one around it by which this thread computes derived values.
  private var outerComputing: UnsafeMutablePointer<GraphReading>?
  /// Whether the reader is being told of a change that it makes itself, of what it has read.
  private var isReportingOwnChange = false
  /// This thread's cache of links, used once something has been read in another order than in the last reading.
  private var knownLinks: UnsafeMutablePointer<ob_known_link>?

  /// Something that makes a reader, whatever its type, on the stack of whoever runs the reading. Nothing in it is counted.
  @safe
  private struct Maker {
    private let address: UnsafeMutableRawPointer
    private let makeReader: (UnsafeMutableRawPointer) -> GraphNode

    init<Type: GraphReaderMaker>(_ maker: UnsafeMutablePointer<Type>) {
      unsafe address = UnsafeMutableRawPointer(maker)
      unsafe makeReader = { unsafe $0.assumingMemoryBound(to: Type.self).pointee.makeReader() }
    }

    func make() -> GraphNode { unsafe makeReader(address) }
  }

  /// Runs `body`, whose reads are the reader's dependencies from now on.
  ///
  /// - Parameters:
  ///   - reader: The reader, if there is one.
  ///   - maker: Makes it when the first read needs it.
  ///   - body: What to run.
  @inline(__always)
  static func run(_ reader: GraphNode?, orMakeBy maker: inout some GraphReaderMaker, _ body: () -> Void) {
    unsafe withUnsafeMutablePointer(to: &maker) { maker in
      var reading = unsafe GraphReading(reader, Maker(maker))
      reading.run(body)
    }
  }

  /// Runs `body`, whose reads are the reader's dependencies from now on.
  static func run(_ reader: GraphNode, _ body: () -> Void) {
    var reading = GraphReading(reader, nil)
    reading.run(body)
  }

  @inline(__always)
  private mutating func run(_ body: () -> Void) {
    // On the stack for as long as this is the current reading.
    unsafe withUnsafeMutablePointer(to: &self) { pointer in
      unsafe pointer.pointee.begin()
      let outer = unsafe ob_reading_exchange(ob_reading_new(pointer))
      body()
      let ending = unsafe pointer.pointee.ending
      _ = unsafe ob_reading_exchange(outer)
      unsafe pointer.pointee.end(ending)
    }
  }

  /// Runs `body`, whose reads are nobody's dependencies.
  static func none<Result: ~Copyable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let outer = unsafe ob_reading_exchange(ob_reading_new(nil))
    defer { _ = unsafe ob_reading_exchange(outer) }
    return try body()
  }

  /// The innermost reading of this thread, for a read.
  static var current: UnsafeMutablePointer<GraphReading>? {
    // Set by `run` alone, which is still on this thread's stack.
    unsafe ob_reading_current()?.assumingMemoryBound(to: GraphReading.self)
  }

  /// The number of the innermost reading of this thread; 0 where reading makes no dependency.
  static var currentID: UInt { unsafe current?.pointee.id ?? 0 }

  /// What is reading on this thread, for a change.
  static var place: DependencyGraph.Reading? {
    guard let current = unsafe current, let reader = unsafe current.pointee.reader else { return nil }
    return unsafe DependencyGraph.Reading(reader: reader, id: current.pointee.id)
  }

  /// Whether the innermost reader of this thread is being told of a change that it makes itself, of what it has read.
  static var reportsOwnChange: Bool {
    unsafe current?.pointee.isReportingOwnChange ?? false
  }

  /// Runs `body`, which tells the innermost reader of this thread of its own change.
  static func whileReportingOwnChange(_ body: () -> Void) {
    let current = unsafe current
    unsafe current?.pointee.isReportingOwnChange = true
    body()
    unsafe current?.pointee.isReportingOwnChange = false
  }

  private init(_ reader: GraphNode?, _ maker: Maker?) {
    self.reader = reader
    self.maker = maker
    id = ob_next_pass()
  }

  /// One that has yet to be started.
  private init() {
    maker = nil
    id = 0
  }

  private mutating func begin() {
    guard let reader else { return }
    // A lock is for nodes that others know.
    hasBegun = reader.domain == nil ? reader.begin() : Graph.withLock(of: reader) { _ in reader.begin() }
    if hasBegun { expected = reader.firstDependency }
  }

  private func end(_ ending: Ending) {
    guard let reader, hasBegun else { return }
    // Released outside the lock.
    unsafe Graph.withLock(of: reader) { graph in
      ending.apply(to: reader, in: graph)
      return unsafe graph.takeRetiredOwner(of: reader)
    }?.release()
    UnreadDetachedValues.retire()
  }

  /// What the end of a reading changes in the graph.
  struct Ending {
    fileprivate let cursor: GraphLink?
    fileprivate let narrowedReading: UInt?

    /// Whether the same has been read as the last time. Asked by the thread that has read.
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

  /// How it ends, if the reader has read all it wanted. The caller has that applied.
  var ending: Ending {
    Ending(cursor: cursor, narrowedReading: mayBeNarrow || isLastNarrow ? id : nil)
  }

  // MARK: Readings one after the other

  /// Runs `body`, which begins readings of several readers one after the other: derived values that are computed, and lent passes.
  @inline(__always)
  static func runSeveral<Result>(_ body: (UnsafeMutablePointer<GraphReading>) -> Result) -> Result {
    var reading = GraphReading()
    // As above.
    return unsafe withUnsafeMutablePointer(to: &reading) { pointer in
      let outer = unsafe ob_reading_exchange(ob_reading_new(pointer))
      let outerComputing = unsafe ob_computing_current()
      unsafe pointer.pointee.outerComputing = unsafe outerComputing?.assumingMemoryBound(to: GraphReading.self)
      unsafe ob_computing_set(pointer)
      defer {
        unsafe ob_computing_set(outerComputing)
        _ = unsafe ob_reading_exchange(outer)
      }
      return unsafe body(pointer)
    }
  }

  /// The innermost reading by which this thread computes derived values.
  private static var computing: UnsafeMutablePointer<GraphReading>? {
    // Set by `runSeveral` alone, which is still on this thread's stack.
    unsafe ob_computing_current()?.assumingMemoryBound(to: GraphReading.self)
  }

  /// The number of a reading, or of the innermost one by which this thread computes derived values if that is nil; and who reads.
  static func placeOfComputation(_ current: UnsafeMutablePointer<GraphReading>?) -> (number: UInt, reader: GraphNode?) {
    guard let reading = unsafe current ?? computing else { return (1, nil) }
    return unsafe (max(1, reading.pointee.id), reading.pointee.reader)
  }

  /// The derived values that this thread computes, the innermost one first.
  static var computedValues: [GraphNode] {
    var values: [GraphNode] = []
    var next = unsafe computing
    while let reading = unsafe next {
      if let value = unsafe reading.pointee.reader { values.append(value) }
      unsafe next = reading.pointee.outerComputing
    }
    return values
  }

  /// The number of the reading by which this thread computes a derived value, if it does, whatever else runs inside.
  static func id(computing derived: GraphNode) -> UInt? {
    var next = unsafe computing
    while let reading = unsafe next {
      if unsafe reading.pointee.reader == derived { return unsafe reading.pointee.id }
      unsafe next = reading.pointee.outerComputing
    }
    return nil
  }

  /// A reader reads now that has begun to in the graph.
  @inline(__always)
  mutating func start(_ reader: GraphNode) {
    (self.reader, hasBegun, cursor, revisited, mayBeNarrow) = (reader, true, nil, nil, false)
    expected = reader.firstDependency
    if unsafe knownLinks != nil { unsafe knownLinks = nil }
    id = ob_next_pass()
    ob_open_link_clear()
  }

  /// The reader has read all it wanted, and nobody reads now: others may, before this is started again, and mustn't find its links.
  @inline(__always)
  mutating func rest() {
    (reader, hasBegun, cursor, expected, revisited, id) = (nil, false, nil, nil, nil, 0)
    ob_open_link_clear()
  }

  // MARK: Reads

  /// Whether the reader has read fewer properties of the open link than the last time.
  @inline(__always)
  private var isLastNarrow: Bool { ob_open_link_is_narrow() }

  /// Goes on to another link.
  @inline(__always)
  private mutating func move(to link: GraphLink, isOpen: Bool) {
    assert(link.reader == reader, "A reader goes on to what another one depends on.")
    if isLastNarrow { mayBeNarrow = true }
    cursor = link
    if isOpen { link.open() } else { ob_open_link_clear() }
  }

  /// The reader is about to read these properties of the node that has this address, 0 for none.
  ///
  /// Most reads go on where the last reading went on from there, or take turns with others, if they come here at all: see
  /// `ob_is_of_open_link`.
  ///
  /// - Returns: False where there is more to do: see ``read(_:_:)``.
  @inline(__always)
  mutating func readNext(_ source: UInt, _ bits: UInt64) -> Bool {
    // No link leads from 0.
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

  /// The reader is about to read these properties of the node that has this address.
  mutating func read(_ source: UInt, _ bits: UInt64) {
    if let expected, expected.sourceAddress == source {
      self.expected = expected.nextDependency
      return visit(expected, bits)
    }
    if let cursor, cursor.sourceAddress == source { return see(bits, of: cursor) }
    readElsewhere(source, bits)
  }

  /// The reader is about to read this derived value: its link, if that comes next, whose versions the caller notes; else nil, and there is
  /// more to do.
  @inline(__always)
  mutating func readNext(_ derived: GraphNode) -> GraphLink? {
    guard let expected, expected.sourceAddress == derived.address else { return nil }
    self.expected = expected.nextDependency
    visit(expected, isOpen: false)
    return expected
  }

  /// The reader is about to read this derived value.
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

  /// Visits the next link.
  @inline(__always)
  private mutating func visit(_ link: GraphLink, isOpen: Bool = true) {
    assert(link.reading != id, "What comes next has been come by before.")
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

  /// Reads of a link that was visited before.
  @inline(__always)
  private func see(_ bits: UInt64, of link: GraphLink) {
    if link.mask & bits == bits { link.seen |= bits } else { widen(link, by: bits) }
  }

  /// Some of these properties haven't been read the last time.
  @inline(never)
  private func widen(_ link: GraphLink, by bits: UInt64) {
    link.seen |= bits
    if let source = link.source { Graph.withLock(of: source) { $0.widen(link, by: bits) } }
  }

  // MARK: Reads in another order

  @inline(never)
  private mutating func readElsewhere(_ source: UInt, _ bits: UInt64) {
    // A retired reader's dependencies belong to others.
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

  /// The link that comes next, if it leads from there.
  private mutating func nextLink(from source: UInt) -> GraphLink? {
    guard let cursor, let next = cursor.nextDependency, next.sourceAddress == source else { return nil }
    remember(cursor)
    return next
  }

  /// A link that this reading has visited, unless another read has taken its place in the memory.
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

  /// The cache of visited links, but for the last one. It is asked for once something is read in another order, and then
  /// keeps what has been read until then.
  private var knownLinksOfThread: UnsafeMutablePointer<ob_known_link> {
    mutating get {
      if let knownLinks = unsafe knownLinks { return unsafe knownLinks }
      let new = unsafe ob_known_links_of_thread()
      unsafe knownLinks = new
      expected = nil
      var next = cursor == nil ? nil : reader?.firstDependency
      while let link = next, link != cursor {
        remember(link)
        next = link.nextDependency
      }
      return unsafe new
    }
  }

  private mutating func register(_ source: GraphNode, _ bits: UInt64) {
    if reader == nil {
      reader = maker?.make()
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

  /// The link of what has been read. Other readings may have run since.
  @inline(__always)
  private mutating func comeBy(_ source: GraphNode, _ reader: GraphNode) -> GraphLink? {
    if let cursor, cursor.sourceAddress == source.address { return cursor }
    return comeByElsewhere(source, reader)
  }

  @inline(never)
  private mutating func comeByElsewhere(_ source: GraphNode, _ reader: GraphNode) -> GraphLink? {
    if let link = rememberedLink(from: source.address) { return link }
    return Graph.withLock(of: source) { $0.link(from: source, to: reader, of: id) }
  }

  /// A derived value has been read that may be too old.
  func inheritUnsettled(from source: GraphNode) {
    guard let reader, hasBegun else { return }
    Graph.withLock(of: reader) { $0.inheritUnsettled(from: source, to: reader) }
  }

  /// Notes which version of a derived value has been read.
  ///
  /// A reader that has used two isn't up to date with either, and a version may come back.
  @inline(__always)
  mutating func note(_ version: UInt32, of source: GraphNode) {
    guard let reader, let link = comeBy(source, reader) else { return }
    let versions = link.versions
    if versions.last == 0 {
      link.versions = versions.noting(version)
    } else if versions.last != version {
      link.versions = versions.mixed
    }
  }
}
