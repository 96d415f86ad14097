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

  /// Runs `body` as code that computes nothing.
  static func leave<Result>(_ body: () -> Result) -> Result {
    let computation = unsafe ob_computation_current()
    ob_computation_set(nil)
    defer { unsafe ob_computation_set(computation) }
    return body()
  }
}
