import CObservationRuntime

/// Names the executor of an actor; tells whether the current code runs on it.
struct ExecutorIdentity: Sendable {
  /// What stands in the last bits of an executor's address, which are free.
  private enum Kind {
    static let main: UInt = 1 << 0
    static let custom: UInt = 1 << 1
    static let all: UInt = 0b111
  }

  /// All that this knows, in one word: there may be many thousands of observations. Never 0.
  let mark: UInt

  var word: UInt { mark & ~Kind.all }

  var isMain: Bool { mark & Kind.main != 0 }

  private var isCustom: Bool { mark & Kind.custom != 0 }

  /// Whether this is the executor that the runtime gives an actor which asks for no other.
  var isDefault: Bool { !isCustom && !isMain }

  init(of actor: any Actor) {
    // The layout of this frozen structure is ABI: the executor, and how to call it (null for the default executor).
    let words = unsafe unsafeBitCast(actor.unownedExecutor, to: (UInt, UInt).self)
    // The main actor's executor needs no code of its own to tell whether it's the current one.
    let kind = actor === MainActor.shared ? Kind.main : words.1 & ~Kind.all != 0 ? Kind.custom : 0
    mark = words.0 | kind
  }

  /// The one that has this mark; nil for 0.
  init?(mark: UInt) {
    if mark == 0 { return nil }
    self.mark = mark
  }

  /// Whether the current code runs on no actor at all, as far as is known.
  static var isNoneCurrent: Bool {
    ob_current_executor_identity() == 0 && !ob_is_main_actor_outside_tasks()
  }

  /// Whether this can tell by itself if the current code runs on the actor.
  var isTransparent: Bool { !isCustom }

  /// Whether the current code runs on the executor of a mark, which is transparent.
  @inline(__always)
  static func isCurrent(_ mark: UInt) -> Bool {
    let current = ob_current_executor_identity()
    // The last digits of one that is transparent are known.
    if current != 0 { return current == mark & ~Kind.main }
    return mark & Kind.main != 0 && ob_is_main_actor_outside_tasks()
  }

  /// Whether the current code runs on the executor, which is transparent.
  var isTransparentAndCurrent: Bool { isTransparent && Self.isCurrent(mark) }

  static let main = ExecutorIdentity(of: MainActor.shared)

  /// What is known of where the current code runs: asked for once, as long as that code doesn't return.
  struct Known {
    private var mark: UInt = 0

    /// Whether the code runs on the executor with this mark, as ``ExecutorIdentity/isCurrent(_:)`` tells; true for 0, which stands for any.
    @inline(__always)
    mutating func isCurrent(_ mark: UInt) -> Bool {
      if mark == 0 || mark == self.mark { return true }
      guard ExecutorIdentity.isCurrent(mark) else { return false }
      self.mark = mark
      return true
    }
  }

  /// Whether the current code already runs on the actor, which `actor` returns if it still exists.
  ///
  /// Never traps, as the runtime's own checks may. False means "not known to be".
  func isCurrent(_ actor: () -> (any Actor)?) -> Bool {
    let current = ob_current_executor_identity()
    if current == word { return true }
    if current == 0, isMain { return ob_is_main_actor_outside_tasks() }
    guard isCustom else { return false }
    // Code that a custom executor runs outside tasks; SE-0471.
    if #available(macOS 26.4, iOS 26.4, watchOS 26.4, tvOS 26.4, visionOS 26.4, *) {
      return unsafe actor()?.unownedExecutor.asSerialExecutor()?.isIsolatingCurrentContext() ?? false
    }
    return false
  }
}
