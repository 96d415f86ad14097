import CObservationRuntime

/// What the standard library's tracking knows of a derived value.
extension DerivedNode {
  /// The standard library's tracking has read the value, and may not have ended: instead of that it reads all that the value depends on.
  func readProbeOfAllProperties(_ probeOfAllProperties: (GraphNode) -> CancellationProbe) {
    let node = node
    let (probes, values, platforms) = Graph.withLock(of: node) { _ in
      var (probes, values, platforms): ([CancellationProbe], [GraphOwner], [PlatformDependencies]) = ([], [], [])
      // With it those go that nobody holds either.
      var (rest, known): ([GraphNode], Set<UInt>) = ([node], [])
      while let derived = rest.popLast() {
        if let owner = derived.activeOwner {
          // As its role says.
          let value = unsafe unsafeDowncast(owner, to: DerivedNode.self)
          if let platform = unsafe value.extras?.platform { platforms.append(platform) }
        }
        var next = derived.firstDependency
        while let link = next {
          next = link.nextDependency
          guard let source = link.source, known.insert(source.address).inserted else { continue }
          if source.role != .derived {
            probes.append(probeOfAllProperties(source))
          } else if source.isDetached {
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

  var foreignProbe: CancellationProbe? {
    Graph.withLock(of: node) { _ in unsafe extras?.others?.probe }
  }

  /// Where that has read the value; nil for several places, and if it hasn't.
  private var foreignReadPlace: ChangePlace? {
    Graph.withLock(of: node) { _ in unsafe extras?.others?.place }
  }

  /// The standard library's tracking may read the value, of which this version has been brought up to date.
  @inline(never)
  func watchForForeignTrackers(_ version: UInt32) {
    guard Tracking.mayHaveForeignTracker else { return }
    let new = CancellationProbe()
    let (extras, node) = (knownOrNewExtras, node)
    let (earlier, probe, isCurrent) = Graph.withLock(of: node) { _ in
      // Inside a transaction, foreign trackers that have read another value haven't been notified yet that it differs.
      let earlier = unsafe extras.foreignVersion.map { $0 != version } == true ? takeForeignTrackers() : nil
      let others = unsafe extras.others?.readHere ?? WatchedProbe(new)
      unsafe extras.others = others
      unsafe extras.foreignVersion = version
      node.isWatched = true
      let isCurrent = node.version == version && node.mark == .clean
      if !isCurrent { _ = takeForeignTrackers() }
      return (earlier, others.probe, isCurrent)
    }
    // As where a value has been brought up to date: what runs then belongs to no pass and to no computation.
    if let earlier { CurrentComputation.leave { Tracking.untracked { earlier.tell() } } }
    probe.read()
    // Another thread has made a change meanwhile, of which nobody told them: they weren't waiting yet.
    if !isCurrent { probe.endAlsoLater() }
  }

  /// The standard library's tracking may read what was computed of the value for one reader while another thread is at it: it's told that the
  /// value may differ when that thread has finished.
  @inline(never)
  func watchClaimForForeignTrackers() {
    guard Tracking.mayHaveForeignTracker else { return }
    let new = CancellationProbe()
    let (extras, node) = (knownOrNewExtras, node)
    let probe = Graph.withLock(of: node) { _ -> CancellationProbe? in
      if !node.isHeld { return nil }
      let others = unsafe extras.others?.readHere ?? WatchedProbe(new)
      unsafe extras.others = others
      unsafe extras.foreignVersion = GraphNode.noVersion
      node.isWatched = true
      return others.probe
    }
    (probe ?? new).read()
    // It has finished already.
    if probe == nil { new.endAlsoLater() }
  }

  /// Takes the probe of foreign trackers, which aren't notified of further values. Called with the lock.
  func takeForeignTrackers() -> WatchedProbe? {
    guard let extras = unsafe extras, let others = unsafe extras.others.take() else { return nil }
    unsafe extras.foreignVersion = nil
    node.isWatched = false
    return others
  }

  /// A change may make a difference to a value for which foreign trackers wait.
  ///
  /// - Parameter isAhead: Whether it's still to be stored. Others may have read what changes themselves, too, whose registrar tells them:
  ///   those who
  ///   have read the value are notified only in the next turn of the main actor, if that's where they have, and elsewhere by the recheck.
  func checkForForeignTrackers(isAhead: Bool) {
    if isAhead, ChangePlace.current == .main, foreignReadPlace == .main {
      Task { @MainActor in checkForForeignTrackers(isAhead: false) }
      return
    }
    // Elsewhere than they read it, it can't be computed, and what another thread computes now may be too old: they are told that it
    // may differ.
    let node = node
    // As with a stored property, a tracking isn't notified of its own change, but is of later ones. Where trackings elsewhere have read the
    // value, too, all are notified.
    let isOwnChange = Tracking.mayHaveForeignTracker && foreignProbe?.marksInnermostTracking == true
    var version: UInt32 = 0
    defer { if isOwnChange { watchForForeignTrackers(version) } }
    DerivedUpdates.run { updates in
      var domain = Graph.lock(node)
      // Nor while something is changed in its place, which it may read.
      let isInside = unsafe ob_changes_in_place() || ob_mutation_current() != nil
      guard !isInside, unsafe extras?.others?.isHere == true, updates.claim(node, node.kind, in: domain)
      else {
        let others = takeForeignTrackers()
        version = node.version
        domain.unlock()
        others?.tell()
        return
      }
      if updates.hasChanged(node, &domain) { updates.compute(node, &domain) }
      let remains = updates.endLastClaim(of: node, in: domain)
      version = node.version
      domain.unlock()
      updates.end(remains)
    }
  }
}
