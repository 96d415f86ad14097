/// Sends messages to observers.
///
/// ```swift
/// let messenger = Messenger<String>()
/// observer.observe(messenger) { text in print(text) }
/// messenger.send("Hello")
/// ```
///
/// A messenger can be observed itself, can belong to an observable object, or can be its superclass: `class Model:
/// Messenger<String>`.
///
/// - Messages are delivered synchronously, in the order sent, each to all observers before the next one.
/// - Observers get a message in the order in which they began to observe, the handlers of one observer in the order in
///   which they were added.
/// - A message that a handler sends waits until the one being delivered has reached all observers. The stack doesn't
///   grow.
/// - A handler added by another handler gets the next message as its first. An observation that ends during the
///   delivery of a message gets no more messages, not even the current one.
/// - Observations end with the observer or with the messenger, whichever is deallocated first. Their handlers are freed
///   at once.
///
/// Not `Sendable`: use it on one isolation.
nonisolated open class Messenger<Message>: ObservableObject {
  // The exclusivity of these accesses isn't checked at run time, since checking would make up most of the cost of a
  // message: nothing else of this isolation runs during an access. No access calls user code, or releases anything
  // passed by users.
  @safe @exclusivity(unchecked) @usableFromInline private(set) final var observers = ConnectionList()
  @safe @exclusivity(unchecked) @usableFromInline final var waiting = MessageQueue<Message>()
  @safe @exclusivity(unchecked) @usableFromInline final var isDelivering = false
  @usableFromInline final let deliveringThread = DeliveringThread()
  /// Called with each message when sent. For caches.
  @usableFromInline final let willSend: ((Message) -> Void)?
  final var feeds: [Feed] = []

  /// Creates a messenger without observers.
  public init() {
    willSend = nil
  }

  @usableFromInline
  init(willSend: ((Message) -> Void)?) {
    self.willSend = willSend
  }

  deinit {
    observers.endAll()
    for feed in feeds { feed.cancel() }
  }

  /// The messenger itself.
  public final var messenger: Messenger<Message> { self }

  // MARK: Sending

  /// Sends a message, unless another one is being delivered: then the message waits for its turn.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - author: Its author.
  ///   - action: Called before the message is delivered. Messages sent by the action follow this one.
  @inlinable
  final func deliver(_ message: Message, from author: AnyAuthor, after action: () -> Void = {}) {
    if let willSend { willSend(message) }
    if isDelivering {
      waiting.append(message, from: author)
      return action()
    }
    isDelivering = true
    action()
    deliveringThread.begin()
    var hasClosedConnections = pass(message, from: author)
    while let next = waiting.next() {
      if pass(next.message, from: next.author) { hasClosedConnections = true }
    }
    let hasHandlersToRelease = deliveringThread.end()
    isDelivering = false
    if hasClosedConnections || hasHandlersToRelease { dropClosedConnections() }
  }

  /// - Returns: Whether there were connections that are closed.
  @inlinable
  final func pass(_ message: Message, from author: AnyAuthor) -> Bool {
    var hasClosedConnections = false
    // The current observers: an observer added meanwhile gets the next message.
    //
    // `connect` makes all of them with this type. Cast one by one, each would be retained once more.
    let connections = unsafe unsafeBitCast(observers.connections, to: ContiguousArray<MessageConnection<Message>>.self)
    for connection in connections {
      guard connection.isOpen else {
        hasClosedConnections = true
        continue
      }
      switch connection.handler {
      case .message(let receive): receive(message)
      case .messageAndAuthor(let receive): receive(message, author)
      case nil: break
      }
    }
    return hasClosedConnections
  }

  // MARK: Connections

  /// Handles messages from now on, after the handlers of the same receiver, or else after all.
  @discardableResult
  @usableFromInline
  final func connect(_ receiver: Receiver?, _ handler: MessageHandler<Message>) -> Connection {
    let connection = MessageConnection(handler, from: self, to: receiver)
    if observers.isFull { dropClosedConnections() }
    if let receiver, isConnected(to: receiver) {
      observers.insert(connection, behind: ObjectIdentifier(receiver))
    } else {
      observers.append(connection)
    }
    receiver?.add(connection)
    return connection
  }

  @usableFromInline
  final func dropClosedConnections() {
    let closed = observers.removeClosed()
    _ = consume closed
  }

  final func endConnections() {
    let all = observers
    observers = ConnectionList()
    all.endAll()
  }

  /// Ends the connections with one receiver.
  final func endConnections(with receiver: Receiver) {
    // Looked up where there are fewer.
    if observers.count > receiver.connectionCount { return receiver.endConnections(to: source) }
    let all = observers
    all.end(to: ObjectIdentifier(receiver))
  }

  final func isConnected(to receiver: Receiver) -> Bool {
    if observers.count > receiver.connectionCount { return receiver.isConnected(to: source) }
    return observers.contains(to: ObjectIdentifier(receiver))
  }

  private final var source: Connection.Source { .messenger(ObjectIdentifier(self)) }
}
