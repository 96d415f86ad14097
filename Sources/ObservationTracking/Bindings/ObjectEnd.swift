#if !canImport(ObjectiveC)
  import CObservationRuntime
  import ObservationBridge

  /// Has the end of objects reported that know nothing of it.
  ///
  /// Without Objective-C the runtime offers no such notice. On Linux the function that destroys the objects of a class can
  /// be replaced. That rests on a layout which is not promised there, so it is tried first on a class of this module.
  enum ObjectEnd {
    /// Has the end of an object, and of others of its class, reported to the table of owners.
    ///
    /// - Returns: False where that can't be done.
    static func watch(_ object: AnyObject) -> Bool {
      isAvailable && watchUnchecked(object)
    }

    private static func watchUnchecked(_ object: AnyObject) -> Bool {
      unsafe ob_object_end_watch(Unmanaged.passUnretained(object).toOpaque())
    }

    private static let isAvailable: Bool = {
      unsafe ob_object_end_set_handler { object in
        // Only compared, never followed: an object is known by its address.
        OwnerTable.shared.remove(unsafe unsafeBitCast(object, to: ObjectIdentifier.self))
      }
      guard let key = probe() else { return false }
      return Probe.hasEnded.withLock { $0 } && !OwnerTable.shared.contains(key)
    }()

    /// Makes an object whose end is reported, and ends it; nil where the one could not be had.
    @inline(never)
    private static func probe() -> ObjectIdentifier? {
      let probe = Probe()
      guard watchUnchecked(probe) else { return nil }
      _ = OwnerTable.shared.tokens(of: probe, endIsReported: true)
      return ObjectIdentifier(probe)
    }

    private final class Probe: Sendable {
      static let hasEnded = LockedState(false)

      deinit {
        Self.hasEnded.withLock { $0 = true }
      }
    }
  }
#endif
