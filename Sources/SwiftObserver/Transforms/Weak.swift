/// Sends the messages of an object that it holds weakly.
///
/// Put it before a transform that should outlive the object that it transforms.
public final class Weak<O: ObservableObject>: Messenger<O.Message>, Observer {
  /// Keeps the observation of the origin.
  public let receiver = Receiver()

  @usableFromInline weak var observedOrigin: O?
  @usableFromInline var connection: Connection?

  /// The object that is observed; nil once it's deallocated. Replacing it sends nothing; messages of the old one no
  /// longer arrive.
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
