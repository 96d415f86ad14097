import CObservationRuntime

/// The derived value that this thread computes.
enum CurrentComputation {
  static var value: UnsafeRawPointer? { unsafe ob_computation_current() }

  /// Runs `body` as code that computes a value.
  @inline(__always)
  static func run<Result, Failure: Error>(
    of value: AnyObject,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = unsafe ob_computation_current()
    unsafe ob_computation_set(Unmanaged.passUnretained(value).toOpaque())
    defer { unsafe ob_computation_set(outer) }
    return try body()
  }

  /// Runs a computation whose result isn't kept, because another thread computes the value: only this thread's reader gets it.
  static func runForItself<Result, Failure: Error>(
    of value: AnyObject,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = unsafe ob_own_computation_current()
    let address = unsafe UnsafeRawPointer(Unmanaged.passUnretained(value).toOpaque())
    let reading = unsafe UnsafeMutableRawPointer(GraphReading.current)
    let list = unsafe UnsafeRawPointer(ob_current_list())
    unsafe ob_own_computation_set(
      ob_own_computation(value: address, number: ob_next_pass(), reading: reading, list: list)
    )
    defer { unsafe ob_own_computation_set(outer) }
    return try run(of: value, body)
  }

  /// Runs `body` as code that computes nothing.
  static func leave<Result>(_ body: () -> Result) -> Result {
    let computation = unsafe ob_computation_current()
    ob_computation_set(nil)
    defer { unsafe ob_computation_set(computation) }
    return body()
  }

  /// The number of a computation whose result isn't kept, if that is what this thread runs, and no tracking of the standard library has
  /// begun in
  /// it; 0 otherwise.
  static var ownNumber: UInt {
    let own = unsafe ob_own_computation_current()
    guard let current = unsafe value, unsafe own.value == current,
      unsafe own.list == UnsafeRawPointer(ob_current_list())
    else { return 0 }
    return unsafe own.number
  }

  /// A number that no other computation has, and who reads what it reads. Asked inside one.
  static var place: (number: UInt, reader: GraphNode?) {
    let own = unsafe ob_own_computation_current()
    let current = unsafe GraphReading.current
    if unsafe own.value == value, unsafe current == nil || UnsafeMutableRawPointer(current) == own.reading {
      // On the stack for as long as that computation runs.
      return unsafe (own.number, own.reading?.assumingMemoryBound(to: GraphReading.self).pointee.reader)
    }
    return unsafe GraphReading.placeOfComputation(current)
  }
}
