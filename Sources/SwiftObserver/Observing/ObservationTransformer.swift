/// The description of an observation whose messages are transformed on their way to a handler.
///
/// ```swift
/// observer.observe(text).new().filter { $0.count > 3 }.map({ $0.uppercased() }) { word in
///   print(word)
/// }
/// ```
///
/// Each transform has three forms: with a handler for the messages, which completes the description and begins the
/// observation; with a handler for messages and authors; and without a handler, to continue. Nothing is observed until
/// a handler is given.
public struct ObservationTransformer<Transformed> {
  @usableFromInline let connect: (MessageHandler<Transformed>) -> Void

  @inlinable
  init(_ connect: @escaping (MessageHandler<Transformed>) -> Void) {
    self.connect = connect
  }

  /// Begins the observation.
  ///
  /// - Parameter receive: Called with each message.
  @inlinable
  public func receive(_ receive: @escaping (Transformed) -> Void) {
    connect(.message(receive))
  }

  /// Begins the observation.
  ///
  /// - Parameter receive: Called with each message and its author.
  @inlinable
  public func receive(_ receive: @escaping (Transformed, AnyAuthor) -> Void) {
    connect(.messageAndAuthor(receive))
  }
}
