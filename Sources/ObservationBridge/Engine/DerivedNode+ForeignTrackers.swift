import CObservationRuntime

extension DerivedNode {
  /// Called when the holder of a value is deallocated, and a foreign tracker may have read the value. Registers the
  /// tracker with everything from which the value was computed, so that it's still notified.
  func readProbeOfAllProperties(_ probeOfAllProperties: (GraphNode) -> CancellationProbe) {
    let node = node
    let (probes, values, platforms) = Graph.withLock(of: node) { _ in
      var (probes, values, platforms): ([CancellationProbe], [GraphOwner], [PlatformDependencies]) = ([], [], [])
      // Detached values are released together with this one, so the tracker needs their dependencies, too.
      var (rest, known): ([GraphNode], Set<UInt>) = ([node], [])
      while let derived = rest.popLast() {
        if let platform = derived.activeOwner?.asDerivedValue?.platform { platforms.append(platform) }
        for link in derived.dependencies {
          guard let source = link.source, known.insert(source.address).inserted else { continue }
          if source.role != .derived {
            probes.append(probeOfAllProperties(source))
          } else if source[.isDetached] {
            rest.append(source)
          } else if let value = source.activeOwner {
            values.append(value)
          }
        }
      }
      return (probes, values, platforms)
    }
    for probe in probes { probe.read() }
    for value in values.compactMap(\.asDerivedValue) { value.watchForForeignTrackers(value.node.version) }
    for platform in platforms { Tracking.readForForeignTrackers(platform) }
  }

  /// Makes the probe of the value known to a foreign tracker that may be reading this version of the value.
  @inline(never)
  func watchForForeignTrackers(_ version: UInt32) {
    guard Tracking.mayHaveForeignTracker else { return }
    let node = node
    let (earlier, probe, isCurrent) = Graph.withLock(of: node) { _ in
      // Inside a transaction, foreign trackers of an earlier version haven't been notified of the difference yet.
      let earlier = extras?.foreign?.version == version ? nil : takeForeignTrackers()
      let probe = noteForeignTracker(of: version)
      let isCurrent = node.version == version && node.mark == .clean
      if !isCurrent { _ = takeForeignTrackers() }
      return (earlier, probe, isCurrent)
    }
    // Code that runs during a notification belongs to no pass and to no computation.
    if let earlier { CurrentComputation.leave { Tracking.untracked { earlier.notify() } } }
    probe.read()
    // Another thread has made a change meanwhile, and didn't notify this tracker, which wasn't registered yet.
    if !isCurrent { probe.endAlsoLater() }
  }

  /// Makes a probe known to a foreign tracker that may have read an uncached result, computed while another thread had
  /// claimed the value. The tracker is notified when that thread finishes, since the value may differ.
  @inline(never)
  func watchClaimForForeignTrackers() {
    guard Tracking.mayHaveForeignTracker else { return }
    let node = node
    let known = Graph.withLock(of: node) { _ -> CancellationProbe? in
      if !node[.isHeld] { return nil }
      return noteForeignTracker(of: GraphNode.noVersion)
    }
    let probe = known ?? CancellationProbe()
    probe.read()
    // The other thread has finished already.
    if known == nil { probe.endAlsoLater() }
  }

  /// Returns the probe for foreign trackers of a version. Called with the lock.
  private func noteForeignTracker(of version: UInt32) -> CancellationProbe {
    let extras = extrasOrNew
    let others = extras.foreign?.probe.readHere ?? WatchedProbe(CancellationProbe())
    extras.foreign = (others, version)
    node[.isWatched] = true
    return others.probe
  }

  /// Takes the probe of the foreign trackers, so that further changes don't notify them. Called with the lock.
  func takeForeignTrackers() -> WatchedProbe? {
    guard let foreign = extras?.foreign.take() else { return nil }
    node[.isWatched] = false
    return foreign.probe
  }

  /// Called after a change behind a value with foreign trackers. Notifies them if the value differs.
  ///
  /// Foreign trackers that have read the value on the main actor are notified in its next turn if the change is still to
  /// be stored, because they may have read the changed property, too, whose registrar notifies them; and if this is a
  /// recheck, which runs on any thread. Away from the main actor, a recheck follows a report before the store.
  func checkForForeignTrackers(_ timing: ChangeReport.Timing = .afterStore) {
    let isLater = timing == .recheck || timing == .beforeStore && ChangePlace.current == .main
    if isLater, Graph.withLock(of: node, { _ in extras?.foreign?.probe.place }) == .main {
      Task { @MainActor in checkForForeignTrackers() }
      return
    }
    // Away from the foreign reads' origin, the value can't be computed: the trackers are notified without a check.
    let node = node
    // A tracking isn't notified of its own change of a stored property, only of later ones. So it is for derived
    // values, unless a tracking on another thread has read the value, too: then all are notified.
    let isOwnChange = Tracking.mayHaveForeignTracker && foreignProbe?.marksInnermostTracking == true
    var version: UInt32 = 0
    defer { if isOwnChange { watchForForeignTrackers(version) } }
    DerivedUpdates.run { updates in
      var domain = Graph.lock(node)
      // The computation may read a property that is being changed in place, so it can't run now.
      let isInside = ob_changes_in_place() || MutationByHand.isRunning
      guard !isInside, extras?.foreign?.probe.isHere == true, updates.claim(node, node.flags, in: domain)
      else {
        let others = takeForeignTrackers()
        version = node.version
        domain.unlock()
        others?.notify()
        return
      }
      if updates.hasChanged(node, &domain) { updates.compute(node, &domain) }
      let cleanup = updates.endLastClaim(of: node, in: domain)
      version = node.version
      domain.unlock()
      updates.end(cleanup)
    }
  }
}
