import CObservationRuntime

/// The derived value that this thread computes.
enum CurrentComputation {
  static var value: DerivedNode? { ofThread.current }

  @inline(__always)
  static var isRunning: Bool { ofThread.isSet }

  @inline(__always)
  private static var ofThread: ThreadObject<DerivedNode> { ThreadObject(ob_current_computation) }

  /// Runs `body` as code that computes a value.
  @inline(__always)
  static func run<Result, Failure: Error>(
    of value: DerivedNode,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try ofThread.run(with: value, body)
  }

  /// Runs an uncached computation for the current reader only, because another thread is computing the value.
  static func runForItself<Result, Failure: Error>(
    of value: DerivedNode,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = unsafe ob_this_thread().pointee.own_computation
    let address = unsafe UnsafeRawPointer(Unmanaged.passUnretained(value).toOpaque())
    let reading = unsafe GraphReading.current?.address
    let list = unsafe UnsafeRawPointer(ob_current_list())
    unsafe ob_this_thread().pointee.own_computation = ob_own_computation(
      value: address,
      number: ob_next_pass(),
      reading: reading,
      list: list
    )
    defer { unsafe ob_this_thread().pointee.own_computation = outer }
    return try run(of: value, body)
  }

  /// Runs `body` as code outside any computation.
  static func leave<Result>(_ body: () -> Result) -> Result {
    ofThread.run(with: nil, body)
  }

  /// The number of the uncached computation that this thread runs; 0 if there is none, or if a tracking of the standard
  /// library has begun inside it.
  static var ownNumber: UInt {
    let own = unsafe ob_this_thread().pointee.own_computation
    guard isRunning, unsafe ofThread.isAt(own.value), unsafe own.list == UnsafeRawPointer(ob_current_list())
    else { return 0 }
    return unsafe own.number
  }

  /// The unique number of the current computation, and the node to which its reads belong. Called inside a computation.
  static var place: (number: UInt, reader: GraphNode?) {
    let own = unsafe ob_this_thread().pointee.own_computation
    let current = GraphReading.current
    if unsafe ofThread.isAt(own.value), unsafe current == nil || current?.address == own.reading {
      // The reading is on the stack until the computation returns.
      return unsafe (own.number, own.reading?.assumingMemoryBound(to: GraphReading.self).pointee.reader)
    }
    return GraphReading.placeOfComputation(current)
  }
}
