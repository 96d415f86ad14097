import CObservationRuntime
import Observation

/// Asks whether the standard library tracks what this thread reads, by a property that nobody else knows.
///
/// Each read of a registrar model asks, so that the object belongs to one thread, and no lock guards it. The question is a read, too: if
/// there is
/// a tracking, that is registered with this object as well, and stays registered until something changes that it has read. All that its
/// closure captures would stay with it, though the models that it has read may be gone. So an object that a tracking has read is
/// replaced as soon as the thread is in no tracking. From Swift 6.4 on, a foreign tracking with the `.deinit` option is notified of that.
// Unchecked: one thread uses it, and then the queue that releases it.
final class TrackingAsker: Observable, @unchecked Sendable {
  private let registrar = ObservationRegistrar()
  private let question = \TrackingAsker[.question]
  /// Whether a tracking has read this.
  private var isRead = false

  private subscript(place: CancellationProbe.Place) -> Void { () }

  static var isTracking: Bool {
    // Set by `makeForThread`, which retains it for this thread.
    guard let asker = unsafe ob_asker_current() else { return makeForThread() }
    return unsafe Unmanaged<TrackingAsker>.fromOpaque(asker)._withUnsafeGuaranteedRef { $0.ask() }
  }

  private func ask() -> Bool {
    ob_probe_answer_set(ob_probe_answer(isTracked: false, hasMark: false))
    registrar.access(self, keyPath: question)
    let isTracked = ob_probe_answer_get().isTracked
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
    // Not in a read, which is to release nothing. Nor at once: the arguments of a tracking are evaluated after what it tracks, but before
    // it's registered, and what they read comes here.
    ReportQueue.current.add(after: .milliseconds(10)) { _ in unsafe retained.release() }
  }

  private static func setForThread(_ asker: UnsafeMutableRawPointer?) {
    unsafe ob_asker_set(asker) { unsafe Unmanaged<TrackingAsker>.fromOpaque($0).release() }
  }
}
