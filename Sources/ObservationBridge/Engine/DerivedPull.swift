import CObservationRuntime

/// A read of a property that is to bring its derived value up to date: see ``DerivedNode/pull()``.
///
/// It may lead to something else: a subclass overrides the property, say, and this thread computes the override right now. Then it isn't
/// what is
/// computed that reads the override once more, and no cycle. Whoever reads it inside computes it for itself.
@safe
@usableFromInline
struct DerivedPull: ~Copyable {
  /// How many values this thread had claimed before.
  private let claimCount = DerivedClaims.currentCount
  /// The values that are being computed, uncached, for code that reads them inside the getter.
  private var ownComputations: [GraphNode] = []
  /// The getter that is to be reached, until it has been.
  private var expectedGetter: StaticString?

  private init(_ expectedGetter: StaticString?) {
    self.expectedGetter = expectedGetter
  }

  /// Runs `body`, which reads the property.
  static func run(_ body: () -> Void) { _ = run(nil, body) }

  /// Whether `body`, which reads a property, calls the getter of a derived property of this name.
  static func reaches(_ getter: StaticString, _ body: () -> Void) -> Bool { run(getter, body) }

  private static func run(_ getter: StaticString?, _ body: () -> Void) -> Bool {
    var pull = DerivedPull(getter)
    // On the stack for as long as it's the innermost one.
    unsafe withUnsafeMutablePointer(to: &pull) { pull in
      let outer = unsafe ob_pull_current()
      unsafe ob_pull_set(pull)
      body()
      unsafe ob_pull_set(outer)
    }
    return pull.expectedGetter == nil
  }

  /// Notes that the getter of a derived property has been called; always true.
  @usableFromInline
  static func note(_ getter: StaticString) -> Bool {
    if let pull = unsafe current, let expected = unsafe pull.pointee.expectedGetter,
      expected.description == getter.description
    {
      unsafe pull.pointee.expectedGetter = nil
    }
    return true
  }

  private static var current: UnsafeMutablePointer<DerivedPull>? {
    unsafe ob_pull_current()?.assumingMemoryBound(to: DerivedPull.self)
  }

  /// Whether a value that this thread computes may be read all the same, and has to be computed for whoever does.
  static func permitsRead(of node: GraphNode, _ claims: DerivedClaims) -> Bool {
    guard let pull = unsafe current else { return false }
    return unsafe claims.contain(node, amongFirst: pull.pointee.claimCount)
      && !pull.pointee.ownComputations.contains(node)
  }

  /// Runs `body`, which computes a value for whoever reads it.
  static func whileComputing<Result, Failure: Error>(
    _ node: GraphNode,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let pull = unsafe current else { return try body() }
    unsafe pull.pointee.ownComputations.append(node)
    defer { unsafe _ = pull.pointee.ownComputations.popLast() }
    return try body()
  }
}
