/// Sends the messages of a weakly held object.
///
/// Put a weak reference before a transform that should outlive the transformed object.
public final class Weak<O: ObservableObject>: Messenger<O.Message>, Observer {
  /// Keeps the observation of the origin.
  public let receiver = Receiver()

  @usableFromInline weak var observedOrigin: O?
  @usableFromInline var connection: Connection?

  /// The observed object; nil once deallocated. Replacing the object sends nothing; messages of the old one no longer
  /// arrive.
  @inlinable
  public var origin: O? {
    get {
      observedOrigin
    }
    set {
      observedOrigin = newValue
      connection?.end()
      observeOrigin()
    }
  }

  /// Creates a weak reference that sends the object's messages.
  @inlinable
  public init(_ origin: O?) {
    observedOrigin = origin
    super.init()
    observeOrigin()
  }

  @inlinable
  func observeOrigin() {
    connection = observedOrigin?.messenger.connect(
      receiver,
      .messageAndAuthor { [weak self] message, author in self?.deliver(message, from: author) }
    )
  }
}
