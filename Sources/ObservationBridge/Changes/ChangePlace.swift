import CObservationRuntime

/// Where a change was made: two changes in one place can't be made at the same time.
struct ChangePlace: Equatable, Sendable {
  /// The executor of the actor, which may move from thread to thread; else a number that no other living thread has.
  private let word: UInt

  static let main = ChangePlace(word: ExecutorIdentity.main.word)

  static var current: ChangePlace {
    let executor = ob_current_executor_identity()
    if executor != 0 { return ChangePlace(word: executor) }
    // Code outside tasks may be in the main actor's place, too.
    return ob_is_main_actor_outside_tasks() ? .main : ChangePlace(word: ob_thread_identity())
  }

  init(word: UInt) {
    self.word = word
  }
}
