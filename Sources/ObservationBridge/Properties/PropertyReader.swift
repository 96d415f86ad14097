/// What a pass of a property observation does. Used by the pass that is running, of which there is one at most.
///
/// A closure, made in inlinable code: in the client's module it becomes code for the very types and the very property,
/// several times faster than what this module could hold for all of them.
@usableFromInline
struct PropertyReader {
  @usableFromInline
  enum Step {
    /// Tell the key path. (The closure is the only user of the key path literal, or the optimizer leaves it alone.)
    case name
    /// Read the property; the value does not matter.
    case read
    /// Read the property, and deliver it as a change from what it was. The first time there is nothing to deliver.
    case deliver
    /// Read the property, and take it for what it was.
    case adopt
  }

  /// Returns the key path for `.name`.
  private let step: (Step) -> AnyKeyPath?

  @usableFromInline
  init(_ step: @escaping (Step) -> AnyKeyPath?) {
    self.step = step
  }

  var keyPath: AnyKeyPath? {
    step(.name)
  }

  func perform(_ step: Step) {
    _ = self.step(step)
  }
}

/// The value of a property before the next change.
@usableFromInline
final class PreviousValue<Value> {
  // One pass at a time uses it.
  @usableFromInline
  @exclusivity(unchecked)
  var value: Value?

  @inlinable
  init() {}
}
