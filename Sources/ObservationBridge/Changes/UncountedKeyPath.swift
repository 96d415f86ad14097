/// A closure that returns the key path of a changed property, kept alive by the code that reports the change. Retaining
/// it would cost each pass more than all the rest of a report.
struct UncountedKeyPath: BitwiseCopyable {
  private struct Closure {
    let keyPath: () -> AnyKeyPath
  }

  private let words: (UInt, UInt)

  @inline(__always)
  init(_ keyPath: @escaping () -> AnyKeyPath) {
    // A closure consists of a function pointer and a context.
    words = unsafe unsafeBitCast(Closure(keyPath: keyPath), to: (UInt, UInt).self)
  }

  /// Runs `body` with an uncounted closure that returns `keyPath`.
  static func run<Result>(for keyPath: AnyKeyPath, _ body: (UncountedKeyPath) -> Result) -> Result {
    let closure = { keyPath }
    return withExtendedLifetime(closure) { body(UncountedKeyPath(closure)) }
  }

  /// The key path. Each access calls the closure, so read this only if the key path matters.
  var value: AnyKeyPath { unsafe unsafeBitCast(words, to: Closure.self).keyPath() }
}
