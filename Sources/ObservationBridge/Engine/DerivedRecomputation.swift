import CObservationRuntime

/// A read of a property by which its derived value is brought up to date: see ``DerivedNode/recompute()``.
///
/// The read may reach another getter. Say a subclass overrides the property, and this thread is computing the override
/// when a check pulls the superclass's value: the read then reaches the override once more. This is no cycle; the
/// override is computed without caching the result.
@safe
@usableFromInline
struct DerivedRecomputation: ~Copyable {
  /// The number of this thread's claims before the recomputation.
  private let claimCount = DerivedClaim.count
  /// The values that are being computed, uncached, for code that reads them inside the getter.
  private var ownComputations: [GraphNode] = []
  /// The name of the getter to reach; nil once it has been called.
  private var expectedGetter: StaticString?

  static func run(_ body: () -> Void) { _ = reaches(nil, body) }

  /// Whether `body`, which reads a property, calls the getter of a derived property of this name.
  static func reaches(_ getter: StaticString?, _ body: () -> Void) -> Bool {
    var recomputation = DerivedRecomputation(expectedGetter: getter)
    ofThread.run(with: &recomputation, body)
    return recomputation.expectedGetter == nil
  }

  /// Notes that the getter of a derived property has been called; always true.
  @usableFromInline
  static func note(_ getter: StaticString) -> Bool {
    if let recomputation = ofThread.current, let expected = recomputation.value.expectedGetter,
      expected.description == getter.description
    {
      recomputation.value.expectedGetter = nil
    }
    return true
  }

  private static var ofThread: ThreadPointer<DerivedRecomputation> { ThreadPointer(pointer: ob_current_recomputation) }

  /// Whether a value being computed by this thread may be read without a cycle, for an uncached result.
  static func permitsRead(of node: GraphNode) -> Bool {
    guard let recomputation = ofThread.current else { return false }
    return DerivedClaim.isOfThread(node, amongFirst: recomputation.value.claimCount)
      && !recomputation.value.ownComputations.contains(node)
  }

  /// Runs `body`, which computes an uncached result of a value.
  static func whileComputing<Result, Failure: Error>(
    _ node: GraphNode,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let recomputation = ofThread.current else { return try body() }
    recomputation.value.ownComputations.append(node)
    defer { _ = recomputation.value.ownComputations.popLast() }
    return try body()
  }
}
