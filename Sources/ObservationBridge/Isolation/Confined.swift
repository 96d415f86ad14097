/// A value that is used on one isolation only.
// Unchecked: passes use the value on their isolation only, and the last references are released after the last pass.
struct Confined<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// Releases a value at once if the current code runs on the actor, otherwise in a turn of the actor.
func release<Value>(_ value: inout Value?, on actor: (any Actor)?) {
  guard let actor, !ExecutorIdentity(of: actor).isCurrent({ actor }) else { return value = nil }
  let remains = Remains(value.take())
  Task.detached { await remains.free(on: actor) }
}

// Unchecked: the value is used on its actor only. The object released on other isolations is empty.
private final class Remains<Value>: @unchecked Sendable {
  private var value: Value?

  init(_ value: Value?) {
    self.value = value
  }

  func free(on actor: isolated any Actor) {
    value = nil
  }
}
