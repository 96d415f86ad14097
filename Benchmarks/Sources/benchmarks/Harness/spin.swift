/// Keeps the thread busy.
func spin(for duration: Duration) {
  if duration == .zero { return }
  let end = ContinuousClock.now + duration
  while ContinuousClock.now < end {}
}
