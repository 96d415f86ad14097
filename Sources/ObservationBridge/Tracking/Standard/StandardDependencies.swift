#if STANDARD_TRACKING
  import Observation
  import Synchronization

  #if STANDARD_TRACKING_STAND_IN
    import StandardObservation
  #endif

  /// A registration for the reports of one change.
  @available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *)
  // Unchecked: what changes is atomic.
  final class StandardDependencies: PlatformDependencies, @unchecked Sendable {
    private enum State: UInt8, AtomicRepresentable {
      /// The pass reads, or the registration is being made.
      case forming
      /// The pass reads, or the registration is being made, and a change has been reported. The change may have used up the registration, or
      /// have come before it.
      case changedWhileForming
      case stands
      /// A change on the observer's actor has been reported, which it did not make in its pass.
      case usedUp
      /// A change elsewhere has been reported.
      case usedUpElsewhere
      /// Cancelled, or used up by the observer's own pass.
      case ended
    }

    let rechecks: Rechecks
    private let probe = CancellationProbe()
    // Weak: a change that another thread makes while this is being registered leaves it with models that the observer may hold.
    private weak let observer: (any DependencyObserver)?
    private let followsGap: Bool
    private let surroundings = CancellationProbe.Surroundings()
    private let state = Atomic(State.forming)

    /// Creates the registration that a pass will make.
    ///
    /// - Parameters:
    ///   - observer: Is notified of a change.
    ///   - rechecks: Has the observer read again, a little later.
    ///   - followsGap: Whether the registration before this one no longer stands, which matters to the observer.
    init(_ observer: any DependencyObserver, _ rechecks: Rechecks, followsGap: Bool) {
      self.observer = observer
      self.rechecks = rechecks
      self.followsGap = followsGap
    }

    /// Runs `body`, and registers the observer for what it reads.
    func register(_ observer: any DependencyObserver, _ body: () -> Void) {
      let deallocations: ObservationTracking.Options = observer.needsDeallocations ? .deinit : []
      if observer.options.contains(.willSet) {
        // A registration of its own: one that is made by a pass before the value is stored is notified of `.didSet` first, which would
        // otherwise
        // use it up.
        withObservationTracking(options: deallocations.union(.willSet)) {
          registerForStores([], body)
        } onChange: { [self] event in
          if event.kind == .deinit { hasDied() } else { willChange(event) }
        }
      } else if observer.options.contains(.didSet) {
        registerForStores(deallocations, body)
      } else {
        // It outlasts changes, and nothing ends it but the end of the last object.
        withObservationTracking(options: deallocations) {
          read(body)
        } onChange: { [weak self] _ in
          self?.hasDied()
        }
      }
      _ = state.compareExchange(expected: .forming, desired: .stands, ordering: .acquiringAndReleasing)
      _ = state.compareExchange(
        expected: .changedWhileForming,
        desired: .usedUpElsewhere,
        ordering: .acquiringAndReleasing
      )
    }

    private func registerForStores(_ deallocations: ObservationTracking.Options, _ body: () -> Void) {
      withObservationTracking(options: deallocations.union(.didSet)) {
        read(body)
      } onChange: { [self] event in
        if event.kind == .deinit { hasDied() } else { hasChanged(event) }
      }
    }

    private func read(_ body: () -> Void) {
      // First: it marks the list that the reads go to.
      probe.read()
      probe.whileMarking(body)
    }

    /// Whether a change has been reported, so that nothing has been registered since.
    var isUsedUp: Bool {
      let state = state.load(ordering: .acquiring)
      return state == .usedUp || state == .usedUpElsewhere
    }

    /// Whether the pass that follows is to be followed by another reading, a little later: where other threads make changes, and it
    /// isn't followed by one at once.
    var needsRecheck: Bool {
      guard let observer else { return false }
      return state.load(ordering: .acquiring) == .usedUpElsewhere
        && !(observer.options.contains(.confirming) && observer.confirmedReadings != .first)
    }

    private func willChange(_ event: borrowing ObservationTracking.Event) {
      guard let observer, !probe.isEndingHere else { return }
      let property = askedProperty(of: event, by: observer)
      observer.platformChanged(.willSet, mayRunNow: true) { property }
    }

    private func hasChanged(_ event: borrowing ObservationTracking.Event) {
      // What is reported is the end of the registration. Other threads may still report a change to one that has ended: for that, its
      // registrar asked who is registered before the next one was, which therefore isn't notified.
      guard let observer, !probe.isEndingHere else { return }
      let forming = state.compareExchange(
        expected: .forming,
        desired: .changedWhileForming,
        ordering: .acquiringAndReleasing
      )
      switch forming.original {
      case .forming, .changedWhileForming:
        // The library delivers what others have changed while the pass was reading where it makes the registration: inside the pass,
        // which hasn't made that change.
        CurrentPass.leave {
          CurrentComputation.leave { observer.platformChanged(.didSet, mayRunNow: false) { nil } }
        }
        return
      case .stands: use(for: observer.originOfChange)
      case .usedUp, .usedUpElsewhere, .ended: break
      }
      let property = askedProperty(of: event, by: observer)
      observer.platformChanged(.didSet, mayRunNow: true) { property }
    }

    private func use(for origin: RecheckSchedule.Origin) {
      let used: State =
        switch origin {
        case .ownPass: .ended
        case .ownActor: .usedUp
        case .elsewhere: .usedUpElsewhere
        }
      _ = state.compareExchange(expected: .stands, desired: used, ordering: .acquiringAndReleasing)
    }

    /// What has changed, if the observer has asked for it. Compared here: the key paths of subscripts compare their arguments.
    private func askedProperty(
      of event: borrowing ObservationTracking.Event,
      by observer: any DependencyObserver
    ) -> AnyKeyPath? {
      for property in observer.askedProperties where event.isChange(of: property) { return property }
      return nil
    }

    /// Called while an object is being freed, on any thread.
    private func hasDied() {
      if let observer, state.load(ordering: .acquiring) != .ended { DeallocationReports.add(observer) }
    }

    override func cancel() {
      // Nothing else than a report ends a registration that has reported nothing.
      state.store(.ended, ordering: .releasing)
      probe.end(after: surroundings.probe(for: observer))
    }

    // Each pass makes others, whatever it has read. If none stood before, some of it may have changed unnoticed.
    override var showNewReadings: Bool { followsGap }
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
