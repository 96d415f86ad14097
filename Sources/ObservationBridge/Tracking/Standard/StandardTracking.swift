#if STANDARD_TRACKING
  import Observation

  #if STANDARD_TRACKING_STAND_IN
    import StandardObservation
  #endif

  /// Tracking with `withObservationTracking(options:_:onChange:)` of Swift 6.4, which reports one change, before and after it is stored.
  ///
  /// - An event can only be compared with key paths, so what changed is known of properties that a pass has asked for, and only in passes
  ///   inside the change: of what follows it nothing is known.
  /// - After a report nothing is registered until the pass that follows it has ended. The library itself notices what other threads
  ///   change while that pass reads, but not what they change between its end and the registration. So a pass that follows a change by
  ///   another thread is followed by another reading: at once with `.confirming`, else once, a little later.
  /// - Reads of an inner observation also count for the pass it was started in.
  @available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *)
  enum StandardTracking {
    static func track(
      for observer: some DependencyObserver,
      replacing previous: PlatformDependencies?,
      _ body: () -> Void
    ) -> PlatformDependencies? {
      let previous = previous as? StandardDependencies
      let rechecks = previous?.rechecks ?? Rechecks(.once, .current)
      let dependencies = StandardDependencies(
        observer,
        rechecks,
        followsGap: previous?.isUsedUp == true && observer.confirmedReadings != .first
      )
      // Asked before the pass reads: a change from here on makes another pass due anyway.
      if previous?.needsRecheck == true { rechecks.changeReported(.elsewhere) }
      dependencies.register(observer, body)
      rechecks.passRegistered(observer)
      return dependencies
    }

    /// Runs a part of a pass; see ``Tracking/trackPart(for:replacing:_:)``.
    static func trackPart(
      for observer: some DependencyObserver,
      replacing previous: PlatformDependencies?,
      _ body: () -> Void
    ) -> PlatformDependencies? {
      guard let previous = previous as? StandardDependencies else { return nil }
      let dependencies = StandardDependencies(observer, previous.rechecks, followsGap: false)
      dependencies.register(observer, body)
      return dependencies
    }

    /// Registers nothing; shares its rechecks with the pass that follows, and with the parts of that.
    static func noDependencies(of observer: some DependencyObserver) -> PlatformDependencies {
      StandardDependencies(observer, Rechecks(.once, .current), followsGap: false)
    }
  }
#endif
