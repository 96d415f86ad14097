/// A variable that several threads of a scenario use.
// Unchecked: one thread runs at a time.
final class Box<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// A reference that keeps nothing alive.
// Unchecked: one thread runs at a time.
final class WeakBox<Object: AnyObject>: @unchecked Sendable {
  weak var object: Object?

  init(_ object: Object) {
    self.object = object
  }
}
