public import Observation

/// What a pass of a property observation does. Used by the pass that is running, of which there is one at most.
///
/// A closure, made in inlinable code: in the client's module it becomes code for the very types, several times faster
/// than what this module could hold for all types.
@usableFromInline
struct PropertyReader: NamedProperty {
  @usableFromInline
  enum Step {
    /// Return the key path, or nil if the object has been deallocated.
    case name
    /// Read the property; the value does not matter.
    case read
    /// Read the property, and keep it as a change from what it was. The first time there is nothing to keep.
    case take
    /// Take the change if the value differs from the previous one. If both are known to be equal, return the key path.
    case takeIfChanged
    /// Take the change unless the value is identical to the previous one, also if values can't be compared.
    case takeIfOther
    /// Deliver the change that has been kept.
    case deliver
    /// Read the property, and take it for what it was. In doubt: if the next delivery finds it the same, that starts from what was
    /// delivered last.
    case adopt
    /// What was adopted is in doubt no more.
    case trust
  }

  private let step: (Step) -> AnyKeyPath?

  @usableFromInline
  init(_ step: @escaping (Step) -> AnyKeyPath?) {
    self.step = step
  }

  /// Nil if the object has been deallocated.
  var keyPath: AnyKeyPath? {
    step(.name)
  }

  func perform(_ step: Step) {
    _ = self.step(step)
  }

  /// Reads the property, and keeps the change unless the step is to compare it and it is what it was; false in that case.
  func take(_ step: Step) -> Bool {
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
      switch step {
      case .name: return keyPath
      case .trust:
        source.doubted = nil
        return nil
      case .deliver:
        if let change = source.taken.take() { handler(change) }
        return nil
      case .read, .take, .takeIfChanged, .takeIfOther, .adopt: break
      }
      let new = object[keyPath: keyPath]
      guard step != .read else { return nil }
      let previous = source.previous
      source.previous = new
      if step == .adopt {
        source.doubted = source.doubted ?? previous
        return nil
      }
      let doubted = source.doubted
      source.doubted = nil
      guard let previous else { return nil }
      let old = if let doubted, areTheSame(previous, new) { doubted } else { previous }
      if step == .takeIfOther, areTheSame(old, new) { return keyPath }
      if step == .takeIfChanged, areKnownToBeEqual(old, new) { return keyPath }
      source.taken = PropertyChange(old: old, new: new)
      return nil
    }
  }
}

/// The object that has a property, and the value of that property before the next change.
@usableFromInline
final class PropertySource<Object: AnyObject, Value> {
  @usableFromInline weak let object: Object?
  @usableFromInline var previous: Value?
  /// The change that is about to be delivered.
  @usableFromInline var taken: PropertyChange<Value>?
  /// What was delivered last, if that has been followed by a change of the handler's that others may have changed as well.
  @usableFromInline var doubted: Value?

  @inlinable
  init(_ object: Object) {
    self.object = object
  }
}
