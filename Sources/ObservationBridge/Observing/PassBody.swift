/// The closure of an observation, callable synchronously by code that has made sure of its isolation.
// Unchecked: a closure that isn't `Sendable` belongs to the isolation where all passes run, or was sent to an observation
// whose passes never run two at once.
struct PassBody: @unchecked Sendable {
  struct Isolated {
    let call: @isolated(any) (borrowing ObservationEvent) -> Void
  }

  private let call: (borrowing ObservationEvent) -> Void

  init(_ isolated: Isolated) {
    self = withoutIsolation(isolated)
  }

  /// For a closure that runs where the observation does.
  init(confined call: @escaping (borrowing ObservationEvent) -> Void) {
    self.call = call
  }

  /// Its words, for which nothing is released any more: a node of the graph keeps them.
  @inline(__always)
  consuming func intoRetainedWords() -> (UInt, UInt) {
    var body: PassBody? = self
    return unsafe withUnsafeTemporaryAllocation(of: PassBody.self, capacity: 1) { memory in
      if let body = body.take() { unsafe memory.initializeElement(at: 0, to: body) }
      return unsafe UnsafeRawBufferPointer(memory).load(as: (UInt, UInt).self)
    }
  }

  /// The one that has these words, and is released in their place.
  init(takingRetained words: (UInt, UInt)) {
    // Safe: nothing else becomes words.
    self = unsafe withUnsafeTemporaryAllocation(of: PassBody.self, capacity: 1) { memory in
      unsafe UnsafeMutableRawBufferPointer(memory).storeBytes(of: words, as: (UInt, UInt).self)
      return unsafe memory.moveElement(from: 0)
    }
  }

  /// Calls the one that has these words, which stay what they are. Call only on the isolation of the closure.
  // Another reference to the closure would cost a pass more than all else here.
  @inline(__always)
  static func call(retained words: (UInt, UInt), _ event: borrowing ObservationEvent) {
    let body = PassBody(takingRetained: words)
    body(event)
    _ = body.intoRetainedWords()
  }

  /// Call only on the isolation of the closure.
  func callAsFunction(_ event: borrowing ObservationEvent) {
    call(event)
  }
}
