/// The work left after a claim of a derived value: releases and notifications, to be done without the lock.
@safe
struct DerivedCleanup {
  /// The owner, if the value was retired during the claim.
  private let owner: Unmanaged<GraphOwner>?
  /// The value, if it's detached: its holder was deallocated, but a reader depends on it.
  private let detached: DerivedNode?
  /// The probe of the foreign trackers to notify, if the value differs.
  private let others: WatchedProbe?

  /// Nil if no work is left.
  init?(_ owner: Unmanaged<GraphOwner>?, _ others: WatchedProbe?, _ detached: DerivedNode?) {
    if unsafe owner == nil, others == nil, detached == nil { return nil }
    unsafe self.owner = owner
    self.others = others
    self.detached = detached
  }

  func end() {
    // Code that runs here belongs to no computation, even if this value was needed by another one that is being
    // computed.
    CurrentComputation.leave {
      others?.notify()
      // Reads in a `deinit` aren't tracked.
      Tracking.platformUntracked {
        if let detached { unsafe DerivedReleases.release(.passRetained(detached), forgetting: true) }
        if let owner = unsafe owner {
          unsafe owner._withUnsafeGuaranteedRef { $0.didRetire() }
          unsafe owner.release()
        }
      }
    }
  }
}
