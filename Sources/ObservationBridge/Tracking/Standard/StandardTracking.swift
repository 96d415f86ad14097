#if STANDARD_TRACKING
  import Observation
  import Synchronization

  #if STANDARD_TRACKING_STAND_IN
    import StandardObservation
  #endif

  /// Tracking with `withObservationTracking(options:_:onChange:)` of Swift 6.4, which reports one change, before and
  /// after the value is stored.
  ///
  /// - An event can only be compared with key paths. So the changed property is known only if a pass has asked about
  ///   it, and only in passes inside the change. The changes after the first one aren't known.
  /// - After a report nothing is registered until the next pass has ended. The library itself notices changes by other
  ///   threads while this pass reads, but not between the end of the pass and the registration. So a pass after a
  ///   change by another thread is repeated: at once with `.confirming`, otherwise once, a little later.
  /// - Reads of an inner observation also count for the pass in which the observation was started.
  @available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *)
  enum StandardTracking {
    static func track(
      for observer: ObserverNode,
      replacing previous: PlatformDependencies?,
      after history: ReadingHistory = .unknown,
      _ body: () -> Void
    ) -> PlatformDependencies? {
      let previous = previous as? StandardDependencies
      // A registration for deallocations alone stays, whatever changes.
      if !observer.options.isDisjoint(with: [.willSet, .didSet]),
        TentativeTracking.isPossible(for: observer, after: previous, history)
      {
        return trackTentatively(for: observer, body)
      }
      let rechecks = previous?.rechecks ?? Rechecks(.once, .current)
      let dependencies = StandardDependencies(observer, rechecks, after: previous)
      // `needsRecheck` is read before the pass reads: any later change makes another pass due anyway.
      if previous?.needsRecheck == true { rechecks.changeReported(.elsewhere) }
      dependencies.register(observer, body)
      rechecks.passRegistered(dependencies)
      CodeHistory.noteReading(by: observer, dependencies.probe, isFirst: history == .none)
      return dependencies
    }

    /// Tracks a reading that is expected to read registrar models alone. An inner tracking finds out whether the
    /// reading has read a standard model. Only then are both trackings registered: the outer tracking with a probe, and
    /// the inner tracking, whose reports count until the outer registration stands.
    static func trackTentatively(for observer: ObserverNode, _ body: () -> Void) -> PlatformDependencies? {
      let expected = ExpectedDependencies()
      StandardDependencies.register(observer, reportingTo: expected) {
        var tracking = TentativeTracking()
        StackReference.with(&tracking) { tracking in
          withObservationTracking(
            { TentativeTracking.run(tracking, body) },
            onChange: innerHandler(of: tracking, expected)
          )
        }
        if expected.inner == nil { return }
        if tracking.probe == nil { CodeHistory.note(.needsProbes, of: observer.code) }
        expected.make(for: observer, tracking.probe)
      }
      guard let inner = expected.inner, let dependencies = expected.dependencies else { return nil }
      dependencies.tentativeReadingIsRegistered(hasChanged: inner.hasReported.load(ordering: .acquiring))
      dependencies.rechecks.passRegistered(dependencies)
      return dependencies
    }

    /// Called if the reading has read a standard model or a probe. Returns the handler of the inner registration.
    private static func innerHandler(
      of tracking: StackReference<TentativeTracking>,
      _ expected: ExpectedDependencies
    ) -> @Sendable () -> Void {
      // A probe needed by the reading itself ends the inner registration, too.
      let inner = InnerRegistration(isUnendable: tracking.value.probe == nil)
      expected.inner = inner
      return { inner.hasReported.store(true, ordering: .releasing) }
    }

    /// Runs a part of a pass; see ``Tracking/trackPlatformPart(for:replacing:_:)``.
    static func trackPart(
      for observer: ObserverNode,
      replacing previous: PlatformDependencies?,
      _ body: () -> Void
    ) -> PlatformDependencies? {
      guard let previous = previous as? StandardDependencies else { return nil }
      let dependencies = StandardDependencies(observer, previous.rechecks)
      dependencies.register(observer, body)
      return dependencies
    }

    /// Returns dependencies without a registration. Their rechecks are shared with the next pass and its parts.
    static func noDependencies(of observer: ObserverNode) -> PlatformDependencies {
      StandardDependencies(observer, Rechecks(.once, .current))
    }
  }
#endif
