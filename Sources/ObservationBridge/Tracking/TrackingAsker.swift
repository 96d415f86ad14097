import CObservationRuntime
import Observation

/// Asks whether the standard library tracks the reads of this thread, with the help of a private property, and has the
/// registrar that the next cancellation probes of this thread share.
///
/// Each read of a registrar model asks, so the object belongs to one thread and needs no lock. The question is a read,
/// too: a tracking is registered with this object as well, and stays registered until one of its properties changes.
/// All captures of its closure would stay with this object, even after the deallocation of the models. So an object
/// that a tracking has read is replaced as soon as the thread is outside of all trackings. From Swift 6.4 on, a foreign
/// tracking with the `.deinit` option is notified of this deallocation.
// Unchecked: used by one thread, and then by the releasing queue.
final class TrackingAsker: Observable, @unchecked Sendable {
  private let registrar = ObservationRegistrar()
  private let question = \TrackingAsker[ProbePlace(index: 0, isMark: false)]
  /// Whether a tracking has read this object.
  private var isRead = false
  private var slots: ProbeRegistrar.Slots

  private init(_ slots: ProbeRegistrar.Slots) {
    self.slots = slots
  }

  private subscript(place: ProbePlace) -> Void { () }

  static var isTracking: Bool {
    // Set only by `setForThread`, which retains the object for this thread.
    guard let asker = unsafe ob_this_thread().pointee.asker else { return makeForThread().ask() }
    return unsafe Unmanaged<TrackingAsker>.fromOpaque(asker)._withUnsafeGuaranteedRef { $0.ask() }
  }

  /// The slot of the next cancellation probe for dependencies made by this thread.
  static func nextSlot() -> ProbeRegistrar.Slot { ofThread.changeSlots { $0.next() } }

  /// Releases the registrar of this thread's next probe, if no further probe may share the registrar.
  static func releaseUnsharedRegistrar() {
    ofThread.changeSlots { $0.releaseUnshared() }
  }

  /// Changes a copy: when a registrar is freed, so are closures of foreign trackers, which may start an observation.
  private func changeSlots<Result>(_ body: (inout ProbeRegistrar.Slots) -> Result) -> Result {
    let earlier = slots
    var new = earlier
    let result = body(&new)
    slots = new
    return withExtendedLifetime(earlier) { result }
  }

  private static var ofThread: TrackingAsker {
    // Set only by `setForThread`, which retains the object for this thread.
    unsafe ob_this_thread().pointee.asker.map { unsafe Unmanaged<TrackingAsker>.fromOpaque($0).takeUnretainedValue() }
      ?? makeForThread()
  }

  private func ask() -> Bool {
    let isTracked = ProbePlace.ask { registrar.access(self, keyPath: question) }.isTracked
    if _slowPath(isTracked != isRead) { note(isTracked) }
    return isTracked
  }

  @inline(never)
  private static func makeForThread() -> TrackingAsker {
    setForThread(TrackingAsker(ProbeRegistrar.Slots()))
  }

  @inline(never)
  private func note(_ isTracked: Bool) {
    if isTracked {
      isRead = true
      return
    }
    // The next asker has the slots: here, a registrar would live until this object is released.
    _ = Self.setForThread(TrackingAsker(slots))
    slots = ProbeRegistrar.Slots()
    let retained = unsafe Unmanaged.passUnretained(self)
    // Released later: a read must release nothing. Nor is the thread outside of the tracking for good: the arguments of
    // a tracking are evaluated after its reads, and before its registration, and their reads come here.
    ReportQueue.current.add(after: .milliseconds(10)) { _ in unsafe retained.release() }
  }

  private static func setForThread(_ asker: TrackingAsker) -> TrackingAsker {
    unsafe ob_asker_set(Unmanaged.passRetained(asker).toOpaque()) { asker in
      unsafe Unmanaged<TrackingAsker>.fromOpaque(asker).release()
    }
    return asker
  }
}
