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

  /// A custom executor may have to be asked; the others are recognized by their addresses.
  var isCustom: Bool { mark & Kind.custom != 0 }

  /// Whether this is the runtime's executor for actors without a custom executor.
  var isDefault: Bool { !isCustom && !isMain }

  init(of actor: any Actor) {
    // The layout of this frozen structure is ABI: the executor, and its witness table (null for the default executor).
    let words = unsafe unsafeBitCast(actor.unownedExecutor, to: (UInt, UInt).self)
    // The main actor's executor needs no code of its own to recognize the current executor.
    let kind = actor === MainActor.shared ? Kind.main : words.1 & ~Kind.all != 0 ? Kind.custom : 0
    mark = words.0 | kind
  }

  init?(mark: UInt) {
    if mark == 0 { return nil }
    self.mark = mark
  }

  /// Whether the current code runs on the executor with this mark, which isn't a custom one.
  @inline(__always)
  static func isCurrent(_ mark: UInt) -> Bool {
    let current = ob_current_executor_identity()
    // The mark has no flag but `main`.
    if current != 0 { return current == mark & ~Kind.main }
    return mark & Kind.main != 0 && ob_is_main_actor_outside_tasks()
  }

  static let main = ExecutorIdentity(of: MainActor.shared)

  /// Whether the current code already runs on the actor, which `actor` returns if it still exists. Never traps, unlike
  /// the runtime's own checks. False means that the runtime doesn't know.
  func isCurrent(_ actor: () -> (any Actor)?) -> Bool {
    if !isCustom { return Self.isCurrent(mark) }
    if ob_current_executor_identity() == word { return true }
    // Code that a custom executor runs outside tasks; SE-0471.
    if #available(macOS 26.4, iOS 26.4, watchOS 26.4, tvOS 26.4, visionOS 26.4, *) {
      return unsafe actor()?.unownedExecutor.asSerialExecutor()?.isIsolatingCurrentContext() ?? false
    }
    return false
  }
}
