/// Lets all passes run that are due, and those that become due by them.
@MainActor
func settle() async {
  // Each task runs in a turn after those that were asked for before it.
  for _ in 0..<4 { await Task.detached { @MainActor in }.value }
}
