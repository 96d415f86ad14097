/// Something that is only used on one isolation.
// Unchecked: passes run nowhere else, and what remains is freed after the last one.
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
