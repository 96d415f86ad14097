/// Sends the result of a function for each message of another object.
///
/// The result is a cache if its origin is one; the latest message is then mapped at each access.
public final class Mapper<O: ObservableObject, Mapped>: TransformMessenger<O, Mapped> {
  @usableFromInline let map: (O.Message) -> Mapped

  /// Creates a mapper of the messages of an object.
  @inlinable
  public init(_ origin: O, _ map: @escaping (O.Message) -> Mapped) {
    self.map = map
    super.init(origin, .map(map))
  }
}

extension Mapper: ObservableCache where O: ObservableCache {
  /// The result of the function for the origin's latest message.
  @inlinable
  public var latestMessage: Mapped { map(origin.latestMessage) }
}
