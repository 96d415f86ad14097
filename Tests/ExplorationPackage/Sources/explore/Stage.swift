import CExploration
import CObservationRuntime

/// What a scenario uses to take part in a run. One thread runs at a time, so nothing here is guarded.
enum Stage {
  /// Starts a thread, which isn't a task's.
  // Sendable: or else the code would count as the main actor's where it is written in such code, and so would its closures.
  static func thread(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let context = unsafe Unmanaged.passRetained(Body(body))
    unsafe ce_start(name, { unsafe Unmanaged<Body>.fromOpaque($0).takeRetainedValue().call() }, context.toOpaque())
  }

  /// Another thread may come first; `object` says what the order makes a difference to.
  static func point(_ object: AnyObject, _ index: Int = 0, changes: Bool) {
    // An address within the object, or behind it: it only names something.
    let address = unsafe UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()) + 16 + index
    unsafe ce_point(address, changes)
  }

  static func cancel(_ task: Task<Void, Never>) {
    ob_explore_cancellation(true)
    task.cancel()
  }

  /// Lets go of an object, which others may hold weakly.
  static func release<Object: AnyObject>(_ object: inout Object?) {
    if let object { unsafe ce_point_before_release(Unmanaged.passUnretained(object).toOpaque()) }
    object = nil
  }

  static var isOnMainThread: Bool { ob_is_main_thread() }

  /// Says that code of the user's runs here.
  static func userCode() {
    if ce_held_locks() > 0 { fail("A lock is held while user code runs.") }
  }

  static func note(_ text: @autoclosure () -> String) {
    unsafe ce_note(text())
  }

  static func fail(_ text: String) -> Never {
    unsafe ce_fail(text)
  }

  static func expect(_ condition: Bool, _ text: @autoclosure () -> String) {
    if !condition { fail(text()) }
  }

  private final class Body {
    let call: () -> Void

    init(_ call: @escaping () -> Void) {
      self.call = call
    }
  }
}

/// Something whose instances are counted, so that one which is never freed is noticed.
// Unchecked: one thread runs at a time.
class Counted: @unchecked Sendable {
  nonisolated(unsafe) private(set) static var alive = 0

  init() {
    unsafe Counted.alive += 1
  }

  deinit {
    Stage.userCode()
    unsafe Counted.alive -= 1
  }
}
