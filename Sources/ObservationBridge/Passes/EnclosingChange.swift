import CObservationRuntime

/// A property that knows its name.
protocol NamedProperty {
  /// Nil where that is not known any more.
  var keyPath: AnyKeyPath? { get }
}

/// The changes inside whose reports this thread runs immediate passes, the innermost first.
///
/// One change is reported to several observers in turn. A pass that runs inside the report to another observer may see
/// the change before its own observation hears of it.
@safe
struct EnclosingChange {
  /// What has changed.
  enum Property {
    /// Nil where that is not known.
    case named(AnyKeyPath?)
    /// One whose name is asked for only where it matters.
    case lazy(any NamedProperty)
  }

  private let property: Property
  private let outer: UnsafeRawPointer?

  /// Runs `body`, which runs a pass, inside the report of a change.
  static func run<Result>(of property: Property, _ body: () -> Result) -> Result {
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

  /// Calls `body` for each change that is being reported on this thread.
  static func forEach(_ body: (AnyKeyPath?) -> Void) {
    var next = unsafe ob_change_current()
    // Set by `run` alone, which is still on this thread's stack.
    while let enclosing = unsafe next?.assumingMemoryBound(to: EnclosingChange.self).pointee {
      switch enclosing.property {
      case .named(let keyPath): body(keyPath)
      case .lazy(let property): body(property.keyPath)
      }
      unsafe next = enclosing.outer
    }
  }
}
