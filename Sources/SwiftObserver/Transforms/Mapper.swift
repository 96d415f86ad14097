/// Sends what a function makes of each message of another object.
///
/// A cache if its origin is one; its latest message is then mapped anew each time it is asked for.
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
  /// What the function makes of the origin's latest message.
  @inlinable
  public var latestMessage: Mapped { map(origin.latestMessage) }
}
