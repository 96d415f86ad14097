/// What a program without a library writes: closures in an array.
final class ClosureList<Message> {
  var closures: [(Message) -> Void] = []

  @inline(never)
  func send(_ message: Message) {
    for closure in closures { closure(message) }
  }
}

/// What the handlers of messages do: as little as possible, but something.
final class Total {
  var value = 0
}
