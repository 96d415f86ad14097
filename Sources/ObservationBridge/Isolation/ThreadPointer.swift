import CObservationRuntime

/// A pointer of each thread. It leads to a value on the thread's stack for as long as a closure runs.
@safe
struct ThreadPointer<Value: ~Copyable> {
  fileprivate let pointer: ob_pointer

  @inline(__always)
  init(_ pointer: ob_pointer) {
    self.pointer = pointer
  }

  /// Whether this thread runs a closure with a value.
  @inline(__always)
  var isSet: Bool { unsafe ob_thread_pointer(pointer).pointee != nil }

  /// The value with which this thread runs its innermost closure.
  @inline(__always)
  var current: UnsafeMutablePointer<Value>? {
    // Set by `run` alone, which is still on this thread's stack.
    unsafe ob_thread_pointer(pointer).pointee?.assumingMemoryBound(to: Value.self)
  }

  /// Runs `body` with a value. Neither may suspend.
  @inline(__always)
  func run<Result: ~Copyable, Failure: Error>(
    with value: inout Value,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeMutablePointer(to: &value) { (value) throws(Failure) -> Result in
      try unsafe run(at: value, body)
    }
  }

  /// Runs `body` with the value at an address, which is valid until `body` returns.
  @inline(__always)
  func run<Result: ~Copyable, Failure: Error>(
    at address: UnsafeMutablePointer<Value>?,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = unsafe ob_thread_pointer(pointer).pointee
    unsafe ob_thread_pointer(pointer).pointee = UnsafeMutableRawPointer(address)
    defer { unsafe ob_thread_pointer(pointer).pointee = outer }
    return try body()
  }
}

/// A reference of each thread to an object, for as long as a closure runs.
struct ThreadObject<Object: AnyObject> {
  private let pointer: ob_pointer

  @inline(__always)
  init(_ pointer: ob_pointer) {
    self.pointer = pointer
  }

  /// Whether this thread runs a closure with an object.
  @inline(__always)
  var isSet: Bool { unsafe ob_thread_pointer(pointer).pointee != nil }

  /// The object with which this thread runs its innermost closure.
  @inline(__always)
  var current: Object? {
    // Set by `run` alone, which is still on this thread's stack, and keeps the object alive.
    unsafe ob_thread_pointer(pointer).pointee.map { unsafe Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Whether this is the current object.
  @inline(__always)
  func isAt(_ address: UnsafeRawPointer?) -> Bool {
    unsafe address == UnsafeRawPointer(ob_thread_pointer(pointer).pointee)
  }

  /// Runs `body` with an object, or with none.
  @inline(__always)
  func run<Result: ~Copyable, Failure: Error>(
    with object: Object?,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = unsafe ob_thread_pointer(pointer).pointee
    unsafe ob_thread_pointer(pointer).pointee = object.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
    defer {
      unsafe ob_thread_pointer(pointer).pointee = outer
      withExtendedLifetime(object) {}
    }
    return try body()
  }
}
