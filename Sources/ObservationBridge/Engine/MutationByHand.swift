import CObservationRuntime
import Synchronization

/// A mutation of a property by handwritten code, running on this thread. The value is stored at some moment during the
/// mutation. The moment isn't known. So each read of a derived value inside the mutation first marks the derived values
/// behind the property, which are then computed again, even if they have been computed since the previous mark.
@safe
struct MutationByHand {
  /// The word of the model's registrar. It's the address of a node once the model is tracked.
  private let word: UnsafePointer<Atomic<UInt>>
  /// The property; all properties if the model wasn't tracked when the mutation began.
  private let bits: UInt64
  /// The number of this thread's claims when the mutation began.
  private let claimCount: Int
  private let outer: StackReference<MutationByHand>?

  static func run<Result, Failure: Error>(
    in word: borrowing Atomic<UInt>,
    of bits: UInt64,
    _ mutation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The pointer is valid: the caller borrows the registrar's word.
    try unsafe withUnsafePointer(to: word) { (word) throws(Failure) -> Result in
      var current = unsafe MutationByHand(
        word: word,
        bits: bits,
        claimCount: DerivedClaim.count,
        outer: ofThread.current
      )
      return try ofThread.run(with: &current, mutation)
    }
  }

  @inline(__always)
  private static var ofThread: ThreadPointer<MutationByHand> { ThreadPointer(pointer: ob_current_mutation) }

  @inline(__always)
  static var isRunning: Bool { ofThread.isSet }

  /// Marks derived values before a read inside a mutation. Reads by the computation of another value don't mark.
  @inline(never)
  static func markDerivedValues() {
    guard ofThread.current?.value.claimCount == DerivedClaim.count else { return }
    var next = ofThread.current
    while let mutation = next {
      if let node = GraphNode(at: unsafe mutation.value.word.pointee.load(ordering: .acquiring)) {
        _ = Graph.withLock(ofAny: node) { $0.markDerivedValues(of: node, mutation.value.bits) }
      }
      next = mutation.value.outer
    }
  }
}
