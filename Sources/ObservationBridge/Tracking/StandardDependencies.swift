#if STANDARD_TRACKING
  import Observation
  import Synchronization

  #if STANDARD_TRACKING_STAND_IN
    import StandardObservation
  #endif

  /// A registration for the reports of one change.
  @available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *)
  final class StandardDependencies: Dependencies {
    private enum State: UInt8, AtomicRepresentable {
      /// The pass reads, or the registration is being made.
      case forming
      /// The same, and a change has been reported. It may have used up the registration, or have been noticed before that was made.
      case changedWhileForming
      case stands
      /// A change has been reported that the observer did not make itself in its pass.
      case usedUp
      /// Cancelled, or used up by the observer's own pass.
      case ended
    }

    let secondReports: SecondReports
    private let sentinel = Sentinel()
    private let observer: any DependencyObserver
    private let followsGap: Bool
    private let state = Atomic(State.forming)

    /// Creates the registration that a pass will make.
    ///
    /// - Parameters:
    ///   - observer: Hears of a change.
    ///   - secondReports: Hears of it as well, and has the observer hear of it again.
    ///   - followsGap: Whether the registration before this one no longer stands, which matters to the observer.
    init(_ observer: any DependencyObserver, _ secondReports: SecondReports, followsGap: Bool) {
      self.observer = observer
      self.secondReports = secondReports
      self.followsGap = followsGap
    }

    /// Runs `body`, and registers for what it reads.
    func register(_ body: () -> Void) {
      let deaths: ObservationTracking.Options = observer.needsDeaths ? .deinit : []
      if observer.options.contains(.willSet) {
        // A registration of its own: one that is made by a pass before the value is stored hears of `.didSet` first, which else would
        // use it up.
        withObservationTracking(options: deaths.union(.willSet)) {
          registerForStores([], body)
        } onChange: { [self] event in
          if event.kind == .deinit { hasDied() } else { willChange(event) }
        }
      } else if observer.options.contains(.didSet) {
        registerForStores(deaths, body)
      } else {
        // It outlasts changes, and nothing ends it but the end of the last object.
        withObservationTracking(options: deaths, body) { [weak self] _ in self?.hasDied() }
      }
      _ = state.compareExchange(expected: .forming, desired: .stands, ordering: .acquiringAndReleasing)
      _ = state.compareExchange(expected: .changedWhileForming, desired: .usedUp, ordering: .acquiringAndReleasing)
    }

    private func registerForStores(_ deaths: ObservationTracking.Options, _ body: () -> Void) {
      withObservationTracking(options: deaths.union(.didSet)) {
        body()
        sentinel.read()
      } onChange: { [self] event in
        if event.kind == .deinit { hasDied() } else { hasChanged(event) }
      }
    }

    /// Whether a change has been reported, so that nothing has been registered since.
    var isUsedUp: Bool { state.load(ordering: .acquiring) == .usedUp }

    private func willChange(_ event: borrowing ObservationTracking.Event) {
      if state.load(ordering: .acquiring) == .ended { return }
      let property = askedProperty(of: event)
      observer.dependencyChanged(.willSet, mayRunNow: true) { property }
    }

    private func hasChanged(_ event: borrowing ObservationTracking.Event) {
      let origin = observer.originOfChange
      let isForming = state.compareExchange(
        expected: .forming,
        desired: .changedWhileForming,
        ordering: .acquiringAndReleasing
      )
      switch isForming.original {
      case .forming, .changedWhileForming:
        reportMissedChange()
        return
      case .stands:
        let next = origin == .ownPass ? State.ended : .usedUp
        _ = state.compareExchange(expected: .stands, desired: next, ordering: .acquiringAndReleasing)
      case .usedUp: break
      case .ended: return
      }
      if repeatsReports { secondReports.changeReported(origin) }
      let property = askedProperty(of: event)
      observer.dependencyChanged(.didSet, mayRunNow: true) { property }
    }

    /// What has changed, if the observer has asked for it. Compared here: the key paths of subscripts compare their arguments.
    private func askedProperty(of event: borrowing ObservationTracking.Event) -> AnyKeyPath? {
      for property in observer.askedProperties where event.isChange(of: property) { return property }
      return nil
    }

    /// The library delivers what others have changed while the pass was reading where it makes the registration: inside the pass, which
    /// hasn't made that change.
    private func reportMissedChange() {
      CurrentPass.leave {
        if repeatsReports { secondReports.changeReported(.elsewhere) }
        observer.dependencyChanged(.didSet, mayRunNow: false) { nil }
      }
    }

    /// Whether what may have been missed is read a little later: not where it is at once.
    private var repeatsReports: Bool {
      !observer.options.contains(.confirming) || !observer.confirmsEachReading
    }

    /// Called while an object is being freed, on any thread.
    private func hasDied() {
      if state.load(ordering: .acquiring) != .ended { DeathReports.add(observer) }
    }

    func cancel() {
      // Nothing else than a report ends a registration that has reported nothing.
      if state.exchange(.ended, ordering: .acquiringAndReleasing) != .ended { sentinel.change() }
    }

    // Each pass makes others, whatever it has read. If none stood before, some of it may have changed unnoticed.
    var showNewReadings: Bool { followsGap }

    func isOnly(_ keyPath: AnyKeyPath) -> Bool { false }

    var onlyObject: ObjectIdentifier? { nil }
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
