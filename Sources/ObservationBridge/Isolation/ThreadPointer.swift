import CObservationRuntime

extension ob_pointer {
  /// The address with which the current thread runs its innermost closure; nil outside.
  @inline(__always)
  fileprivate var address: UnsafeMutableRawPointer? { unsafe ob_thread_pointer(self).pointee }

  /// Runs `body`, which mustn't suspend, with another address.
  @inline(__always)
  fileprivate func run<Result: ~Copyable, Failure: Error>(
    with address: UnsafeMutableRawPointer?,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = unsafe self.address
    unsafe ob_thread_pointer(self).pointee = address
    defer { unsafe ob_thread_pointer(self).pointee = outer }
    return try body()
  }
}

/// A pointer of each thread to a value on its stack, for as long as a closure runs.
struct ThreadPointer<Value: ~Copyable> {
  let pointer: ob_pointer

  @inline(__always)
  var isSet: Bool { unsafe pointer.address != nil }

  @inline(__always)
  var current: StackReference<Value>? {
    // Set by `run` alone, which is still on this thread's stack.
    unsafe StackReference(pointer.address)
  }

  /// Runs `body`, which mustn't suspend, with a value.
  @inline(__always)
  func run<Result: ~Copyable, Failure: Error>(
    with value: inout Value,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try StackReference.with(&value) { (value) throws(Failure) -> Result in try run(at: value, body) }
  }

  @inline(__always)
  func run<Result: ~Copyable, Failure: Error>(
    at value: StackReference<Value>,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe pointer.run(with: value.address, body)
  }
}

/// A reference to a value on this thread's stack, for code that is called while the value is there.
// Safe: the owner of the value calls all code with the reference, and the reference isn't kept.
@safe
struct StackReference<Value: ~Copyable> {
  private let pointer: UnsafeMutablePointer<Value>

  @inline(__always)
  init(_ pointer: UnsafeMutablePointer<Value>) {
    unsafe self.pointer = pointer
  }

  /// A reference from ``address``; nil for none.
  @inline(__always)
  init?(_ address: UnsafeMutableRawPointer?) {
    guard let pointer = unsafe address?.assumingMemoryBound(to: Value.self) else { return nil }
    unsafe self.pointer = pointer
  }

  @inline(__always)
  static func with<Result: ~Copyable, Failure: Error>(
    _ value: inout Value,
    _ body: (StackReference) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeMutablePointer(to: &value) { (pointer) throws(Failure) -> Result in
      try unsafe body(StackReference(pointer))
    }
  }

  @inline(__always)
  var address: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(pointer) }

  @inline(__always)
  var value: Value {
    _read { yield unsafe pointer.pointee }
    nonmutating _modify { yield unsafe &pointer.pointee }
  }
}

/// A reference of each thread to an object, for as long as a closure runs.
struct ThreadObject<Object: AnyObject> {
  let pointer: ob_pointer

  @inline(__always)
  var isSet: Bool { unsafe pointer.address != nil }

  @inline(__always)
  var current: Object? {
    // Set by `run` alone, which is still on this thread's stack, and keeps the object alive.
    unsafe pointer.address.map { unsafe Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }

  @inline(__always)
  func isAt(_ other: UInt) -> Bool { unsafe UInt(bitPattern: pointer.address) == other }

  /// Runs `body`, which mustn't suspend, with an object, or with none.
  @inline(__always)
  func run<Result: ~Copyable, Failure: Error>(
    with object: Object?,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(object) {} }
    return try unsafe pointer.run(with: object.map { unsafe Unmanaged.passUnretained($0).toOpaque() }, body)
  }
}

/// What this thread runs, as numbers, and as addresses that are only compared.
var threadContext: ob_context {
  @inline(__always) _read { yield unsafe ob_this_thread().pointee.context }
  @inline(__always) _modify { yield unsafe &ob_this_thread().pointee.context }
}
