import CObservationRuntime

/// A property that knows its name.
protocol NamedProperty {
  /// Nil where that is not known any more.
  var keyPath: AnyKeyPath? { get }
}

/// The changes inside whose reports this thread runs immediate passes, the innermost first.
///
/// One change is reported to several observers in turn. A pass that runs inside the report to another observer may see
/// the change before its own observation is notified.
@safe
struct EnclosingChange {
  /// What has changed. Each leads to something on the stack of whoever runs the pass.
  @safe
  private enum Property {
    /// Nil where the name is not known.
    case named(UnsafePointer<AnyKeyPath?>)
    /// One whose name is asked for only where it matters.
    case lazy(UnsafePointer<any NamedProperty>)
    /// A change of a registrar model's property.
    case own(UnsafePointer<UncountedKeyPath>)
    /// Only derived values may have changed, of which the pass itself finds out which have.
    case derivedValues
  }

  // Nothing in it is counted: it costs a pass as good as nothing.
  private let property: Property
  private let outer: UnsafeRawPointer?

  /// Runs `body`, which runs a pass, inside the report of a change. The name is nil where it is not known.
  static func run<Result>(of keyPath: AnyKeyPath?, _ body: () -> Result) -> Result {
    unsafe withUnsafePointer(to: keyPath) { unsafe run(of: .named($0), body) }
  }

  /// Runs `body` inside the change of a property whose key path is asked for only if it matters.
  static func run<Result>(ofNamed property: any NamedProperty, _ body: () -> Result) -> Result {
    unsafe withUnsafePointer(to: property) { unsafe run(of: .lazy($0), body) }
  }

  /// Runs `body` inside the change of a registrar model's property.
  @inline(__always)
  static func run<Result>(ofOwn keyPath: UncountedKeyPath, _ body: () -> Result) -> Result {
    unsafe withUnsafePointer(to: keyPath) { unsafe run(of: .own($0), body) }
  }

  /// Runs `body` at the end of several changes, for observers that depend on them only by way of derived values.
  static func runOfDerivedValues<Result>(_ body: () -> Result) -> Result {
    run(of: .derivedValues, body)
  }

  @inline(__always)
  private static func run<Result>(of property: Property, _ body: () -> Result) -> Result {
    var enclosing = unsafe EnclosingChange(property: property, outer: ob_change_current())
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

  /// Calls `body` for each change that is being reported on this thread, as the pass sees it that the innermost report runs.
  static func forEach(_ body: (AnyKeyPath?) -> Void) {
    var next = unsafe ob_change_current()
    var isInnermost = true
    // Set by `run` alone, which is still on this thread's stack.
    while let enclosing = unsafe next?.assumingMemoryBound(to: EnclosingChange.self).pointee {
      switch enclosing.property {
      case .named(let keyPath): unsafe body(keyPath.pointee)
      case .lazy(let property): unsafe body(property.pointee.keyPath)
      case .own(let property): unsafe body(property.pointee.value)
      case .derivedValues:
        // What they depend on has changed, too: a pass inside that pass may see it before its own observation is notified.
        if !isInnermost { body(nil) }
      }
      isInnermost = false
      unsafe next = enclosing.outer
    }
  }
}
