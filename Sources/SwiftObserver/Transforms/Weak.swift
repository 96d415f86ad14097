/// Sends the messages of an object that it holds weakly.
///
/// Put it before a transform that is to live longer than what it transforms.
public final class Weak<O: ObservableObject>: Messenger<O.Message>, Observer {
  /// Keeps the observation of the origin.
  public let receiver = Receiver()

  /// What is observed; nil when it is gone. Replacing it sends nothing; messages of the old one no longer arrive.
  public weak var origin: O? {
    didSet {
      receiver.endConnections()
      observeOrigin()
    }
  }

  /// Creates a weak reference that sends what the object sends.
  @inlinable
  public init(_ origin: O?) {
    self.origin = origin
    super.init()
    observeOrigin()
  }

  @inlinable
  func observeOrigin() {
    guard let origin else { return }
    observe(origin) { [weak self] message, author in
      self?.deliver(message, from: author)
    }
  }
}
