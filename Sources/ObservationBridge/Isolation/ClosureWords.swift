/// A closure as two words, which count as one reference; or none.
///
/// The compiler retains a closure that it loads from memory for as long as it's called, which costs more than many a call. These aren't
/// retained: whoever has them sees to it that nobody takes the closure meanwhile.
@usableFromInline
@safe
struct ClosureWords<Holder> {
  @usableFromInline let words: (UInt, UInt)

  /// No closure.
  @inlinable
  static var none: Self { Self((0, 0)) }

  // The first one is the address of a function.
  @inlinable
  var isNone: Bool { words.0 == 0 }

  /// The words of a retained closure.
  @inlinable
  @inline(__always)
  init(_ words: (UInt, UInt)) {
    self.words = words
  }

  /// Keeps the closure that a value consists of.
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

  /// The closure, which from now on isn't kept by these.
  // Safe: nothing else becomes words.
  @inlinable
  @inline(__always)
  func take() -> Holder {
    unsafe withUnsafeTemporaryAllocation(of: Holder.self, capacity: 1) { memory in
      unsafe UnsafeMutableRawBufferPointer(memory).storeBytes(of: words, as: (UInt, UInt).self)
      return unsafe memory.moveElement(from: 0)
    }
  }

  /// Runs `body`, which calls the closure.
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
