import CObservationRuntime

/// A read of a property that is to bring its derived value up to date: see ``DerivedNode/pull()``.
///
/// It may lead to something else: a subclass overrides the property, say, and this thread computes the override right now. Then it isn't what is
/// computed that reads the override once more, and no cycle. Whoever reads it inside computes it for itself.
@safe
struct DerivedPull: ~Copyable {
  /// How many values this thread had claimed before.
  private let claimCount = DerivedClaims.currentCount
  /// Those that are being computed for whoever reads them inside.
  private var ownComputations: [GraphNode] = []

  private init() {}

  /// Runs `body`, which reads the property.
  static func run(_ body: () -> Void) {
    var pull = DerivedPull()
    // On the stack for as long as it's the innermost one.
    unsafe withUnsafeMutablePointer(to: &pull) { pull in
      let outer = unsafe ob_pull_current()
      unsafe ob_pull_set(pull)
      body()
      unsafe ob_pull_set(outer)
    }
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
