import ObservationBridge

#if canImport(ObjectiveC)
  import ObjectiveC
#endif

extension ObservationTokens {
  /// The tokens of an object whose class can't store them, because its bindings are in an extension. For generated code
  /// only.
  ///
  /// On Apple systems they end with the object. Elsewhere nothing reports its deallocation: none of its bindings runs
  /// after that, but their registrations are removed only when something they have read changes, or when other objects
  /// start bindings in extensions. If the class is marked with ``CancellableObservation(screen:)``, its own tokens hold
  /// these bindings, on all systems.
  public static func _of(_ owner: some AnyObject & Sendable) -> ObservationTokens {
    if let owner = owner as? any _ObservationTokensOwner { return owner.observationTokens.ofExtensions }
    #if canImport(ObjectiveC)
      return lock.withLock { _ in
        if let known = unsafe objc_getAssociatedObject(owner, key) as? ObservationTokens { return known }
        let new = ObservationTokens()
        unsafe objc_setAssociatedObject(owner, key, new, .OBJC_ASSOCIATION_RETAIN)
        return new
      }
    #else
      return OwnerTable.shared.tokens(of: owner)
    #endif
  }

  #if canImport(ObjectiveC)
    private static let lock = LockedState(())
    // Only its address counts.
    private nonisolated(unsafe) static let key = UnsafeRawPointer(
      UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    )
  #endif
}
