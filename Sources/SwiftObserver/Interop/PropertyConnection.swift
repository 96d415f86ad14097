public import ObservationBridge

/// A connection to a property of an `@Observable` object.
@usableFromInline
final class PropertyConnection: Connection {
  private weak let object: AnyObject?
  private var token: PortableObservationToken?

  @usableFromInline
  init(_ token: PortableObservationToken, from object: AnyObject, to receiver: Receiver) {
    self.object = object
    self.token = token
    super.init(from: .object(ObjectIdentifier(object)), to: receiver)
  }

  override func releaseHandler() {
    let released = token.take()
    released?.cancel()
  }

  /// The runtime doesn't report the object's deallocation.
  override var isObsolete: Bool { super.isObsolete || object == nil }
}
