import CObservationRuntime

/// Lets go of derived values one after the other, where one is the last to hold another, which is the last to hold a third …
@safe
struct DerivedReleases {
  private let value: Unmanaged<DerivedNode>
  private let forgets: Bool

  /// Releases a derived value soon: at once, or when the one has been released that is being released on this thread.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - forgets: Whether it stays, but has to let go of all that it keeps.
  static func release(_ value: Unmanaged<DerivedNode>, forgetting forgets: Bool) {
    let new = unsafe DerivedReleases(value: value, forgets: forgets)
    // Set below alone, by a call that is still on this thread's stack.
    if let list = unsafe ob_remains_current()?.assumingMemoryBound(to: [DerivedReleases].self) {
      unsafe list.pointee.append(new)
      return
    }
    var list = [new]
    unsafe withUnsafeMutablePointer(to: &list) { list in
      unsafe ob_remains_set(list)
      while let next = unsafe list.pointee.popLast() { next.release() }
      ob_remains_set(nil)
    }
  }

  private func release() {
    if forgets { unsafe value._withUnsafeGuaranteedRef { $0.forget() } }
    unsafe value.release()
  }
}
