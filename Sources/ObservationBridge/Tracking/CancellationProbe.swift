import CObservationRuntime

/// A private property, read in a tracking of the standard library.
///
/// A change of the property ends the registrations of this tracking. The probe also finds out, by public means, whether
/// a read goes to the list of this tracking or of a foreign one inside: see ``ProbePlace``.
///
/// A subclass of ``PlatformDependencies`` so that an observation needs one object for both.
// Unchecked: the lock guards the state.
class CancellationProbe: PlatformDependencies, @unchecked Sendable {
  private struct State {
    /// Nil after the end. If another thread makes a change during a registration, the library leaves the registration
    /// in its registrars for good. The probe must not keep alive an object that keeps the probe.
    var slot: ProbeRegistrar.Slot?
    var hasEnded = false
    /// Whether a foreign tracker has begun inside the tracking of this probe, and has read a registrar model.
    var containsForeignTrackers = false
    /// Probes of inner trackings, also registered with the outer tracking, which have to end after this probe.
    var waiting: [CancellationProbe] = []
  }

  private let state: LockedState<State>

  /// Creates a probe with a registrar of its own by default: foreign trackers stay registered with it.
  init(_ slot: ProbeRegistrar.Slot? = .unshared) {
    state = LockedState(State(slot: slot))
  }

  func read() {
    slot?.read()
  }

  private var slot: ProbeRegistrar.Slot? { state.withLock { $0.slot } }

  /// Notes that a registration may stay with this probe's registrar until the registrar is freed.
  func mayKeepRegistration() {
    slot?.stopSharing()
    TrackingAsker.releaseUnsharedRegistrar()
  }

  private func change() {
    // This change belongs to no computation, even if a computation ends the registrations.
    CurrentComputation.leave { slot?.change() }
  }

  private func releaseSlot() {
    // Released outside the lock.
    _ = state.withLock { $0.slot.take() }
  }

  /// Ends the registrations of the tracking that has read this probe, once. An enclosing tracking, whose probe is
  /// `outer`, has read this probe as well. It must not be notified, so it has to end first.
  func end(after outer: CancellationProbe?) {
    if outer?.add(self) == true { return }
    end(andThen: releaseSlot)
  }

  override func cancel() {
    end(after: nil)
  }

  private func end(andThen finish: () -> Void) {
    if state.withLock({ exchange(&$0.hasEnded, with: true) }) { return }
    let outer = exchange(&threadContext.ending_probe, with: identity)
    change()
    finish()
    threadContext.ending_probe = outer
    endWaiting()
  }

  /// Ends the registrations, including future ones of trackings that still run on other threads. The standard library
  /// doesn't report when it registers a tracking. So the change is repeated after pauses, and the probe can be read
  /// until the last one.
  func endAlsoLater() {
    end { changeLater(after: Self.pauses[...], in: .current) }
  }

  /// Ends the probe without a change, once the current tracking is registered, which would otherwise never be freed.
  func endWithoutChange() {
    state.withLock { $0.hasEnded = true }
    ReportQueue.current.add(after: .seconds(1)) { _ in self.releaseSlot() }
  }

  private static let pauses: [Duration] = [.milliseconds(10), .milliseconds(100), .seconds(1)]

  private func changeLater(after pauses: ArraySlice<Duration>, in queue: ReportQueue) {
    guard let pause = pauses.first else { return releaseSlot() }
    queue.add(after: pause) { _ in
      self.change()
      self.changeLater(after: pauses.dropFirst(), in: queue)
    }
  }

  /// Whether the current report was caused by the end of the registrations.
  var isEndingHere: Bool { threadContext.ending_probe == identity }

  /// Only for comparison, and for ``current``.
  private var identity: UInt { UInt(bitPattern: ObjectIdentifier(self)) }

  /// Ends the waiting probes. A report has used up their registrations.
  func endWaiting() {
    for probe in state.withLock({ exchange(&$0.waiting, with: []) }) { probe.end(after: nil) }
  }

  /// Lets another probe end after this one. Returns false if this probe has ended already.
  private func add(_ inner: CancellationProbe) -> Bool {
    state.withLock { state in
      if state.hasEnded { return false }
      state.waiting.append(inner)
      return true
    }
  }

  /// The probe of this package's innermost tracking on this thread; nil outside of trackings, and with the exact backend.
  static var current: CancellationProbe? {
    // Set only by `whileMarking`, which is still on this thread's stack.
    if TentativeTracking.isInnermost { return nil }
    return unsafe UnsafeRawPointer(bitPattern: threadContext.probe).map {
      unsafe Unmanaged<CancellationProbe>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// The tracking that encloses a new registration.
  struct Surroundings: Sendable {
    let isTracked: Bool
    private let outer: CancellationProbe?

    init() {
      TentativeTracking.endCurrent()
      isTracked = CancellationProbe.isTracking
      outer = CancellationProbe.current
    }

    private init(isTracked: Bool, outer: CancellationProbe? = nil) {
      self.isTracked = isTracked
      self.outer = outer
    }

    /// The surroundings of a registration that can't be ended.
    static let none = Surroundings(isTracked: false)

    /// The surroundings of a tentative reading that has just ended: only this package's trackings enclose it.
    static var ofTentativeReading: Surroundings {
      TentativeTracking.endCurrent()
      return Surroundings(isTracked: !PublicTracking.isOutside, outer: CancellationProbe.current)
    }

    /// The probe read by the enclosing tracking: its own, or that of the derived value that the observer computes.
    func probe(for observer: ObserverNode?) -> CancellationProbe? {
      isTracked ? outer ?? observer?.foreignProbe : nil
    }
  }

  /// Runs `body` in the tracking that has read this probe.
  func whileMarking<Result: ~Copyable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let outer = exchange(&threadContext.probe, with: identity)
    defer { threadContext.probe = outer }
    return try body()
  }

  /// Whether this thread's innermost tracking has read this probe.
  var marksInnermostTracking: Bool {
    ask()?.hasMark == true
  }

  /// Whether a foreign tracker was found inside the tracking that has read this probe.
  final var containsForeignTrackers: Bool { state.withLock { $0.containsForeignTrackers } }

  /// Notes that a foreign tracker reads inside the tracking that has read this probe.
  func noteForeignTracker() {
    state.withLock { $0.containsForeignTrackers = true }
  }

  /// Whether the standard library tracks the reads of this thread.
  static var isTracking: Bool {
    guard let current else { return TrackingAsker.isTracking }
    // The tracking of a current probe runs on this thread, and a question would take as long as a read. Only the exact
    // backend can keep the library from tracking inside a public tracking.
    if !Tracking.isExact { return true }
    // The probe asks: it lives as long as its tracking, so its deallocation is never reported.
    return current.ask()?.isTracked ?? TrackingAsker.isTracking
  }

  /// The answer of this thread's innermost tracking; nil if this probe has ended for good.
  private func ask() -> ob_probe_answer? { slot?.ask() }
}

/// A cancellation probe that a tracking of the standard library has read, and the origin of that read.
struct WatchedProbe {
  let probe: CancellationProbe
  /// Nil for several origins.
  let place: ChangePlace?

  init(_ probe: CancellationProbe, _ place: ChangePlace? = .current) {
    self.probe = probe
    self.place = place
  }

  /// The probe, with its place if this thread is there.
  var readHere: WatchedProbe { WatchedProbe(probe, place == .current ? place : nil) }

  /// Whether the probe was read with the current origin only.
  var isHere: Bool { place == .current }

  /// Ends the registrations of all trackings that have read the probe. One with another origin may still run.
  func notify() {
    if isHere { probe.end(after: nil) } else { probe.endAlsoLater() }
  }
}
