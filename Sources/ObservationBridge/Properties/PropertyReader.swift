public import Observation

/// What a pass of a property observation does. Used by the pass that is running, of which there is one at most.
///
/// A closure, made in inlinable code: in the client's module it becomes code for the very types, several times faster
/// than what this module could hold for all types.
@usableFromInline
struct PropertyReader {
  @usableFromInline
  enum Step {
    /// Read the property; the value does not matter.
    case read
    /// Read the property, and deliver it as a change from what it was. The first time there is nothing to deliver.
    case deliver
    /// Read the property, and take it for what it was.
    case adopt
  }

  let keyPath: AnyKeyPath
  let perform: (Step) -> Void

  @usableFromInline
  init(_ keyPath: AnyKeyPath, _ perform: @escaping (Step) -> Void) {
    self.keyPath = keyPath
    self.perform = perform
  }

  @inlinable
  init<Object: AnyObject & Observable, Value>(
    _ object: Object,
    _ keyPath: KeyPath<Object, Value>,
    _ handler: @escaping (PropertyChange<Value>) -> Void
  ) {
    let previous = PreviousValue<Value>()
    self.init(keyPath) { [weak object] step in
      guard let object else { return }
      let new = object[keyPath: keyPath]
      guard step != .read else { return }
      let old = previous.value
      previous.value = new
      guard step == .deliver, let old else { return }
      handler(PropertyChange(old: old, new: new))
    }
  }
}

/// The value of a property before the next change.
@usableFromInline
final class PreviousValue<Value> {
  @usableFromInline var value: Value?

  @inlinable
  init() {}
}
