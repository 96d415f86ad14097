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

    /// Whether this process's standard library is known, or trusted, and has passed the self-check.
    static let isAvailable: Bool = {
      guard isAvailable(with: .current, isTrusted: ob_observation_library_is_trusted()) else { return false }
      ob_rely_on_tracking_slot()
      return true
    }()

    static func isAvailable(with library: ObservationLibrary, isTrusted: Bool) -> Bool {
      (library.isVerified || isTrusted) && ob_tracking_slot_exists() && SelfCheck.passes()
    }

    /// The caller keeps the observer alive.
    static func track(
      for observer: Unmanaged<ObserverNode>,
      replacing previous: PlatformDependencies?,
      _ body: () -> Void
    ) -> PlatformDependencies? {
      let previous = previous as? ExactDependencies
      var list: TrackedList?
      return unsafe withUnsafeMutablePointer(to: &list) { list -> PlatformDependencies? in
        var reading = unsafe Reading(observer: observer, previous: previous, list: list)
        run(&reading, body)
        defer { reading.interim?.cancel() }
        reading.completeList()
        guard let complete = reading.reads else { return nil }
        if let previous, previous.list == complete { return previous }
        return unsafe ExactDependencies(complete, observer.takeUnretainedValue())
      }
    }

    /// Runs `body` as this thread's innermost tracked pass.
    private static func run(_ reading: inout Reading, _ body: () -> Void) {
      let list = unsafe UnsafeMutableRawPointer(reading.list)
      let outerList = threadContext.own_list
      let outerSlot = unsafe ob_tracking_slot_get()
      threadContext.own_list = UInt(bitPattern: list)
      unsafe ob_tracking_slot_set(list)
      defer {
        unsafe ob_tracking_slot_set(outerSlot)
        threadContext.own_list = outerList
      }
      Reading.ofThread.run(with: &reading, body)
    }

    /// Runs `body`, whose reads go to `list`.
    static func collect(into list: UnsafeMutablePointer<TrackedList?>, _ body: () -> Void) {
      let outer = unsafe ob_tracking_slot_get()
      unsafe ob_tracking_slot_set(UnsafeMutableRawPointer(list))
      body()
      unsafe ob_tracking_slot_set(outer)
    }

    /// A running tracked pass.
    // Safe: the list is valid until the pass returns, which this value doesn't outlive.
    @safe fileprivate struct Reading {
      /// Alive until the pass returns.
      let observer: Unmanaged<ObserverNode>
      let previous: ExactDependencies?
      let list: UnsafeMutablePointer<TrackedList?>
      /// Nil in most passes: they contain no other pass.
      private(set) var interim: Interim?

      /// The registrations made during the pass.
      // A class, because each pass asks whether there are any, and so copies nothing.
      final class Interim {
        /// The reads before inner passes, taken out of the list: each inner pass costs only the reads since the last.
        var earlier = TrackedList()
        /// The reads of inner trackings of the standard library up to now; those trackings still have them.
        var foreign = TrackedList()
        /// Registrations that last until the pass returns.
        var registrations: [ExactDependencies] = []

        func cancel() {
          for dependencies in registrations { dependencies.cancel() }
        }
      }

      @inline(__always)
      static var ofThread: ThreadPointer<Reading> { ThreadPointer(pointer: ob_current_reads) }

      var reads: TrackedList? {
        get { unsafe list.pointee }
        nonmutating set { unsafe list.pointee = newValue }
      }

      /// Registers the reads since the last call.
      mutating func register() {
        let interim = interim ?? Interim()
        self.interim = interim
        if let segment = reads {
          reads = nil
          register(segment, in: interim)
          interim.earlier.formUnion(segment)
        }
        // Inside the pass, a tracking of the standard library hands on its reads at its end. Others can't be reached.
        guard let slot = unsafe ob_tracking_slot_get(), unsafe slot != list else { return }
        guard let segment = unsafe slot.assumingMemoryBound(to: TrackedList?.self).pointee else { return }
        register(segment, in: interim)
        interim.foreign.formUnion(segment)
      }

      private func register(_ segment: TrackedList, in interim: Interim) {
        var new = segment.subtracting(interim.earlier).subtracting(interim.foreign)
        if let previous = previous { new = new.subtracting(previous.list) }
        if new.isEmpty { return }
        unsafe interim.registrations.append(ExactDependencies(new, observer.takeUnretainedValue()))
      }

      /// Whether a property has been read so far, of any object.
      func hasRead(_ keyPath: AnyKeyPath) -> Bool {
        if let interim = interim, interim.earlier.contains(keyPath) || interim.foreign.contains(keyPath) {
          return true
        }
        let slot = unsafe ob_tracking_slot_get()?.assumingMemoryBound(to: TrackedList?.self)
        let lists = unsafe [reads, slot?.pointee ?? nil]
        return lists.contains { list in list?.contains(keyPath) ?? false }
      }

      /// Puts the earlier reads back into the list.
      mutating func completeList() {
        guard var earlier = interim?.earlier, !earlier.isEmpty else { return }
        if let rest = reads { earlier.formUnion(rest) }
        reads = earlier
      }
    }

    static func registerReadsSoFar() {
      Reading.ofThread.current?.value.register()
    }

    static func hasRead(_ keyPath: AnyKeyPath) -> Bool {
      Reading.ofThread.current?.value.hasRead(keyPath) ?? false
    }

    /// Adds these dependencies to this thread's innermost tracking, a tracking of the standard library.
    static func addReadsForForeignTrackers(of dependencies: ExactDependencies) {
      guard let list = unsafe ob_tracking_slot_get()?.assumingMemoryBound(to: TrackedList?.self) else { return }
      var reads = dependencies.list
      if let known = unsafe list.pointee { reads.formUnion(known) }
      unsafe list.pointee = reads
    }

    static func untracked<Result: ~Copyable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
      -> Result
    {
      let outer = unsafe ob_tracking_slot_get()
      guard unsafe outer != nil else { return try body() }
      ob_tracking_slot_set(nil)
      defer { unsafe ob_tracking_slot_set(outer) }
      return try body()
    }

    /// Whether a foreign tracker collects reads here: around all trackings of this package, or inside the innermost.
    static var hasForeignTracker: Bool {
      guard let slot = unsafe ob_tracking_slot_get() else { return false }
      guard let own = Reading.ofThread.current else { return true }
      return unsafe slot != UnsafeMutableRawPointer(own.value.list)
    }
  }

  /// Registrations with the registrars of all objects that a pass has read.
  // Unchecked: the mutable state is atomic.
  final class ExactDependencies: PlatformDependencies, @unchecked Sendable {
    private enum Trackings {
      case one(ObservationTracking)
      /// One for each object, if each deallocation has to be reported.
      case many([ObservationTracking])
    }

    let list: TrackedList
    private let trackings: Trackings
    private let isCancelled = Atomic(false)

    init(_ list: TrackedList, _ observer: ObserverNode) {
      self.list = list
      trackings =
        observer.needsDeallocations && list.onlyObject == nil
        ? .many(list.listsOfObjects.map { ObservationTracking($0) }) : .one(ObservationTracking(list.accessList))
      super.init()
      forEachTracking { install($0, observer) }
    }

    override func cancel() {
      // First: cancelling frees the closures, too.
      isCancelled.store(true, ordering: .releasing)
      forEachTracking { $0.cancel() }
    }

    override var onlyObject: ObjectIdentifier? { list.onlyObject }

    private func forEachTracking(_ body: (ObservationTracking) -> Void) {
      switch trackings {
      case .one(let tracking): body(tracking)
      case .many(let trackings): trackings.forEach(body)
      }
    }

    private func install(_ tracking: ObservationTracking, _ observer: ObserverNode) {
      // An observer with `.willSet` alone is notified of `.didSet`, too: see `PassState.dependencyChanged`.
      let registration = LivingRegistration(self, observer)
      // Both closures capture only this object, which becomes their context, so they allocate nothing.
      let didSet = { @Sendable (tracking: ObservationTracking) in registration.report(.didSet, tracking) }
      let willSet = { @Sendable (tracking: ObservationTracking) in registration.report(.willSet, tracking) }
      let needsWillSet = observer.options.contains(.willSet)
      ObservationTracking._installTracking(tracking, willSet: needsWillSet ? willSet : nil, didSet: didSet)
    }

    /// Lives as long as the closures that are registered with one object. No event reports a deallocation, but the
    /// object's registrar then frees its closures. The registrar frees them under its lock, where no user code may run,
    /// so the report is made elsewhere.
    private final class LivingRegistration: Sendable {
      private let dependencies: ExactDependencies
      private let observer: ObserverNode

      init(_ dependencies: ExactDependencies, _ observer: ObserverNode) {
        self.dependencies = dependencies
        self.observer = observer
      }

      deinit {
        if dependencies.isCancelled.load(ordering: .acquiring) || !observer.needsDeallocations { return }
        DeallocationReports.add([observer])
      }

      func report(_ moment: PassKind, _ tracking: ObservationTracking) {
        observer.platformChanged(moment, mayRunNow: true) { tracking.changed }
      }
    }
  }
#endif
