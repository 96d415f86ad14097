/// A closure, callable synchronously by code that has made sure of its isolation.
@usableFromInline
struct SynchronousClosure<Result, Failure: Error> {
  @usableFromInline
  struct Isolated {
    @usableFromInline let call: @isolated(any) () throws(Failure) -> Result

    @inlinable
    init(_ call: @escaping @isolated(any) () throws(Failure) -> Result) {
      self.call = call
    }
  }

  /// Call only on the isolation of the closure.
  @usableFromInline let call: () throws(Failure) -> Result
}

/// A closure with an argument and a result, callable synchronously by code that has made sure of its isolation.
@usableFromInline
struct SynchronousFunction<Argument, Result, Failure: Error> {
  @usableFromInline
  struct Isolated {
    @usableFromInline let call: @isolated(any) (Argument) throws(Failure) -> Result

    @inlinable
    init(_ call: @escaping @isolated(any) (Argument) throws(Failure) -> Result) {
      self.call = call
    }
  }

  /// Call only on the isolation of the closure.
  @usableFromInline let call: (Argument) throws(Failure) -> Result
}

/// A closure with an argument, callable synchronously by code that has made sure of its isolation.
///
/// As a ``SynchronousFunction`` without a result, the closure would need a reabstraction thunk, and the compiler of
/// Swift 6.3 crashes on such a thunk.
@usableFromInline
struct SynchronousHandler<Argument> {
  @usableFromInline
  struct Isolated {
    @usableFromInline let call: @isolated(any) (Argument) -> Void

    @inlinable
    init(_ call: @escaping @isolated(any) (Argument) -> Void) {
      self.call = call
    }
  }

  /// Call only on the isolation of the closure.
  @usableFromInline let call: (Argument) -> Void
}

/// A closure with a result, callable synchronously by code that has made sure of its isolation.
struct SynchronousReader<Value> {
  struct Isolated {
    let call: @isolated(any) () -> Value
  }

  /// Call only on the isolation of the closure.
  let call: () -> Value
}

/// Converts a structure of one `@isolated(any)` closure into a structure of one closure without isolation. Code that
/// has made sure of the isolation can call the latter synchronously.
///
/// The type system offers no such conversion. The standard library's `Observations` does the same internally.
@inlinable
func withoutIsolation<Isolated, Synchronous>(_ closure: Isolated) -> Synchronous {
  // Safe: both structures are a function pointer and a context, with one calling convention.
  unsafe unsafeBitCast(closure, to: Synchronous.self)
}
