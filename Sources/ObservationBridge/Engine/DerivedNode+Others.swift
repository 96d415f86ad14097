import CObservationRuntime

/// What the standard library's tracking knows of a derived value.
extension DerivedNode {
  /// The standard library's tracking has read the value, and may not have ended: instead of that it reads all that the value depends on.
  func readAllForOthers(_ allForOthers: (GraphNode) -> Sentinel) {
    let node = node
    let (sentinels, values, platforms) = Graph.withLock(of: node) { _ in
      var (sentinels, values, platforms): ([Sentinel], [GraphOwner], [PlatformDependencies]) = ([], [], [])
      // With it those go that nobody holds either.
      var (rest, known): ([GraphNode], Set<UInt>) = ([node], [])
      while let derived = rest.popLast() {
        if let owner = derived.activeOwner {
          // As its role says.
          let value = unsafe unsafeDowncast(owner, to: DerivedNode.self)
          if let platform = unsafe value.extras?.platform { platforms.append(platform) }
        }
        var next = derived.firstDependency
        while let edge = next {
          next = edge.nextDependency
          guard let source = edge.source, known.insert(source.address).inserted else { continue }
          if source.role != .derived {
            sentinels.append(allForOthers(source))
          } else if source.isOrphaned {
            rest.append(source)
          } else if let value = source.activeOwner {
            values.append(value)
          }
        }
      }
      return (sentinels, values, platforms)
    }
    for sentinel in sentinels { sentinel.read() }
    for value in values.compactMap(\.asDerivedValue) { value.watchForOthers(value.node.version) }
    for platform in platforms { Tracking.readForOthers(platform) }
  }

  var sentinelOfOthers: Sentinel? {
    Graph.withLock(of: node) { _ in unsafe extras?.others?.sentinel }
  }

  /// Where that has read the value; nil for several places, and if it hasn't.
  private var readPlaceOfOthers: ChangePlace? {
    Graph.withLock(of: node) { _ in unsafe extras?.others?.place }
  }

  /// The standard library's tracking may read the value, of which this version has been brought up to date.
  @inline(never)
  func watchForOthers(_ version: UInt32) {
    guard Tracking.mayBeTrackingForOthers else { return }
    let new = Sentinel()
    let (extras, node) = (knownOrNewExtras, node)
    let (earlier, sentinel, isCurrent) = Graph.withLock(of: node) { _ in
      // Inside a transaction, those who have read another value haven't heard yet that it differs.
      let earlier = unsafe extras.versionOfOthers.map { $0 != version } == true ? takeOthers() : nil
      let others = unsafe extras.others?.readHere ?? WatchedSentinel(new)
      unsafe extras.others = others
      unsafe extras.versionOfOthers = version
      node.isWatched = true
      let isCurrent = node.version == version && node.mark == .clean
      if !isCurrent { _ = takeOthers() }
      return (earlier, others.sentinel, isCurrent)
    }
    // As where a value has been brought up to date: what runs then belongs to no pass and to no computation.
    if let earlier { CurrentComputation.leave { Tracking.untracked { earlier.tell() } } }
    sentinel.read()
    // Another thread has made a change meanwhile, of which nobody told them: they weren't waiting yet.
    if !isCurrent { sentinel.endAlsoLater() }
  }

  /// The standard library's tracking may read what was computed of the value for one reader while another thread is at it: it's told that the
  /// value may differ when that thread has finished.
  @inline(never)
  func watchClaimForOthers() {
    guard Tracking.mayBeTrackingForOthers else { return }
    let new = Sentinel()
    let (extras, node) = (knownOrNewExtras, node)
    let sentinel = Graph.withLock(of: node) { _ -> Sentinel? in
      if !node.isHeld { return nil }
      let others = unsafe extras.others?.readHere ?? WatchedSentinel(new)
      unsafe extras.others = others
      unsafe extras.versionOfOthers = GraphNode.noVersion
      node.isWatched = true
      return others.sentinel
    }
    (sentinel ?? new).read()
    // It has finished already.
    if sentinel == nil { new.endAlsoLater() }
  }

  /// Those who wait to hear of another value do so no more. Called with the lock.
  func takeOthers() -> WatchedSentinel? {
    guard let extras = unsafe extras, let others = unsafe extras.others.take() else { return nil }
    unsafe extras.versionOfOthers = nil
    node.isWatched = false
    return others
  }

  /// A change may make a difference to a value which others wait to hear of.
  ///
  /// - Parameter isAhead: Whether it's still to be stored. Others may have read what changes themselves, too, whose registrar tells them: those who
  ///   have read the value only hear of it in the next turn of the main actor, if that's where they have, and elsewhere by the second report.
  func checkForOthers(isAhead: Bool) {
    if isAhead, ChangePlace.current == .main, readPlaceOfOthers == .main {
      Task { @MainActor in checkForOthers(isAhead: false) }
      return
    }
    // Elsewhere than they read it, it can't be computed, and what another thread computes now may be too old: they are told that it
    // may differ.
    let node = node
    // As with a stored property, a tracking isn't notified of its own change, but is of later ones. Where trackings elsewhere have read the
    // value, too, all are notified.
    let isOwnChange = Tracking.mayBeTrackingForOthers && sentinelOfOthers?.marksInnermostTracking == true
    var version: UInt32 = 0
    defer { if isOwnChange { watchForOthers(version) } }
    DerivedUpdates.run { updates in
      var domain = Graph.lock(node)
      // Nor while something is changed in its place, which it may read.
      let isInside = unsafe ob_changes_in_place() || ob_mutation_current() != nil
      guard !isInside, unsafe extras?.others?.isHere == true, updates.claim(node, node.kind, in: domain)
      else {
        let others = takeOthers()
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
