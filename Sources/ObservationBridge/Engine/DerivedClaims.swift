import CObservationRuntime

/// The derived values that a thread has claimed to bring them up to date: a stack, in which each value was claimed for
/// the one below, or for a read.
@safe
struct DerivedClaims {
  private struct Claim: BitwiseCopyable {
    let value: GraphNode
    /// How far the check of the reader below had come: at its dependency on this value.
    let cursor: DependencyGraph.Cursor
  }

  private let stack: StackReference<GraphStack<Claim>>

  private init(_ stack: StackReference<GraphStack<Claim>>) {
    self.stack = stack
  }

  /// Runs `body` with the claims of this thread.
  @inline(__always)
  static func run<Result>(_ body: (DerivedClaims) -> Result) -> Result {
    if let known = ofThread.current { return body(DerivedClaims(known)) }
    return GraphStack<Claim>.run { stack in
      StackReference.with(&stack) { stack in
        ofThread.run(at: stack) { body(DerivedClaims(stack)) }
      }
    }
  }

  var count: Int { stack.value.count }

  /// The number of this thread's claims.
  static var currentCount: Int { ofThread.current?.value.count ?? 0 }

  @inline(__always)
  private static var ofThread: ThreadPointer<GraphStack<Claim>> { ThreadPointer(ob_current_claims) }

  /// The value that was claimed last.
  var last: GraphNode? { stack.value.top?.value }

  /// Whether this thread has claimed a value.
  func contain(_ value: GraphNode) -> Bool {
    value.isHeld && stack.value.contains { $0.value == value }
  }

  /// Whether a value is among the first `count` claims of this thread.
  func contain(_ value: GraphNode, amongFirst count: Int) -> Bool {
    stack.value.contains(amongFirst: count) { $0.value == value }
  }

  /// Adds a value that this thread has claimed in the graph.
  @inline(__always)
  func add(_ value: GraphNode, at cursor: DependencyGraph.Cursor = DependencyGraph.Cursor()) {
    stack.value.push(Claim(value: value, cursor: cursor))
  }

  /// Removes the last claim.
  ///
  /// - Returns: How far the check of its reader had come.
  @inline(__always)
  @discardableResult
  func removeLast() -> DependencyGraph.Cursor {
    stack.value.pop()?.cursor ?? DependencyGraph.Cursor()
  }
}
