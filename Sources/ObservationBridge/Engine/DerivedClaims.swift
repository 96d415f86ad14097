import CObservationRuntime

/// The derived values that a thread has claimed, to bring them up to date: each for the claim before it, or for a read.
@safe
struct DerivedClaims {
  private struct Claim: BitwiseCopyable {
    let value: GraphNode
    /// How far the look has come at what comes before, which leads to the value.
    let cursor: DependencyGraph.Cursor
  }

  private let stack: UnsafeMutablePointer<GraphStack<Claim>>

  private init(_ stack: UnsafeMutablePointer<GraphStack<Claim>>) {
    unsafe self.stack = stack
  }

  /// Runs `body` with those of this thread.
  @inline(__always)
  static func run<Result>(_ body: (DerivedClaims) -> Result) -> Result {
    // Set below alone, by a call that is still on this thread's stack.
    if let known = unsafe ob_claims_current()?.assumingMemoryBound(to: GraphStack<Claim>.self) {
      return unsafe body(DerivedClaims(known))
    }
    return GraphStack<Claim>.run { stack in
      unsafe withUnsafeMutablePointer(to: &stack) { stack in
        unsafe ob_claims_set(stack)
        defer { ob_claims_set(nil) }
        return unsafe body(DerivedClaims(stack))
      }
    }
  }

  var count: Int { unsafe stack.pointee.count }

  /// How many values this thread has claimed.
  static var currentCount: Int {
    // As above.
    unsafe ob_claims_current()?.assumingMemoryBound(to: GraphStack<Claim>.self).pointee.count ?? 0
  }

  /// The value that was claimed last.
  var last: GraphNode? { unsafe stack.pointee.top?.value }

  /// Whether this thread has claimed a value.
  func contain(_ value: GraphNode) -> Bool {
    unsafe value.isHeld && stack.pointee.contains { $0.value == value }
  }

  /// Whether a value is one of those that this thread claimed first.
  func contain(_ value: GraphNode, amongFirst count: Int) -> Bool {
    unsafe stack.pointee.contains(amongFirst: count) { $0.value == value }
  }

  /// This thread has claimed a value in the graph.
  @inline(__always)
  func add(_ value: GraphNode, at cursor: DependencyGraph.Cursor = DependencyGraph.Cursor()) {
    unsafe stack.pointee.push(Claim(value: value, cursor: cursor))
  }

  /// The value that was claimed last is up to date.
  ///
  /// - Returns: How far the look had come that has led to it.
  @inline(__always)
  @discardableResult
  func removeLast() -> DependencyGraph.Cursor {
    unsafe stack.pointee.pop()?.cursor ?? DependencyGraph.Cursor()
  }
}
