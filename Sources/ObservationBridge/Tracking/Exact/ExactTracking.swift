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

    static func track(
      for observer: ObserverNode,
      replacing previous: PlatformDependencies?,
      _ body: () -> Void
    ) -> PlatformDependencies? {
      let previous = previous as? ExactDependencies
      var list: TrackedList?
      return unsafe withUnsafeMutablePointer(to: &list) { list -> PlatformDependencies? in
        var reading = unsafe Reading(observer: observer, previous: previous, list: list)
        StackReference.with(&reading) { run($0, body) }
        defer { reading.interim?.cancel() }
        reading.completeList()
        guard let complete = reading.reads else { return nil }
        // Without earlier registrations to compare with, the first one must not be delayed.
        guard let previous else { return ExactDependencies(complete, nil, observer) }
        let reads = TrackedReads(complete)
        return previous.cover(reads, complete) ? previous : ExactDependencies(complete, reads, observer)
      }
    }

    /// Runs `body` as this thread's innermost tracked pass.
    @inline(__always)
    private static func run<Result>(_ reading: StackReference<Reading>, _ body: () -> Result) -> Result {
      let list = unsafe UnsafeMutableRawPointer(reading.value.list)
      let outerList = threadContext.own_list
      let outerSlot = unsafe ob_tracking_slot_get()
      threadContext.own_list = UInt(bitPattern: list)
      unsafe ob_tracking_slot_set(list)
      defer {
        unsafe ob_tracking_slot_set(outerSlot)
        threadContext.own_list = outerList
      }
      return Reading.ofThread.run(at: reading, body)
    }

    /// The list of several successive passes. It's on the stack of `several`.
    @safe
    struct Collecting {
      fileprivate let reading: StackReference<Reading>

      /// Runs `body`, and registers a reader for its reads, if any. Call ``rest()`` before code outside the collection.
      @inline(__always)
      func collect(for reader: GraphNode, _ body: () -> Void) -> PlatformDependencies? {
        reading.value.reader = reader
        body()
        return reading.value.hasRead ? reading.value.takeDependencies(of: reader) : nil
      }

      /// Makes all later reads count for no reader.
      @inline(__always)
      func rest() {
        reading.value.reader = nil
      }

      /// Runs `body` as ``several(_:)`` does, inside a tracking that doesn't count the reads of `body`.
      static func inBetween<Result>(_ body: (Collecting) -> Result) -> Result {
        if let reading = Reading.ofThread.current, reading.value.isFree {
          // The outer collection is empty at this point, and will be again.
          let (observer, reader) = unsafe (reading.value.observer, reading.value.reader)
          unsafe (reading.value.observer, reading.value.reader) = (nil, nil)
          defer { unsafe (reading.value.observer, reading.value.reader) = (observer, reader) }
          return body(Collecting(reading: reading))
        }
        return several(body)
      }

      @inline(__always)
      static func several<Result>(_ body: (Collecting) -> Result) -> Result {
        // Each collection leaves both empty, so there is mostly nothing to release.
        unsafe withUnsafeTemporaryAllocation(of: TrackedList?.self, capacity: 1) { lists in
          unsafe withUnsafeTemporaryAllocation(of: Reading.self, capacity: 1) { readings in
            guard let list = lists.baseAddress, let reading = readings.baseAddress else {
              preconditionFailure("Memory for one value has no address.")
            }
            unsafe list.initialize(to: nil)
            unsafe reading.initialize(to: Reading(observer: nil, previous: nil, list: list))
            defer {
              if unsafe reading.pointee.hasRead { unsafe ExactTracking.discard(lists, readings) }
            }
            let reference = unsafe StackReference(reading)
            return ExactTracking.run(reference) { body(Collecting(reading: reference)) }
          }
        }
      }
    }

    /// Discards reads after the last collection, made by code that a release has run.
    @inline(never)
    private static func discard(
      _ lists: UnsafeMutableBufferPointer<TrackedList?>,
      _ readings: UnsafeMutableBufferPointer<Reading>
    ) {
      unsafe readings[0].interim?.cancel()
      unsafe readings.deinitialize()
      unsafe lists.deinitialize()
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
      var observer: Unmanaged<ObserverNode>?
      let previous: ExactDependencies?
      let list: UnsafeMutablePointer<TrackedList?>
      /// Nil in most passes: they contain no other pass.
      private(set) var interim: Interim?
      /// The node whose observer is asked for when it's needed.
      // Not beside the observer: the processor would wait to load both words at once after a store to one of them.
      var reader: GraphNode?

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

      init(observer: ObserverNode?, previous: ExactDependencies?, list: UnsafeMutablePointer<TrackedList?>) {
        unsafe self.observer = observer.map { unsafe Unmanaged.passUnretained($0) }
        self.previous = previous
        unsafe self.list = list
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
        guard !new.isEmpty, let observer = unsafe reader?.observer ?? observer?.takeUnretainedValue() else { return }
        interim.registrations.append(ExactDependencies(new, TrackedReads(), observer))
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

      /// Whether the list may be used for other reads meanwhile.
      var isFree: Bool {
        unsafe previous == nil && !hasRead && ob_tracking_slot_get() == UnsafeMutableRawPointer(list)
      }

      /// Whether there were reads, or an inner pass has begun.
      var hasRead: Bool { reads != nil || interim != nil }

      /// Registers for all reads so far, and begins again with an empty list.
      mutating func takeDependencies(of reader: GraphNode) -> PlatformDependencies? {
        completeList()
        let interim = interim.take()
        defer { interim?.cancel() }
        guard let list = unsafe list.pointee.take(), let observer = reader.observer else { return nil }
        return ExactDependencies(list, nil, observer)
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
    private let reads: TrackedReads

    init(_ list: TrackedList, _ reads: TrackedReads?, _ observer: ObserverNode) {
      self.list = list
      guard observer.needsDeallocations else {
        let tracking = ObservationTracking(list.accessList)
        ExactDependencies.install(tracking, observer)
        trackings = .one(tracking)
        self.reads = reads ?? TrackedReads(list)
        super.init()
        return
      }
      trackings =
        list.onlyObject == nil
        ? .many(list.listsOfObjects.map { ObservationTracking($0) }) : .one(ObservationTracking(list.accessList))
      self.reads = reads ?? TrackedReads(list)
      super.init()
      forEachTracking { install($0, observer) }
    }

    override func cancel() {
      // First: cancelling frees the closures, too.
      isCancelled.store(true, ordering: .releasing)
      forEachTracking { $0.cancel() }
    }

    override var onlyObject: ObjectIdentifier? { list.onlyObject }

    /// Whether a pass with these reads needs exactly these registrations.
    func cover(_ reads: TrackedReads, _ list: TrackedList) -> Bool {
      reads == self.reads || list == self.list
    }

    private func forEachTracking(_ body: (ObservationTracking) -> Void) {
      switch trackings {
      case .one(let tracking): body(tracking)
      case .many(let trackings): trackings.forEach(body)
      }
    }

    private static func install(_ tracking: ObservationTracking, _ observer: ObserverNode) {
      // An observer with `.willSet` alone is notified of `.didSet`, too: see `PassState.dependencyChanged`.
      let didSet = { @Sendable (tracking: ObservationTracking) in
        observer.platformChanged(.didSet, mayRunNow: true) { tracking.changed }
      }
      guard observer.options.contains(.willSet) else {
        return ObservationTracking._installTracking(tracking, didSet: didSet)
      }
      let willSet = { @Sendable (tracking: ObservationTracking) in
        observer.platformChanged(.willSet, mayRunNow: true) { tracking.changed }
      }
      ObservationTracking._installTracking(tracking, willSet: willSet, didSet: didSet)
    }

    private func install(_ tracking: ObservationTracking, _ observer: ObserverNode) {
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
        if dependencies.isCancelled.load(ordering: .acquiring) { return }
        DeallocationReports.add([observer])
      }

      func report(_ moment: PassKind, _ tracking: ObservationTracking) {
        observer.platformChanged(moment, mayRunNow: true) { tracking.changed }
      }
    }
  }
#endif
