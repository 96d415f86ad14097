import CObservationRuntime

/// Releases derived values one after the other. Each may hold the last reference to the next one, so recursion could
/// overflow the stack.
@safe
struct DerivedReleases {
  private let value: Unmanaged<DerivedNode>
  private let forgets: Bool

  /// Releases a derived value: at once, or after the value whose release is running on this thread.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - forgets: Whether the value is detached: its node stays, but its closure and its kept value are released.
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

  private static var ofThread: ThreadPointer<[DerivedReleases]> { ThreadPointer(ob_current_releases) }

  private func release() {
    if forgets { unsafe value._withUnsafeGuaranteedRef { $0.forget() } }
    unsafe value.release()
  }
}
