/// An observable object that has its latest message, or what that would be.
public protocol ObservableCache<Message>: ObservableObject {
  /// The message that tells observers how things stand.
  var latestMessage: Message { get }
}

extension ObservableCache {
  /// Sends the latest message again.
  @inlinable
  public func send() {
    send(latestMessage)
  }
}
