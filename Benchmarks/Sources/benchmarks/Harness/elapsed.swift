/// The nanoseconds since `start`.
func elapsed(since start: ContinuousClock.Instant) -> Double {
  (ContinuousClock.now - start) / .nanoseconds(1)
}
