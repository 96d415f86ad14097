import CObservationRuntime

/// The changes inside whose reports this thread runs immediate passes, the innermost first.
///
/// One change is reported to several observers in turn. A pass that runs inside the report to another observer may see
/// the change before its own observation is notified.
struct EnclosingChange {
  /// The changed property. The reference leads to the stack of the code that runs the pass.
  private enum Property {
    /// The value is nil if the key path isn't known.
    case named(StackReference<AnyKeyPath?>)
    /// A change of a registrar model's property.
    case own(UncountedKeyPath)
    /// Only derived values may have changed. The pass itself finds out which of them have.
    case derivedValues
  }

  // No field is reference-counted, so an enclosing change costs a pass almost nothing.
  private let property: Property
  private let outer: StackReference<EnclosingChange>?

  /// Runs `body`, which runs a pass, inside the report of a change. `keyPath` is nil if the property isn't known.
  static func run<Result>(of keyPath: AnyKeyPath?, _ body: () -> Result) -> Result {
    var keyPath = keyPath
    return StackReference.with(&keyPath) { run(of: .named($0), body) }
  }

  /// Runs `body` inside the report of a change of a registrar model's property.
  @inline(__always)
  static func run<Result>(ofOwn keyPath: UncountedKeyPath, _ body: () -> Result) -> Result {
    run(of: .own(keyPath), body)
  }

  /// Runs `body` at the end of several changes, for observers that depend on these only through derived values.
  static func runOfDerivedValues<Result>(_ body: () -> Result) -> Result {
    run(of: .derivedValues, body)
  }

  @inline(__always)
  private static func run<Result>(of property: Property, _ body: () -> Result) -> Result {
    var enclosing = EnclosingChange(property: property, outer: ofThread.current)
    return ofThread.run(with: &enclosing, body)
  }

  @inline(__always)
  private static var ofThread: ThreadPointer<EnclosingChange> { ThreadPointer(pointer: ob_current_change) }

  /// Whether the innermost change was made inside the report of another change.
  static var isNested: Bool {
    ofThread.current?.value.outer != nil
  }

  /// Calls `body` with the key path of each change reported on this thread, nil if unknown, for the innermost pass.
  static func forEach(_ body: (AnyKeyPath?) -> Void) {
    var next = ofThread.current
    var isInnermost = true
    while let enclosing = next?.value {
      switch enclosing.property {
      case .named(let keyPath): body(keyPath.value)
      case .own(let property): body(property.value)
      case .derivedValues:
        // The sources of the values have changed, too. The innermost pass may read them before it's notified of them.
        if !isInnermost { body(nil) }
      }
      isInnermost = false
      next = enclosing.outer
    }
  }
}
