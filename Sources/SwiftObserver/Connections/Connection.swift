public import Synchronization

/// The connection between an observed and an observing object: both hold the connection, and either can end it.
///
/// The connection holds neither object, so the order of their deallocation doesn't matter.
@usableFromInline
class Connection {
  /// The observed object.
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

  /// Whether the connection has no more use. May call code of users.
  var isObsolete: Bool { !isOpen }
}
