/// Lets the code that makes changes wait, on the isolation of the passes, for those that its change makes due.
///
/// It suspends instead of yielding: `Task.yield()` goes by way of the global executor, and what would be measured most
/// is the waking of threads.
final class PassSignal {
  private var missing = 0
  private var waiting: Waiter?

  func wait(for passes: Int, isolation: isolated (any Actor)? = #isolation) async {
    missing = passes
    await Waiter.suspend { waiter in
      waiting = waiter
      return true
    }
  }

  /// A pass has run.
  func passed() {
    missing -= 1
    if missing == 0 { waiting.take()?.resume() }
  }
}
