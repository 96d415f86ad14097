import CObservationRuntime
import Synchronization

/// A mutation of a property by hand that this thread is making: at some moment in it, the value is stored.
///
/// Nobody says when. So each read of a derived value in it begins with a mark of those that depend on the property, which are computed
/// again, whoever has done so since the mark before.
@safe
struct MutationByHand {
  /// The word of the model's registrar. It leads to no node until the model is tracked.
  private let word: UnsafePointer<Atomic<UInt>>
  /// The property; all where the model wasn't tracked when the mutation began.
  private let bits: UInt64
  /// How many derived values this thread had claimed when the mutation began.
  private let claimCount: Int
  private let outer: UnsafePointer<MutationByHand>?

  /// Runs `mutation`, which stores a property of a model.
  static func run<Result, Failure: Error>(
    in word: borrowing Atomic<UInt>,
    of bits: UInt64,
    _ mutation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // In their places: the registrar stays where it is, and this is on the stack for as long as it is the current one.
    try unsafe withUnsafePointer(to: word) { (word) throws(Failure) -> Result in
      let current = unsafe MutationByHand(
        word: word,
        bits: bits,
        claimCount: DerivedClaims.currentCount,
        outer: current
      )
      return try unsafe withUnsafePointer(to: current) { (pointer) throws(Failure) -> Result in
        unsafe ob_mutation_set(pointer)
        defer { unsafe ob_mutation_set(pointer.pointee.outer) }
        return try mutation()
      }
    }
  }

  private static var current: UnsafePointer<MutationByHand>? {
    // Set above alone, by a call that is still on this thread's stack.
    unsafe ob_mutation_current()?.assumingMemoryBound(to: MutationByHand.self)
  }

  /// Code inside the mutations of this thread is about to read a derived value. What that reads itself is computed at most once for it.
  @inline(never)
  static func markDerivedValues() {
    guard unsafe current?.pointee.claimCount == DerivedClaims.currentCount else { return }
    var next = unsafe current
    while let mutation = unsafe next {
      if let node = GraphNode(at: unsafe mutation.pointee.word.pointee.load(ordering: .acquiring)) {
        Graph.markDerivedValues(of: node, unsafe mutation.pointee.bits)
      }
      unsafe next = mutation.pointee.outer
    }
  }
}
