public import Synchronization

/// What an observed and an observing object have in common: both hold it, either can end it.
///
/// It holds neither of them, so that it makes no difference which dies first.
@usableFromInline
class Connection {
  /// What is observed.
  @usableFromInline
  enum Source: Equatable {
    case messenger(ObjectIdentifier)
    /// An object whose properties are observed.
    case object(ObjectIdentifier)
  }

  let source: Source
  let receiver: ObjectIdentifier?
  // Atomic, since any thread may free an object of a global actor.
  @usableFromInline let openness = Atomic(true)

  @usableFromInline
  init(from source: Source, to receiver: Receiver?) {
    self.source = source
    self.receiver = receiver.map { ObjectIdentifier($0) }
  }

  @inlinable
  final var isOpen: Bool { openness.load(ordering: .sequentiallyConsistent) }

  /// Nothing is received any more, and the handler is freed. May be called by any thread.
  @usableFromInline
  final func end() {
    if openness.exchange(false, ordering: .sequentiallyConsistent) { releaseHandler() }
  }

  func releaseHandler() {}

  /// Whether this is of no more use. Calls code of users, perhaps.
  var isObsolete: Bool { !isOpen }
}
