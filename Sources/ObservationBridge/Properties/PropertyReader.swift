public import Observation

/// The steps of a property observation's pass. Used only by the running pass, of which there is one at most.
///
/// A closure, made in inlinable code: the client's module contains code for its types, which is several times faster
/// than generic code in this module.
@usableFromInline
struct PropertyReader {
  @usableFromInline
  enum Step {
    /// Return the key path, or nil if the object has been deallocated.
    case name
    /// Read the property, to register its dependencies. The value doesn't matter.
    case read
    /// Read the property, and keep the change from the previous value, if there is one.
    case take
    /// Read the property, and keep the change; return the key path instead if both values are known to be equal.
    case takeIfChanged
    /// Read the property, and keep the change unless the values are identical, even if they can't be compared.
    case takeIfOther
    case deliver
    /// Read the property and make it the new baseline, tentatively: if the next delivery finds the same value, `old` is
    /// the value that was delivered last.
    case adopt
    /// Make a tentative baseline final.
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

  /// Reads the property, and keeps the change. Returns false if the step compares, and has found no change.
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

/// The object with the property, and the property's value before the next change.
@usableFromInline
final class PropertySource<Object: AnyObject, Value> {
  @usableFromInline weak let object: Object?
  @usableFromInline var previous: Value?
  /// The change that is about to be delivered.
  @usableFromInline var taken: PropertyChange<Value>?
  /// The value delivered last, while the baseline is tentative: set by the handler, or maybe by another thread.
  @usableFromInline var doubted: Value?

  @inlinable
  init(_ object: Object) {
    self.object = object
  }
}

/// Whether two readings of a property have found the same value, of whatever type.
///
/// Values of a type without `==` are the same if their bytes are the same, and so refer to the same objects. Padding
/// bytes may differ, so two equal values may count as different.
@usableFromInline
func areTheSame<Value>(_ first: Value, _ second: Value) -> Bool {
  if areKnownToBeEqual(first, second) { return true }
  if first is any Equatable { return false }
  // The bytes are only compared, and the pointers don't escape.
  return unsafe withUnsafeBytes(of: first) { first in
    unsafe withUnsafeBytes(of: second) { second in unsafe first.elementsEqual(second) }
  }
}
