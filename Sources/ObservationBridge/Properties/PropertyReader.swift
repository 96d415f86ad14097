public import Observation

/// What a pass of a property observation does. Used by the pass that is running, of which there is one at most.
///
/// A closure, made in inlinable code: in the client's module it becomes code for the very types, several times faster
/// than what this module could hold for all types.
@usableFromInline
struct PropertyReader: NamedProperty {
  @usableFromInline
  enum Step {
    /// Return the key path, or nil if the object is gone.
    case name
    /// Read the property; the value does not matter.
    case read
    /// Read the property, and deliver it as a change from what it was. The first time there is nothing to deliver.
    case deliver
    /// The same, but if the value is known to equal what it was return the key path.
    case deliverIfChanged
    /// The same for a value that is just what it was, though it may be none that can be compared. All other steps return nil.
    case deliverIfOther
    /// Read the property, and take it for what it was.
    case adopt
  }

  private let step: (Step) -> AnyKeyPath?

  @usableFromInline
  init(_ step: @escaping (Step) -> AnyKeyPath?) {
    self.step = step
  }

  /// Nil if the object is gone.
  var keyPath: AnyKeyPath? {
    step(.name)
  }

  func perform(_ step: Step) {
    _ = self.step(step)
  }

  /// Reads the property, and delivers it unless the step is to compare it and it is what it was; false in that case.
  func deliver(_ step: Step) -> Bool {
    self.step(step) == nil
  }

  @inlinable
  init<Object: AnyObject & Observable, Value>(
    _ object: Object,
    _ keyPath: KeyPath<Object, Value>,
    _ handler: @escaping (PropertyChange<Value>) -> Void
  ) {
    let source = PropertySource<Object, Value>(object)
    self.init { step in
      guard let object = source.object else { return nil }
      if step == .name { return keyPath }
      let new = object[keyPath: keyPath]
      guard step != .read else { return nil }
      let old = source.previous
      source.previous = new
      guard step != .adopt, let old else { return nil }
      if step == .deliverIfOther, areTheSame(old, new) { return keyPath }
      if step == .deliverIfChanged, areKnownToBeEqual(old, new) { return keyPath }
      handler(PropertyChange(old: old, new: new))
      return nil
    }
  }
}

/// The object that has a property, and the value of that property before the next change.
@usableFromInline
final class PropertySource<Object: AnyObject, Value> {
  @usableFromInline weak let object: Object?
  @usableFromInline var previous: Value?

  @inlinable
  init(_ object: Object) {
    self.object = object
  }
}
