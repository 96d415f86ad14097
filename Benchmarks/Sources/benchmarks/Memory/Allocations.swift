import CMeasuring

/// What the process allocates while some code runs. Nothing else may run meanwhile.
enum Allocations {
  static var canBeCounted: Bool { allocations_can_be_counted() }

  /// How many blocks are allocated.
  static func count(_ body: () async -> Void) async -> Double {
    allocations_start()
    await body()
    allocations_stop()
    return canBeCounted ? Double(allocations_count()) : .nan
  }

  /// How many bytes more are allocated afterwards than before.
  static func bytes(_ body: () async -> Void) async -> Double {
    allocations_start()
    await body()
    allocations_stop()
    return canBeCounted ? Double(allocations_live_bytes()) : .nan
  }
}
