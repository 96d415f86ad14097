@testable import ObservationBridge

extension PassQueues {
  /// Whether an actor has a queue.
  static func exists(for actor: any Actor) -> Bool {
    [true, false].contains { keepsActor in
      entries.withLock { $0[PassQueue.Key(actor: ObjectIdentifier(actor), keepsActor: keepsActor)] != nil }
    }
  }
}
