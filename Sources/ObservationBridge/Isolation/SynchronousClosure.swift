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

  @inlinable
  init(_ isolated: Isolated) {
    self = withoutIsolation(isolated)
  }
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

  @inlinable
  init(_ isolated: Isolated) {
    self = withoutIsolation(isolated)
  }
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

  @inlinable
  init(_ isolated: Isolated) {
    self = withoutIsolation(isolated)
  }
}

/// A closure with a result, callable synchronously by code that has made sure of its isolation.
struct SynchronousReader<Value> {
  struct Isolated {
    let call: @isolated(any) () -> Value
  }

  /// Call only on the isolation of the closure.
  let call: () -> Value

  init(_ isolated: Isolated) {
    self = withoutIsolation(isolated)
  }
}
