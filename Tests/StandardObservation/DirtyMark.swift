import CObservationRuntime
@_spi(SwiftUI) import Observation
import Synchronization

/// The mark that another thread leaves when it changes what a tracking has read while that is still running.
///
/// The registrar of Swift 6.4 knows of each reading at once. Here nothing tells of one, so code that is being tracked says when:
/// ``watchReadsSoFar()``.
public final class DirtyMark: Sendable {
  enum Change {
    case willSet(AnyKeyPath?)
    case didSet(AnyKeyPath?)
  }

  private static let marks = Mutex<[UInt: [DirtyMark]]>([:])
  /// How often code has asked for marks. Mostly, none has.
  private static let watchCount = Atomic(0)

  // Unchecked: key paths are immutable, and the standard library itself hands them to any thread.
  private struct State: @unchecked Sendable {
    var change: Change?
  }

  private let state = Mutex(State())
  private let tracking: Observation.ObservationTracking

  private init(_ reads: Reads, of slot: UInt) {
    tracking = Observation.ObservationTracking(reads.list)
    Observation.ObservationTracking._installTracking(
      tracking,
      willSet: { [self] tracking in note(.willSet(tracking.changed), slot) },
      didSet: { [self] tracking in note(.didSet(tracking.changed), slot) }
    )
  }

  private func note(_ change: Change, _ slot: UInt) {
    // What the tracking changes itself is no matter.
    if unsafe UInt(bitPattern: ob_tracking_slot_get()) == slot { return }
    state.withLock { $0.change = change }
  }

  /// From now on changes by other threads of what the innermost tracking of this thread has read leave a mark.
  public static func watchReadsSoFar() {
    guard let slot = unsafe ob_tracking_slot_get(),
      let reads = unsafe slot.assumingMemoryBound(to: Reads?.self).pointee
    else { return }
    watchCount.add(1, ordering: .sequentiallyConsistent)
    let mark = DirtyMark(reads, of: UInt(bitPattern: slot))
    marks.withLock { $0[UInt(bitPattern: slot), default: []].append(mark) }
  }

  /// The change that was noted last, if any; from now on nothing is.
  static func take(of slot: UnsafeMutablePointer<Reads?>) -> Change? {
    if watchCount.load(ordering: .sequentiallyConsistent) == 0 { return nil }
    let marks = marks.withLock { $0.removeValue(forKey: UInt(bitPattern: slot)) } ?? []
    for mark in marks { mark.tracking.cancel() }
    return marks.compactMap { mark in mark.state.withLock { $0.change } }.last
  }
}
