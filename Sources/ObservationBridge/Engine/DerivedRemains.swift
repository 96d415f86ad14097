/// What is left of a derived value when it has been brought up to date: let go of without the lock.
@safe
struct DerivedRemains {
  /// The value itself, if it has been retired meanwhile.
  private let owner: Unmanaged<GraphOwner>?
  /// The value, if it's detached: nobody holds it, but somebody has read it.
  private let detached: DerivedNode?
  /// The probe of foreign trackers to notify, if the value differs.
  private let others: WatchedProbe?

  /// Nil where there is nothing.
  init?(_ owner: Unmanaged<GraphOwner>?, _ others: WatchedProbe?, _ detached: DerivedNode?) {
    if unsafe owner == nil, others == nil, detached == nil { return nil }
    unsafe self.owner = owner
    self.others = others
    self.detached = detached
  }

  func end() {
    // What runs then belongs to no computation, even where another value that needs this one is being computed.
    CurrentComputation.leave {
      others?.tell()
      // What is read by code that so runs is nobody's dependency.
      Tracking.platformUntracked {
        if let detached { unsafe DerivedReleases.release(.passRetained(detached), forgetting: true) }
        if let owner = unsafe owner {
          unsafe owner._withUnsafeGuaranteedRef { $0.isOver() }
          unsafe owner.release()
        }
      }
    }
  }
}
