#if EXACT_TRACKING
  import CObservationRuntime
  @_spi(SwiftUI) import Observation

  /// Tracking with reports before and after each change, and registrations that are held and cancelled at will.
  ///
  /// A pass's reads are collected in a list of this package's own, by way of the thread-local pointer that the standard
  /// library uses for its own lists. So an inner observation's reads stay its own, code can run untracked inside a
  /// pass, and registrations that have never reported anything can be cancelled.
  enum ExactTracking {
    typealias AccessList = ObservationTracking._AccessList

    /// Whether this process's standard library has been found to work as this code expects.
    static let isAvailable = ob_tracking_slot_exists() && SelfCheck.passes()

    static func track(
      for observer: some DependencyObserver,
      replacing previous: (any Dependencies)?,
      _ body: () -> Void
    ) -> (any Dependencies)? {
      var list: AccessList?
      collect(into: &list, body)
      guard let reads = TrackedReads(&list) else { return nil }
      if let previous = previous as? ExactDependencies, previous.reads == reads { return previous }
      return ExactDependencies(list, reads, observer)
    }

    /// Runs `body` with its reads going to `list`.
    static func collect(into list: inout AccessList?, _ body: () -> Void) {
      unsafe withUnsafeMutablePointer(to: &list) { list in
        let outer = unsafe ob_tracking_slot_get()
        unsafe ob_tracking_slot_set(UnsafeMutableRawPointer(list))
        body()
        unsafe ob_tracking_slot_set(outer)
      }
    }

    static func untracked<Result>(_ body: () -> Result) -> Result {
      let outer = unsafe ob_tracking_slot_get()
      guard unsafe outer != nil else { return body() }
      ob_tracking_slot_set(nil)
      defer { unsafe ob_tracking_slot_set(outer) }
      return body()
    }
  }

  /// Registrations with the registrars of one pass's reads.
  final class ExactDependencies: Dependencies {
    let reads: TrackedReads
    private let tracking: ObservationTracking

    init(_ list: ExactTracking.AccessList?, _ reads: TrackedReads, _ observer: some DependencyObserver) {
      self.reads = reads
      tracking = ObservationTracking(list)
      // Whoever asks for `.willSet` alone hears of `.didSet`, too: see `PassState.dependencyChanged`.
      let didSet = { @Sendable (tracking: ObservationTracking) in
        observer.dependencyChanged(.didSet, mayRunNow: true) { tracking.changed }
      }
      if observer.options.contains(.willSet) {
        let willSet = { @Sendable (tracking: ObservationTracking) in
          observer.dependencyChanged(.willSet, mayRunNow: true) { tracking.changed }
        }
        ObservationTracking._installTracking(tracking, willSet: willSet, didSet: didSet)
      } else {
        ObservationTracking._installTracking(tracking, didSet: didSet)
      }
    }

    func cancel() {
      tracking.cancel()
    }

    func isOnly(_ keyPath: AnyKeyPath) -> Bool {
      reads.only == keyPath
    }
  }
#endif
