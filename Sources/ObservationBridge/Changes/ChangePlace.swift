import CObservationRuntime

/// The executor or thread of a change. Two changes with equal places can't be made at the same time.
struct ChangePlace: Equatable, Sendable {
  /// The executor of the current actor, which may move between threads; without an actor, a number of the thread.
  let word: UInt

  static let main = ChangePlace(word: ExecutorIdentity.main.word)

  static var current: ChangePlace {
    let executor = ob_current_executor_identity()
    if executor != 0 { return ChangePlace(word: executor) }
    // Code outside tasks may run on the main actor's executor, too.
    return ob_is_main_actor_outside_tasks() ? .main : ChangePlace(word: ob_thread_identity())
  }
}
