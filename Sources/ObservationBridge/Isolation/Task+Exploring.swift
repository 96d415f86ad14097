#if OBSERVATION_BRIDGE_EXPLORE
  import CObservationRuntime

  extension Task where Success == Never, Failure == Never {
    /// Stands in for the standard library's property where schedules are explored: to ask is a point.
    static var isCancelled: Bool {
      ob_explore_cancellation(false)
      return unsafe withUnsafeCurrentTask { unsafe $0?.isCancelled ?? false }
    }
  }
#endif
