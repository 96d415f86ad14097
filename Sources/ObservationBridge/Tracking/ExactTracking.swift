#if EXACT_TRACKING
  import CObservationRuntime
  @_spi(SwiftUI) import Observation
  import Synchronization

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
      let previous = previous as? ExactDependencies
      var list: AccessList?
      return unsafe withUnsafeMutablePointer(to: &list) { list -> (any Dependencies)? in
        var reading = unsafe Reading(observer: observer, previous: previous, list: list)
        unsafe withUnsafeMutablePointer(to: &reading) { reading in
          let outer = unsafe ob_reads_exchange(reading)
          unsafe collect(into: list, body)
          _ = unsafe ob_reads_exchange(outer)
        }
        defer { unsafe reading.cancelInterim() }
        guard unsafe list.pointee != nil else { return nil }
        // Without registrations to compare with, nothing may delay the first one.
        guard let previous else { return unsafe ExactDependencies(list, nil, observer) }
        let reads = unsafe TrackedReads(list)
        return unsafe previous.cover(reads, list) ? previous : ExactDependencies(list, reads, observer)
      }
    }

    /// Runs `body` with its reads going to `list`.
    static func collect(into list: UnsafeMutablePointer<AccessList?>, _ body: () -> Void) {
      let outer = unsafe ob_tracking_slot_get()
      unsafe ob_tracking_slot_set(UnsafeMutableRawPointer(list))
      body()
      unsafe ob_tracking_slot_set(outer)
    }

    /// A tracked pass that is running.
    @unsafe private struct Reading {
      let observer: any DependencyObserver
      let previous: ExactDependencies?
      // Valid as long as the pass runs, which this does not outlive.
      let list: UnsafeMutablePointer<AccessList?>
      /// Registrations that last as long as the pass.
      private var interim: [ExactDependencies] = []

      init(observer: any DependencyObserver, previous: ExactDependencies?, list: UnsafeMutablePointer<AccessList?>) {
        unsafe self.observer = observer
        unsafe self.previous = previous
        unsafe self.list = list
      }

      mutating func register() {
        let known = unsafe interim.last ?? previous
        guard unsafe list.pointee != nil else { return }
        let reads = unsafe TrackedReads(list)
        if unsafe known?.cover(reads, list) != true { unsafe interim.append(ExactDependencies(list, reads, observer)) }
      }

      func cancelInterim() {
        for dependencies in unsafe interim { dependencies.cancel() }
      }
    }

    /// Registers the innermost tracked pass of this thread for what it has read up to now.
    static func registerReadsSoFar() {
      // Set by `track` alone, which is still on this thread's stack.
      unsafe ob_reads_current()?.assumingMemoryBound(to: Reading.self).pointee.register()
    }

    static func untracked<Result>(_ body: () -> Result) -> Result {
      let outer = unsafe ob_tracking_slot_get()
      guard unsafe outer != nil else { return body() }
      ob_tracking_slot_set(nil)
      defer { unsafe ob_tracking_slot_set(outer) }
      return body()
    }
  }

  /// Registrations with the registrars of what a pass has read.
  final class ExactDependencies: Dependencies {
    private enum Trackings {
      case one(ObservationTracking)
      /// One for each object, where the death of each is to be heard of.
      case many([ObservationTracking])
    }

    // In this order they fill 40 bytes.
    private let list: ExactTracking.AccessList?
    private let trackings: Trackings
    private let isCancelled = Atomic(false)
    private let reads: TrackedReads

    init(
      _ list: UnsafeMutablePointer<ExactTracking.AccessList?>,
      _ reads: TrackedReads?,
      _ observer: some DependencyObserver
    ) {
      self.list = unsafe list.pointee
      guard observer.options.contains(.deinit) else {
        let tracking = unsafe ObservationTracking(list.pointee)
        Self.install(tracking, observer)
        trackings = .one(tracking)
        self.reads = unsafe reads ?? TrackedReads(list)
        return
      }
      let lists = unsafe TrackedReads.listsOfObjects(list)
      trackings =
        unsafe lists.isEmpty ? .one(ObservationTracking(list.pointee)) : .many(lists.map { ObservationTracking($0) })
      self.reads = unsafe reads ?? TrackedReads(list)
      forEachTracking { install($0, observer) }
    }

    func cancel() {
      // First: cancelling frees the closures, too.
      isCancelled.store(true, ordering: .releasing)
      forEachTracking { $0.cancel() }
    }

    var showNewReadings: Bool { true }

    func isOnly(_ keyPath: AnyKeyPath) -> Bool {
      TrackedReads.only(in: list) == keyPath
    }

    /// Whether these are the registrations that a pass needs which has read this.
    func cover(_ reads: TrackedReads, _ list: UnsafeMutablePointer<ExactTracking.AccessList?>) -> Bool {
      unsafe reads == self.reads || TrackedReads.areEqual(list, self.list)
    }

    private func forEachTracking(_ body: (ObservationTracking) -> Void) {
      switch trackings {
      case .one(let tracking): body(tracking)
      case .many(let trackings): trackings.forEach(body)
      }
    }

    private static func install(_ tracking: ObservationTracking, _ observer: some DependencyObserver) {
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

    private func install(_ tracking: ObservationTracking, _ observer: some DependencyObserver) {
      let registration = LivingRegistration(self, observer)
      // Both capture nothing but that object, which so becomes their context: they allocate nothing.
      let didSet = { @Sendable (tracking: ObservationTracking) in registration.report(.didSet, tracking) }
      if observer.options.contains(.willSet) {
        let willSet = { @Sendable (tracking: ObservationTracking) in registration.report(.willSet, tracking) }
        ObservationTracking._installTracking(tracking, willSet: willSet, didSet: didSet)
      } else {
        ObservationTracking._installTracking(tracking, didSet: didSet)
      }
    }

    /// Lives as long as the closures that are registered with one object.
    ///
    /// No event tells that an object is gone, but its registrar then frees the closures it holds. It does so under its
    /// lock: nothing here may touch that object's registrations.
    private final class LivingRegistration: Sendable {
      private let dependencies: ExactDependencies
      private let observer: any DependencyObserver

      init(_ dependencies: ExactDependencies, _ observer: any DependencyObserver) {
        self.dependencies = dependencies
        self.observer = observer
      }

      deinit {
        if dependencies.isCancelled.load(ordering: .acquiring) { return }
        observer.dependencyChanged(.deinit, mayRunNow: false) { nil }
      }

      func report(_ moment: ObservationEvent.Kind, _ tracking: ObservationTracking) {
        observer.dependencyChanged(moment, mayRunNow: true) { tracking.changed }
      }
    }
  }
#endif
