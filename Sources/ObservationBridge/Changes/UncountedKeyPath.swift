/// A closure that tells which property has changed, and that is kept alive by whoever reports the change.
///
/// Another reference to it would cost each pass more than all else in a report.
struct UncountedKeyPath: BitwiseCopyable {
  private struct Closure {
    let keyPath: () -> AnyKeyPath
  }

  private let words: (UInt, UInt)

  @inline(__always)
  init(_ keyPath: @escaping () -> AnyKeyPath) {
    // A function pointer and a context.
    words = unsafe unsafeBitCast(Closure(keyPath: keyPath), to: (UInt, UInt).self)
  }

  /// Runs `body` with one for a property that is known.
  static func run<Result>(for keyPath: AnyKeyPath, _ body: (UncountedKeyPath) -> Result) -> Result {
    let closure = { keyPath }
    return withExtendedLifetime(closure) { body(UncountedKeyPath(closure)) }
  }

  /// Asked for only where it matters.
  var value: AnyKeyPath { unsafe unsafeBitCast(words, to: Closure.self).keyPath() }
}
