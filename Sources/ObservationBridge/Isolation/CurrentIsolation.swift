import CObservationRuntime

/// Names the executor of an actor; tells whether the current code runs on it.
struct ExecutorIdentity: Sendable {
  let word: UInt
  let isMain: Bool
  private let isCustom: Bool

  /// Whether this is the executor that the runtime gives an actor which asks for no other.
  var isDefault: Bool { !isCustom && !isMain }

  init(of actor: any Actor) {
    // The layout of this frozen structure is ABI: the executor, and how to call it (null for the default executor).
    let words = unsafe unsafeBitCast(actor.unownedExecutor, to: (UInt, UInt).self)
    word = words.0
    isCustom = words.1 & ~UInt(0b111) != 0
    isMain = actor === MainActor.shared
  }

  /// Whether the current code runs on no actor at all, as far as is known.
  static var isNoneCurrent: Bool {
    ob_current_executor_identity() == 0 && !ob_is_main_actor_outside_tasks()
  }

  /// Whether this can tell by itself if the current code runs on the actor.
  var isTransparent: Bool { !isCustom || isMain }

  /// Names the executor of the current code, among those that are transparent; 0 where there is none.
  static var current: UInt {
    let current = ob_current_executor_identity()
    return current == 0 && ob_is_main_actor_outside_tasks() ? main.word : current
  }

  static let main = ExecutorIdentity(of: MainActor.shared)

  /// Whether the current code already runs on the actor, which `actor` returns if it still exists.
  ///
  /// Never traps, as the runtime's own checks may. False means "not known to be".
  func isCurrent(_ actor: () -> (any Actor)?) -> Bool {
    let current = ob_current_executor_identity()
    if current == word { return true }
    if current == 0, isMain { return ob_is_main_actor_outside_tasks() }
    guard isCustom, !isMain else { return false }
    // Code that a custom executor runs outside tasks; SE-0471.
    if #available(macOS 26.4, iOS 26.4, watchOS 26.4, tvOS 26.4, visionOS 26.4, *) {
      return unsafe actor()?.unownedExecutor.asSerialExecutor()?.isIsolatingCurrentContext() ?? false
    }
    return false
  }
}
