/// How long a test waits for something.
///
/// Time alone doesn't end it, as other processes and other tests use that up, too. Patience is lost when some time has passed *and*
/// everything else in this process has had its turn many times over: each turn goes once through the queue of the global executor,
/// and now and then through that of the main actor, whose one thread may be held up longer.
package struct Patience {
  private let end: ContinuousClock.Instant
  private let leastTurns: Int
  private var turns = 0

  package init(seconds: Int = 120, leastTurns: Int = 10_000) {
    end = .now + .seconds(seconds)
    self.leastTurns = leastTurns
  }

  /// Lets everything else run; false when patience is lost.
  package mutating func lasts(isolation: isolated (any Actor)? = #isolation) async -> Bool {
    turns += 1
    // What takes longer than that waits for others, which need the processor more.
    if turns > 1000 { try? await Task.sleep(for: .milliseconds(1)) }
    await Self.passThroughTheGlobalExecutor()
    if turns.isMultiple(of: 256) { await MainActor.run {} }
    return turns < leastTurns || .now < end
  }

  @concurrent private static func passThroughTheGlobalExecutor() async {
    await Task.yield()
  }
}

extension Duration {
  /// For a limit that isn't to be reached: longer than a run of all tests.
  package static var wholeSuite: Duration { .seconds(3600) }
}
