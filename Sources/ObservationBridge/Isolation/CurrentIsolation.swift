import CObservationRuntime

/// Identifies the executor of an actor, and answers whether the current code runs on the executor.
struct ExecutorIdentity: Sendable {
  /// Flags in the low bits of an executor's address, which are zero in the address itself.
  private enum Kind {
    static let main: UInt = 1 << 0
    static let custom: UInt = 1 << 1
    static let all: UInt = 0b111
  }

  /// The address and the kind in one word, because there may be many thousands of observations. Never 0.
  let mark: UInt

  var word: UInt { mark & ~Kind.all }

  var isMain: Bool { mark & Kind.main != 0 }

  private var isCustom: Bool { mark & Kind.custom != 0 }

  /// Whether this is the executor that the runtime gives to actors without a custom executor.
  var isDefault: Bool { !isCustom && !isMain }

  init(of actor: any Actor) {
    // The layout of this frozen structure is ABI: the executor, and its witness table (null for the default executor).
    let words = unsafe unsafeBitCast(actor.unownedExecutor, to: (UInt, UInt).self)
    // The main actor's executor needs no code of its own to recognize the current executor.
    let kind = actor === MainActor.shared ? Kind.main : words.1 & ~Kind.all != 0 ? Kind.custom : 0
    mark = words.0 | kind
  }

  /// Creates the identity with this mark; nil for 0.
  init?(mark: UInt) {
    if mark == 0 { return nil }
    self.mark = mark
  }

  /// Whether the current code runs on no actor, as far as the runtime knows.
  static var isNoneCurrent: Bool {
    ob_current_executor_identity() == 0 && !ob_is_main_actor_outside_tasks()
  }

  /// Whether comparing addresses is enough to recognize the executor. A custom executor may have to be asked.
  var isTransparent: Bool { !isCustom }

  /// Whether the current code runs on the executor with this mark, which is transparent.
  @inline(__always)
  static func isCurrent(_ mark: UInt) -> Bool {
    let current = ob_current_executor_identity()
    // The mark of a transparent executor has no flag but `main`.
    if current != 0 { return current == mark & ~Kind.main }
    return mark & Kind.main != 0 && ob_is_main_actor_outside_tasks()
  }

  /// Whether the current code runs on the executor, which is transparent.
  var isTransparentAndCurrent: Bool { isTransparent && Self.isCurrent(mark) }

  static let main = ExecutorIdentity(of: MainActor.shared)

  /// The executor on which the current code is known to run. Asks the runtime once, so an instance is valid until that
  /// code returns.
  struct Known {
    private var mark: UInt = 0

    /// Whether the code runs on the executor with this mark, as ``ExecutorIdentity/isCurrent(_:)`` answers; true for 0,
    /// which stands for every executor.
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
  /// Never traps, unlike the runtime's own checks. False means that the runtime doesn't know.
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
