import CObservationRuntime

/// Releases derived values without recursion, though each may hold the last reference to the next one.
@safe
struct DerivedReleases {
  private let value: Unmanaged<DerivedNode>
  private let forgets: Bool

  /// Releases a derived value: at once, or after the value whose release is running on this thread. The node of a
  /// detached value stays, so the value also forgets its closure and its result.
  static func release(_ value: Unmanaged<DerivedNode>, forgetting forgets: Bool) {
    let new = unsafe DerivedReleases(value: value, forgets: forgets)
    if let list = ofThread.current {
      list.value.append(new)
      return
    }
    var list = [new]
    ofThread.run(with: &list) {
      while let next = ofThread.current?.value.popLast() { next.release() }
    }
  }

  private static var ofThread: ThreadPointer<[DerivedReleases]> { ThreadPointer(pointer: ob_current_releases) }

  private func release() {
    if forgets { unsafe value._withUnsafeGuaranteedRef { $0.forget() } }
    unsafe value.release()
  }
}

/// The work left after a claim of a derived value: releases and notifications, to be done without the lock.
@safe
struct DerivedCleanup {
  /// The owner, if the value was retired during the claim.
  private let owner: Unmanaged<GraphOwner>?
  /// The value, if detached: without a holder, but with a reader.
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
    // Code that runs here belongs to no computation, even if a computation has needed this value.
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
