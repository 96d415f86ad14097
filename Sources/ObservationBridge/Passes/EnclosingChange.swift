import CObservationRuntime

/// The changes inside whose reports this thread runs immediate passes, the innermost first.
///
/// One change is reported to several observers in turn. A pass that runs inside the report to another observer may see
/// the change before its own observation hears of it.
@safe
struct EnclosingChange {
  private let change: ReportedChange
  /// What changed, where the registration is for more than that: the next change would overwrite it.
  private let keyPath: AnyKeyPath?
  private let outer: UnsafeRawPointer?

  /// Runs `body`, which runs a pass, inside the report of `change`.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - isOnlyProperty: Whether the registration is for one property, and will always report that one.
  ///   - body: Runs the pass.
  /// - Returns: What `body` returns.
  static func run<Result>(
    _ change: ReportedChange,
    isOnlyProperty: Bool = false,
    _ body: () -> Result
  ) -> Result {
    let keyPath = isOnlyProperty ? nil : change.keyPath
    var enclosing = unsafe EnclosingChange(change: change, keyPath: keyPath, outer: ob_change_current())
    // On the stack for as long as it is the current one.
    return unsafe withUnsafePointer(to: &enclosing) { pointer in
      unsafe ob_change_set(pointer)
      defer { unsafe ob_change_set(pointer.pointee.outer) }
      return body()
    }
  }

  /// Whether the change whose report runs this pass was made by a pass inside the report of another one.
  static var isNested: Bool {
    guard let innermost = unsafe ob_change_current() else { return false }
    // Set by `run` alone, which is still on this thread's stack.
    return unsafe innermost.assumingMemoryBound(to: EnclosingChange.self).pointee.outer != nil
  }

  /// Calls `body` for each change that is being reported on this thread.
  static func forEach(_ body: (AnyKeyPath?) -> Void) {
    var next = unsafe ob_change_current()
    // Set by `run` alone, which is still on this thread's stack.
    while let enclosing = unsafe next?.assumingMemoryBound(to: EnclosingChange.self).pointee {
      body(enclosing.keyPath ?? enclosing.change.keyPath)
      unsafe next = enclosing.outer
    }
  }
}
