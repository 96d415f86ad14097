import CObservationRuntime
import Synchronization

/// A mutation of a model by hand that this thread is making: at some moment in it, a value is stored.
///
/// Nobody says when. So a derived value that depends on the model is computed again by each read until the mutation is over.
@safe
struct MutationByHand {
  /// That of the model's registrar; it leads to no node until the model is tracked.
  private let word: UnsafePointer<Atomic<UInt>>
  private let bits: UInt64
  private let outer: UnsafePointer<MutationByHand>?

  /// Runs `mutation`, which stores properties of a model.
  static func run<Result, Failure: Error>(
    in word: borrowing Atomic<UInt>,
    of bits: UInt64,
    _ mutation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // In their places: the registrar stays where it is, and this is on the stack for as long as it is the current one.
    try unsafe withUnsafePointer(to: word) { (word) throws(Failure) -> Result in
      let current = unsafe MutationByHand(word: word, bits: bits, outer: current)
      return try unsafe withUnsafePointer(to: current) { (pointer) throws(Failure) -> Result in
        unsafe pointer.pointee.markDerivedValues()
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

  /// Has what this thread has read be computed by the next read, too.
  static func markDerivedValuesAgain() {
    if unsafe ob_claims_current() != nil { return }
    var next = unsafe current
    while let mutation = unsafe next {
      unsafe mutation.pointee.markDerivedValues()
      unsafe next = mutation.pointee.outer
    }
  }

  private func markDerivedValues() {
    ModelNode.markDerivedValues(unsafe word.pointee.load(ordering: .acquiring), bits)
  }
}
