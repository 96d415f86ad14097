#if OBSERVATION_BRIDGE_EXPLORE
  import CObservationRuntime

  extension Task where Success == Never, Failure == Never {
    /// Replaces the standard library's property where schedules are explored: each access is a scheduling point.
    static var isCancelled: Bool {
      ob_explore_cancellation(false)
      return unsafe withUnsafeCurrentTask { unsafe $0?.isCancelled ?? false }
    }
  }
#endif
