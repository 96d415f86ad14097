#if STANDARD_TRACKING
  import Observation
  import Synchronization

  #if STANDARD_TRACKING_STAND_IN
    import StandardObservation
  #endif

  /// A registration for the reports of one change.
  @available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *)
  // Unchecked: the mutable state is atomic.
  final class StandardDependencies: PlatformDependencies, @unchecked Sendable {
    private enum State: UInt8, AtomicRepresentable {
      /// The pass is reading, or the library is making the registration.
      case forming
      /// A change was reported in the state `forming`, and has used up the registration, unless it came before.
      case changedWhileForming
      case stands
      /// A change on the observer's actor was reported, and it wasn't made by the observer's own pass.
      case usedUp
      /// A change outside the observer's actor was reported.
      case usedUpElsewhere
      /// Cancelled, or used up by a change in the observer's own pass.
      case ended
    }

    let rechecks: Rechecks
    let probe: CancellationProbe
    // Weak: if a change comes during the registration, it stays with the models, which the observer may hold.
    private weak let observer: ObserverNode?
    /// Whether the previous registration no longer stands, and the observer needs to know.
    private let followsGap: Bool
    // Read by `cancel` alone, and set before the observer has this.
    private var surroundings: CancellationProbe.Surroundings
    private let state = Atomic(State.forming)
    /// Whether the earlier registrations may have been for registrar models alone.
    private let mayHaveReadNoStandardModel: Bool

    /// Creates the registration that a pass will make.
    init(_ observer: ObserverNode, _ rechecks: Rechecks, after previous: StandardDependencies? = nil) {
      self.observer = observer
      self.rechecks = rechecks
      followsGap = previous?.isUsedUp == true && observer.confirmedReadings != .first
      // Without reports of changes, a registration stays with the probe's registrar until the registrar is freed.
      let isForChanges = !observer.options.isDisjoint(with: [.willSet, .didSet])
      probe = CancellationProbe(isForChanges ? TrackingAsker.nextSlot() : .unshared)
      surroundings = CancellationProbe.Surroundings()
      mayHaveReadNoStandardModel = previous?.mayReadNoStandardModel != false
    }

    /// Called in the tracking of a tentative reading that has read a standard model, and may have a probe already.
    fileprivate init(ofTentativeReadingBy observer: ObserverNode, _ probe: CancellationProbe?) {
      self.observer = observer
      rechecks = Rechecks(.once, .current)
      followsGap = false
      self.probe = probe ?? CancellationProbe(TrackingAsker.nextSlot())
      surroundings = .none
      // Such a probe is in the list, whatever else was read.
      mayHaveReadNoStandardModel = probe != nil
      if probe == nil { self.probe.read() }
    }

    func register(_ observer: ObserverNode, _ body: () -> Void) {
      if observer.options.isDisjoint(with: [.willSet, .didSet]) {
        // Changes don't use up this registration. The registration ends with the last of its objects.
        withObservationTracking(options: observer.needsDeallocations ? .deinit : []) {
          read(body)
        } onChange: { [weak self] _ in
          self?.objectWasDeallocated()
        }
      } else {
        Self.register(observer, reportingTo: self) { read(body) }
      }
      registrationIsMade()
    }

    /// Runs `read` in trackings of the moments that matter to the observer.
    static func register(
      _ observer: ObserverNode,
      reportingTo target: some StandardReportTarget,
      _ read: () -> Void
    ) {
      let deallocations: ObservationTracking.Options = observer.needsDeallocations ? .deinit : []
      guard observer.options.contains(.willSet) else {
        return registerForStores(deallocations, reportingTo: target, read)
      }
      // `.willSet` has a registration of its own. A pass that registers before the value is stored receives the
      // `.didSet` of this same change first, and the report would use up a common registration.
      withObservationTracking(options: deallocations.union(.willSet)) {
        registerForStores([], reportingTo: target, read)
      } onChange: { event in
        target.dependencies?.receive(event)
      }
    }

    private static func registerForStores(
      _ deallocations: ObservationTracking.Options,
      reportingTo target: some StandardReportTarget,
      _ read: () -> Void
    ) {
      withObservationTracking(options: deallocations.union(.didSet), read) { event in
        target.dependencies?.receive(event)
      }
    }

    private func receive(_ event: borrowing ObservationTracking.Event) {
      if event.kind == .deinit { return objectWasDeallocated() }
      guard let observer, !probe.isEndingHere else { return }
      if event.kind == .didSet { return hasChanged(event, for: observer) }
      let property = askedProperty(of: event, by: observer)
      observer.platformChanged(.willSet, mayRunNow: true) { property }
    }

    private func registrationIsMade() {
      if change(from: .forming, to: .stands) == .forming, !probe.containsForeignTrackers { return }
      probe.mayKeepRegistration()
      change(from: .changedWhileForming, to: .usedUpElsewhere)
    }

    /// Changes the state if it's `expected`. Returns the state before.
    @discardableResult
    private func change(from expected: State, to new: State) -> State {
      state.compareExchange(expected: expected, desired: new, ordering: .acquiringAndReleasing).original
    }

    /// Called after the tracking of a tentative reading that has read a standard model. `hasChanged` says whether
    /// another thread may have made a change before the registration stood.
    func tentativeReadingIsRegistered(hasChanged: Bool) {
      // Not before: the reading isn't to depend on the probe of an enclosing one.
      surroundings = .ofTentativeReading
      if hasChanged {
        change(from: .forming, to: .changedWhileForming)
        if let observer { reportChangeWhileForming(to: observer) }
      }
      registrationIsMade()
    }

    /// Reports a change by another thread during the reads: the library does so inside the pass, which hasn't made it.
    private func reportChangeWhileForming(to observer: ObserverNode) {
      CurrentPass.leave {
        CurrentComputation.leave { observer.platformChanged(.didSet, mayRunNow: false) { nil } }
      }
    }

    private func read(_ body: () -> Void) {
      // The probe is read first: this read marks the list for the reads of `body`.
      probe.read()
      probe.whileMarking(body)
    }

    override var mayReadNoStandardModel: Bool {
      mayHaveReadNoStandardModel && !probe.containsForeignTrackers && state.load(ordering: .acquiring) == .stands
    }

    override var isDueForRecheck: Bool { !rechecks.isIdle }

    /// Whether a change was reported, so that nothing has been registered since.
    private var isUsedUp: Bool {
      let state = state.load(ordering: .acquiring)
      return state == .usedUp || state == .usedUpElsewhere
    }

    /// Whether the next pass, due to a change elsewhere, isn't repeated at once, and needs a recheck.
    var needsRecheck: Bool {
      guard let observer else { return false }
      return state.load(ordering: .acquiring) == .usedUpElsewhere
        && !(observer.options.contains(.confirming) && observer.confirmedReadings != .first)
    }

    /// Called unless the report only ends the registration, as it does if the probe is ending. A report to an ended
    /// registration is passed on: the registrar on the other thread collected its registrations before the next one was
    /// made, so it won't notify the next one of this change.
    private func hasChanged(_ event: borrowing ObservationTracking.Event, for observer: ObserverNode) {
      switch change(from: .forming, to: .changedWhileForming) {
      case .forming, .changedWhileForming:
        return reportChangeWhileForming(to: observer)
      case .stands:
        let used: State =
          switch observer.originOfChange {
          case .ownPass: .ended
          case .ownActor: .usedUp
          case .elsewhere: .usedUpElsewhere
          }
        change(from: .stands, to: used)
      case .usedUp, .usedUpElsewhere, .ended: break
      }
      let property = askedProperty(of: event, by: observer)
      observer.platformChanged(.didSet, mayRunNow: true) { property }
    }

    /// Returns the changed property, if asked about. Called before the report: comparing key paths may call user code.
    private func askedProperty(
      of event: borrowing ObservationTracking.Event,
      by observer: ObserverNode
    ) -> AnyKeyPath? {
      for property in observer.askedProperties where event.isChange(of: property) { return property }
      return nil
    }

    /// Called during the deallocation of an object, on any thread.
    private func objectWasDeallocated() {
      if let observer, state.load(ordering: .acquiring) != .ended { DeallocationReports.add([observer]) }
    }

    override func recheck() { observer?.receiveRecheck() }

    override func cancel() {
      // Without a report, a registration ends only by a change of the probe.
      state.store(.ended, ordering: .releasing)
      rechecks.cancel(self)
      probe.end(after: surroundings.probe(for: observer))
    }

    // Each pass makes a new registration. If none stood before, a change may have gone unreported.
    override func showNewReadings(after previous: PlatformDependencies?) -> Bool { previous == nil || followsGap }
  }

  @available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *)
  extension StandardDependencies: StandardReportTarget {
    var dependencies: StandardDependencies? { self }
  }

  /// Has the registration to which the library's reports go.
  @available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *)
  protocol StandardReportTarget: AnyObject, Sendable {
    var dependencies: StandardDependencies? { get }
  }

  /// The registration of a tentative reading, made if the reading has read a standard model after all.
  // Unchecked: only the thread that reads changes the variables, before the library knows the closures that use them.
  @available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *)
  final class ExpectedDependencies: StandardReportTarget, @unchecked Sendable {
    /// The inner registration, if a standard model or a probe was read.
    var inner: InnerRegistration?
    private(set) var dependencies: StandardDependencies?

    func make(for observer: ObserverNode, _ probe: CancellationProbe?) {
      dependencies = StandardDependencies(ofTentativeReadingBy: observer, probe)
    }
  }

  /// The registration of the inner tracking of a tentative reading.
  final class InnerRegistration: Sendable {
    /// Whether a change was reported. Until the outer registration stands, no other one reports changes by other threads.
    let hasReported = Atomic(false)
    /// Not nil if no probe was read that could end the registration.
    private let unendable: UnendableRegistration?

    init(isUnendable: Bool) {
      unendable = isUnendable ? UnendableRegistration() : nil
    }
  }

  @available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *)
  extension ObservationTracking.Event {
    fileprivate func isChange(of property: AnyKeyPath) -> Bool {
      guard let object = type(of: property).rootType as? any Observable.Type else { return false }
      return isChange(of: property, object)
    }

    private func isChange<Object: Observable>(of property: AnyKeyPath, _: Object.Type) -> Bool {
      guard let property = property as? PartialKeyPath<Object> else { return false }
      return matches(property)
    }
  }
#endif
