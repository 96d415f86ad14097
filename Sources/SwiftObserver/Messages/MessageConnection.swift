/// A connection to a messenger.
@usableFromInline
final class MessageConnection<Message>: Connection {
  // The exclusivity of accesses is not checked at run time, as in `Messenger`: the only change moves the handler out.
  @safe @exclusivity(unchecked) @usableFromInline private(set) final var handler: MessageHandler<Message>?
  private let deliveringThread: DeliveringThread

  @usableFromInline
  init(_ handler: MessageHandler<Message>, from messenger: Messenger<Message>, to receiver: Receiver?) {
    self.handler = handler
    deliveringThread = messenger.deliveringThread
    super.init(from: .messenger(ObjectIdentifier(messenger)), to: receiver)
  }

  override func releaseHandler() {
    // The handler may be running there: after delivering, the messenger drops this connection together with the
    // handler.
    if deliveringThread.leaveHandler() { return }
    let released = handler.take()
    _ = consume released
  }
}
