import ObservationBridge
public import Synchronization

/// What an observed and an observing object have in common: both hold it, either can end it.
///
/// It holds neither of them, so that it makes no difference which dies first.
@usableFromInline
class Connection {
  @usableFromInline let source: ObjectIdentifier
  @usableFromInline let receiver: ObjectIdentifier?
  /// Atomic, since objects of the main actor may be freed by any thread.
  @usableFromInline let openness = Atomic(true)
  private let place = ExecutionPlace.current

  @usableFromInline
  init(from source: AnyObject, to receiver: Receiver?) {
    self.source = ObjectIdentifier(source)
    self.receiver = receiver.map { ObjectIdentifier($0) }
  }

  @inlinable
  final var isOpen: Bool { openness.load(ordering: .relaxed) }

  /// Nothing is received any more. Frees the handler at once, unless somebody else may be using it right now: then it is
  /// freed when this connection is.
  final func end() {
    guard openness.exchange(false, ordering: .relaxed), !place.isElsewhere else { return }
    releaseHandler()
  }

  /// Nothing is received any more. May be called by any thread.
  final func close() {
    openness.store(false, ordering: .relaxed)
  }

  func releaseHandler() {}

  var hasHandler: Bool { false }

  /// Whether this is of no more use, and may be dropped.
  var isOver: Bool { !isOpen }
}

/// A connection to a messenger.
@usableFromInline
final class MessageConnection<Message>: Connection {
  // The exclusivity of accesses is not checked at run time, as in `Messenger`: the only change moves the handler out.
  @safe @exclusivity(unchecked) @usableFromInline private(set) final var handler: MessageHandler<Message>?

  @inlinable
  init(_ handler: MessageHandler<Message>, from source: AnyObject, to receiver: Receiver?) {
    self.handler = handler
    super.init(from: source, to: receiver)
  }

  override func releaseHandler() {
    let released = handler.take()
    _ = consume released
  }

  override var hasHandler: Bool { handler != nil }
}
