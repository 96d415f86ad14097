/// Lets go of a value where it may be freed: at once if that is here, else in a turn of the actor.
func release<Value>(_ value: inout Value?, on actor: (any Actor)?) {
  guard let actor, !ExecutorIdentity(of: actor).isCurrent({ actor }) else { return value = nil }
  let remains = Remains(value.take())
  Task.detached { await remains.free(on: actor) }
}

// Unchecked: the value is used on its actor only. What is released here is the empty object.
private final class Remains<Value>: @unchecked Sendable {
  private var value: Value?

  init(_ value: Value?) {
    self.value = value
  }

  func free(on actor: isolated any Actor) {
    value = nil
  }
}
