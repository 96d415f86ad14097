import CObservationRuntime

/// Lets go of derived values one after the other, where one is the last to hold another, which is the last to hold a third …
enum DerivedReleases {
  /// Releases a derived value soon: at once, or when the one has been released that is being released on this thread.
  static func release(_ value: Unmanaged<DerivedNode>) {
    // Set below alone, by a call that is still on this thread's stack.
    if let list = unsafe ob_remains_current()?.assumingMemoryBound(to: [Unmanaged<DerivedNode>].self) {
      unsafe list.pointee.append(value)
      return
    }
    var list = unsafe [value]
    unsafe withUnsafeMutablePointer(to: &list) { list in
      unsafe ob_remains_set(list)
      while let next = unsafe list.pointee.popLast() { unsafe next.release() }
      ob_remains_set(nil)
    }
  }
}
