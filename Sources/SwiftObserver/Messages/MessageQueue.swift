/// Waiting messages, first in, first out.
///
/// Changing the queue releases nothing passed by users: removed messages are moved out.
@usableFromInline
struct MessageQueue<Message> {
  @usableFromInline typealias Element = (message: Message, author: AnyAuthor)

  /// The messages. Elements before `first` have been taken.
  @usableFromInline var elements: ContiguousArray<Element?> = []
  @usableFromInline var first = 0

  @inlinable
  init() {}

  @inlinable
  mutating func append(_ message: Message, from author: AnyAuthor) {
    if first > 32, first > elements.count / 2 {
      // Otherwise, a queue that never gets empty would grow forever.
      elements.removeFirst(first)
      first = 0
    }
    elements.append((message, author))
  }

  @inlinable
  mutating func next() -> Element? {
    if first == elements.count { return nil }
    let element = elements[first].take()
    first += 1
    if first == elements.count {
      // Memory from a storm of messages is returned, and a steady load allocates nothing.
      elements.removeAll(keepingCapacity: elements.capacity <= 256)
      first = 0
    }
    return element
  }
}
