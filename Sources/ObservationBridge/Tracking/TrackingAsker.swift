import CObservationRuntime
import Observation

/// Asks whether the standard library tracks the reads of this thread, with the help of a private property.
///
/// Each read of a registrar model asks, so the object belongs to one thread and needs no lock. The question is a read,
/// too: a tracking is registered with this object as well, and stays registered until one of its properties changes.
/// All captures of its closure would stay with this object, even after the deallocation of the models. So an object
/// that a tracking has read is replaced as soon as the thread is outside of all trackings. From Swift 6.4 on, a foreign
/// tracking with the `.deinit` option is notified of this deallocation.
// Unchecked: one thread uses it, and then the queue that releases it.
final class TrackingAsker: Observable, @unchecked Sendable {
  private let registrar = ObservationRegistrar()
  private let question = \TrackingAsker[.question]
  /// Whether a tracking has read this object.
  private var isRead = false

  private subscript(place: CancellationProbe.Place) -> Void { () }

  static var isTracking: Bool {
    // Set only by `makeForThread`, which retains the object for this thread.
    guard let asker = unsafe ob_this_thread().pointee.asker else { return makeForThread() }
    return unsafe Unmanaged<TrackingAsker>.fromOpaque(asker)._withUnsafeGuaranteedRef { $0.ask() }
  }

  private func ask() -> Bool {
    unsafe ob_this_thread().pointee.probe_answer = ob_probe_answer(isTracked: false, hasMark: false)
    registrar.access(self, keyPath: question)
    let isTracked = unsafe ob_this_thread().pointee.probe_answer.isTracked
    if _slowPath(isTracked != isRead) { note(isTracked) }
    return isTracked
  }

  @inline(never)
  private static func makeForThread() -> Bool {
    let asker = TrackingAsker()
    unsafe setForThread(Unmanaged.passRetained(asker).toOpaque())
    return asker.ask()
  }

  @inline(never)
  private func note(_ isTracked: Bool) {
    if isTracked {
      isRead = true
      return
    }
    unsafe Self.setForThread(nil)
    let retained = unsafe Unmanaged.passUnretained(self)
    // Released later: a read must release nothing. Nor is the thread outside of the tracking for good: the arguments of
    // a tracking are evaluated after its reads, and before its registration, and their reads come here.
    ReportQueue.current.add(after: .milliseconds(10)) { _ in unsafe retained.release() }
  }

  private static func setForThread(_ asker: UnsafeMutableRawPointer?) {
    unsafe ob_asker_set(asker) { unsafe Unmanaged<TrackingAsker>.fromOpaque($0).release() }
  }
}
