/// A value that is used on one isolation only.
// Unchecked: passes use the value on their isolation only, and the last references are released after the last pass.
struct Confined<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

struct WeakReference<Object: AnyObject> {
  private(set) weak var object: Object?

  init(_ object: Object) {
    self.object = object
  }
}
