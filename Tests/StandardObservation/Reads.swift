import CObservationRuntime
@_spi(SwiftUI) import Observation
import Synchronization

/// What a tracking has read: the standard library's list, looked into.
// Unchecked, as the standard library's own is: values that never change, of what any thread may use.
struct Reads: @unchecked Sendable {
  typealias AccessList = Observation.ObservationTracking._AccessList

  private struct Entry {
    let context: AnyObject
    var properties: Set<AnyKeyPath>
  }

  private var entries: [ObjectIdentifier: Entry]

  var list: AccessList {
    // Safe: the exact backend's check of itself has compared the layouts of this toolchain.
    unsafe unsafeBitCast(entries, to: AccessList.self)
  }

  /// One list for each object.
  var listsOfObjects: [AccessList] {
    entries.map { Reads(entries: [$0.key: $0.value]).list }
  }

  private mutating func formUnion(_ other: Reads) {
    for (key, entry) in other.entries { entries[key, default: entry].properties.formUnion(entry.properties) }
  }

  /// Runs `apply` with its reads going to `reads`; a tracking around it gets them as well when it ends.
  static func collect<Result: ~Copyable, Failure: Error>(
    into reads: inout Reads?,
    missing change: inout DirtyMark.Change?,
    _ apply: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(ob_tracking_slot_exists(), "The library for observation isn't one that this stand-in knows.")
    let outer = unsafe ob_tracking_slot_get()
    return try unsafe withUnsafeMutablePointer(to: &reads) { (reads) throws(Failure) -> Result in
      unsafe ob_tracking_slot_set(reads)
      defer {
        if let inner = unsafe reads.pointee, let outer = unsafe outer?.assumingMemoryBound(to: Reads?.self) {
          var both = unsafe outer.pointee ?? inner
          both.formUnion(inner)
          unsafe outer.pointee = both
        }
        unsafe ob_tracking_slot_set(outer)
        change = unsafe DirtyMark.take(of: reads)
      }
      return try apply()
    }
  }
}
