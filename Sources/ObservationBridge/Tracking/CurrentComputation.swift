import CObservationRuntime

/// The derived value being computed by this thread.
enum CurrentComputation {
  static var value: DerivedNode? { ofThread.current }

  @inline(__always)
  static var isRunning: Bool { ofThread.isSet }

  @inline(__always)
  private static var ofThread: ThreadObject<DerivedNode> { ThreadObject(pointer: ob_current_computation) }

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
    let outer = threadContext.own_computation
    threadContext.own_computation = ob_own_computation(
      value: UInt(bitPattern: ObjectIdentifier(value)),
      number: ob_next_pass(),
      reading: UInt(bitPattern: unsafe GraphReading.current?.address),
      list: ob_current_list()
    )
    defer { threadContext.own_computation = outer }
    return try run(of: value, body)
  }

  static func leave<Result>(_ body: () -> Result) -> Result {
    ofThread.run(with: nil, body)
  }

  /// Whether this thread's uncached computation has created a model; false if a foreign tracking has begun inside it.
  static func hasMadeForItself(_ model: GraphNode) -> Bool {
    let own = threadContext.own_computation
    guard isRunning, ofThread.isAt(own.value), own.list == ob_current_list() else { return false }
    return model.computation == own.number
  }

  /// The unique number of the current computation, and the node to which its reads belong. Called inside a computation.
  static var place: (number: UInt, reader: GraphNode?) {
    let own = threadContext.own_computation
    let current = GraphReading.current
    if ofThread.isAt(own.value), unsafe current == nil || UInt(bitPattern: current?.address) == own.reading {
      // The reading is on the stack until the computation returns.
      let reading = unsafe StackReference<GraphReading>(UnsafeMutableRawPointer(bitPattern: own.reading))
      return (own.number, reading?.value.reader)
    }
    guard let reading = current ?? GraphReading.computing.current else { return (1, nil) }
    return (max(1, reading.value.id), reading.value.reader)
  }
}
