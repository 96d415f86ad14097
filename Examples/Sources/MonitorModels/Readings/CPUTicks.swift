/// How long a processor was busy and idle since the machine started. The unit is the system's own.
package struct CPUTicks: Equatable, Sendable {
  package var busy: UInt64
  package var idle: UInt64

  /// The part of the time since an earlier reading in which it was busy.
  package func busyShare(since earlier: CPUTicks) -> Double {
    let busy = busy.increase(since: earlier.busy)
    let idle = idle.increase(since: earlier.idle)
    return busy + idle == 0 ? 0 : Double(busy) / Double(busy + idle)
  }
}
