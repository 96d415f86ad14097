/// An observable object that keeps its latest message, or an equivalent one.
public protocol ObservableCache<Message>: ObservableObject {
  /// The message for informing observers of the current state.
  var latestMessage: Message { get }
}

extension ObservableCache {
  /// Sends the latest message again.
  @inlinable
  public func send() {
    send(latestMessage)
  }
}
