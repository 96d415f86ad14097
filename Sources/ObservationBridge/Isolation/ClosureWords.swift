/// The two words of a closure, which count as one reference to its context; or none.
///
/// The compiler retains a closure loaded from memory for the duration of the call, which often costs more than the
/// call. These words aren't retained: the code that holds the words makes sure that no other code takes the closure
/// during a call.
@usableFromInline
@safe
struct ClosureWords<Holder> {
  @usableFromInline let words: (UInt, UInt)

  @inlinable
  static var none: Self { Self((0, 0)) }

  // The first word is the address of a function.
  @inlinable
  var isNone: Bool { words.0 == 0 }

  /// The words of a retained closure.
  @inlinable
  @inline(__always)
  init(_ words: (UInt, UInt)) {
    self.words = words
  }

  /// Retains the closure in `holder`, a structure of one closure.
  @inlinable
  @inline(__always)
  init(retaining holder: consuming Holder) {
    assert(MemoryLayout<Holder>.size == MemoryLayout<(UInt, UInt)>.size, "What is kept isn't one closure.")
    var holder: Holder? = holder
    words = unsafe withUnsafeTemporaryAllocation(of: Holder.self, capacity: 1) { memory in
      if let holder = holder.take() { unsafe memory.initializeElement(at: 0, to: holder) }
      return unsafe UnsafeRawBufferPointer(memory).load(as: (UInt, UInt).self)
    }
  }

  /// Returns the closure. From now on, these words don't keep the closure alive.
  // Safe: the words always come from a `Holder`.
  @inlinable
  @inline(__always)
  func take() -> Holder {
    unsafe withUnsafeTemporaryAllocation(of: Holder.self, capacity: 1) { memory in
      unsafe UnsafeMutableRawBufferPointer(memory).storeBytes(of: words, as: (UInt, UInt).self)
      return unsafe memory.moveElement(from: 0)
    }
  }

  /// Releases the closure, if any.
  // Inlined: generic code would ask the runtime for the type of these words.
  @inline(__always)
  func release() {
    if !isNone { _ = take() }
  }

  @inlinable
  @inline(__always)
  func withHolder<Result, Failure: Error>(_ body: (borrowing Holder) throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    let holder = take()
    do throws(Failure) {
      let result = try body(holder)
      _ = ClosureWords(retaining: consume holder)
      return result
    } catch {
      _ = ClosureWords(retaining: consume holder)
      throw error
    }
  }
}
