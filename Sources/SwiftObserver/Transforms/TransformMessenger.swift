/// An object that observes another one, transforms its messages, and sends the results to its own observers.
///
/// The base of all transforms that are objects. The transform keeps its origin alive, and messages keep their authors.
/// Messages can also be sent to the transform directly.
public class TransformMessenger<Origin: ObservableObject, Transformed>: Messenger<Transformed>, Observer {
  /// Keeps the observation of the origin.
  public final let receiver = Receiver()
  @usableFromInline final let transform: Transform<Origin.Message, Transformed>

  @usableFromInline final var observedOrigin: Origin
  @usableFromInline final var connection: Connection?

  /// The observed and transformed object. Replacing it sends nothing; messages of the old one no longer arrive.
  @inlinable
  public final var origin: Origin {
    get {
      observedOrigin
    }
    set {
      // Freed last, since releasing may lead back here.
      let old = observedOrigin
      observedOrigin = newValue
      connection?.end()
      observeOrigin()
      withExtendedLifetime(old) {}
    }
  }

  @inlinable
  init(
    _ origin: Origin,
    _ transform: Transform<Origin.Message, Transformed>,
    willSend: ((Transformed) -> Void)? = nil
  ) {
    observedOrigin = origin
    self.transform = transform
    super.init(willSend: willSend)
    observeOrigin()
  }

  @inlinable
  final func observeOrigin() {
    let receive = transform.before { [weak self] message, author in
      self?.deliver(message, from: author)
    }
    connection = observedOrigin.messenger.connect(receiver, .messageAndAuthor(receive))
  }
}
