import CObservationRuntime
import Observation
import Synchronization

/// A property that nobody else knows, read in a tracking of the standard library.
///
/// A change of it ends the registrations of that tracking. And it tells, by public means, whether reads still go to the list of that
/// tracking, or to that of one inside it: to note a read, the library compares its key path with those that are in the list already.
final class CancellationProbe: Observable, Sendable {
  private struct State {
    /// Nil once it has ended for good. A change that another thread makes during a registration leaves that in its registrars, whatever
    /// becomes of the tracking: this one must not keep alive what keeps it.
    var registrar: ObservationRegistrar? = ObservationRegistrar()
    var hasEnded = false
    /// Probes of inner trackings, which were read together with this one and end after it.
    var waiting: [CancellationProbe] = []
  }

  private let state = LockedState(State())
  /// Whether a tracking that isn't of this package has begun inside the one that has read this, and has read a registrar model.
  private let hasSeenForeignTracker = Atomic(false)
  /// The thread that ends the registrations by a report; 0 for none.
  private let endingThread = Atomic(UInt(0))

  private subscript(place: Place) -> Void { () }

  private static let mark = \CancellationProbe[.mark]
  private static let question = \CancellationProbe[.question]

  func read() {
    registrar?.access(self, keyPath: Self.mark)
  }

  private var registrar: ObservationRegistrar? { state.withLock { $0.registrar } }

  private func change() {
    // A computation whose registrations end this way changes nothing.
    CurrentComputation.leave { registrar?.withMutation(of: self, keyPath: Self.mark) {} }
  }

  private func releaseRegistrar() {
    // Outside the lock.
    _ = state.withLock { $0.registrar.take() }
  }

  /// Ends the registrations of the tracking that has read this, once.
  ///
  /// - Parameter outer: That of a tracking around it, which so has read this as well: that tracking isn't to be notified, and ends first.
  func end(after outer: CancellationProbe?) {
    if outer?.add(self) == true { return }
    end(andThen: releaseRegistrar)
  }

  private func end(andThen finish: () -> Void) {
    let waiting = state.withLock { state -> [CancellationProbe]? in
      if state.hasEnded { return nil }
      state.hasEnded = true
      defer { state.waiting = [] }
      return state.waiting
    }
    guard let waiting else { return }
    endingThread.store(ob_thread_identity(), ordering: .relaxed)
    change()
    finish()
    endingThread.store(0, ordering: .relaxed)
    for probe in waiting { probe.end(after: nil) }
  }

  /// Ends the registrations, also of trackings that are still running on other threads and will be registered later.
  ///
  /// The standard library doesn't say when it registers a tracking. So the change is repeated after pauses; until then, the probe can be
  /// read.
  func endAlsoLater() {
    end { changeLater(after: Self.pauses[...], in: .current) }
  }

  /// Ends silently, when a tracking that is under way and has read this is registered: registered with what has gone, it would never
  /// be freed.
  func goLater() {
    state.withLock { $0.hasEnded = true }
    ReportQueue.current.add(after: .seconds(1)) { _ in self.releaseRegistrar() }
  }

  private static let pauses: [Duration] = [.milliseconds(10), .milliseconds(100), .seconds(1)]

  private func changeLater(after pauses: ArraySlice<Duration>, in queue: ReportQueue) {
    guard let pause = pauses.first else { return releaseRegistrar() }
    queue.add(after: pause) { _ in
      self.change()
      self.changeLater(after: pauses.dropFirst(), in: queue)
    }
  }

  /// Whether what is being reported is the end of the registrations.
  var isEndingHere: Bool {
    endingThread.load(ordering: .relaxed) == ob_thread_identity()
  }

  /// Ends those that have waited for the end of this one's registrations, which a report has used up.
  func endWaiting() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for probe in waiting { probe.end(after: nil) }
  }

  /// Has another end after this one; false if this has ended.
  private func add(_ inner: CancellationProbe) -> Bool {
    state.withLock { state in
      if state.hasEnded { return false }
      state.waiting.append(inner)
      return true
    }
  }

  /// The probe of this package's innermost tracking on this thread; nil outside of trackings, and with the exact backend.
  static var current: CancellationProbe? {
    // Set by `whileMarking` alone, which is still on this thread's stack.
    if TentativeTracking.isInnermost { return nil }
    return unsafe ob_probe_current().map { unsafe Unmanaged<CancellationProbe>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The tracking around a registration that is being made.
  struct Surroundings: Sendable {
    let isTracked: Bool
    private let outer: CancellationProbe?

    /// The surroundings on this thread, now.
    init() {
      TentativeTracking.endCurrent()
      isTracked = CancellationProbe.isTracking
      outer = CancellationProbe.current
    }

    private init(isTracked: Bool) {
      self.isTracked = isTracked
      outer = nil
    }

    /// The surroundings of a registration that can't be ended.
    static let none = Surroundings(isTracked: false)

    /// What that tracking has read, if there is one: its own cancellation probe, or that of the value which the observer computes.
    func probe(for observer: (any DependencyObserver)?) -> CancellationProbe? {
      isTracked ? outer ?? observer?.foreignProbe : nil
    }
  }

  /// Runs `body` in the tracking that has read this.
  func whileMarking<Result: ~Copyable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let outer = unsafe ob_probe_exchange(Unmanaged.passUnretained(self).toOpaque())
    defer { _ = unsafe ob_probe_exchange(outer) }
    return try body()
  }

  /// Whether the innermost tracking of this thread is the one that has read this.
  var marksInnermostTracking: Bool {
    ask()?.hasMark == true
  }

  /// Whether a tracking of others has been found inside the one that has read this.
  var containsForeignTrackers: Bool { hasSeenForeignTracker.load(ordering: .relaxed) }

  /// A tracking of others reads inside the one that has read this.
  func noteForeignTracker() {
    hasSeenForeignTracker.store(true, ordering: .relaxed)
  }

  /// Whether the standard library tracks what this thread reads.
  static var isTracking: Bool {
    // In a tracking of this package, what has read it asks: that lives as long, and so its deallocation isn't one of those to report.
    current?.ask()?.isTracked ?? TrackingAsker.isTracking
  }

  /// The answer of the innermost tracking of this thread; nil if this has ended for good.
  private func ask() -> ob_probe_answer? {
    guard let registrar else { return nil }
    ob_probe_answer_set(ob_probe_answer(isTracked: false, hasMark: false))
    registrar.access(self, keyPath: Self.question)
    return ob_probe_answer_get()
  }

  /// The argument of the property's key path. All arguments have one hash value, so that the library compares them.
  enum Place: Hashable {
    case mark
    case question

    // The runtime asks for this when it hashes a key path. The default implementation makes a hasher for it, which took 3 % of a start.
    var hashValue: Int {
      if case .question = self {
        var answer = ob_probe_answer_get()
        answer.isTracked = true
        ob_probe_answer_set(answer)
      }
      return 0
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(hashValue)
    }

    static func == (one: Place, other: Place) -> Bool {
      switch (one, other) {
      case (.mark, .mark), (.question, .question): return true
      case (.mark, .question), (.question, .mark):
        ob_probe_answer_set(ob_probe_answer(isTracked: true, hasMark: true))
        return false
      }
    }
  }
}
