/// Sends the messages of an object that it holds weakly.
///
/// Put it before a transform that is to live longer than what it transforms.
public final class Weak<O: ObservableObject>: Messenger<O.Message>, Observer {
  /// Keeps the observation of the origin.
  public let receiver = Receiver()

  @usableFromInline weak var observedOrigin: O?
  @usableFromInline var connection: Connection?

  /// What is observed; nil when it is gone. Replacing it sends nothing; messages of the old one no longer arrive.
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

  /// Creates a weak reference that sends what the object sends.
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
