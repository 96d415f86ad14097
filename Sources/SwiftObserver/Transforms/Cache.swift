/// Sends the messages of another object, and keeps the latest one.
///
/// The latest message is the last one sent, and nil at first. It's stored when sent, so a handler may find a newer
/// message here than the received one.
public final class Cache<O: ObservableObject, Unwrapped>: CacheMessenger<O, Unwrapped> where O.Message == Unwrapped {
  /// Creates a cache of the messages of an object.
  @inlinable
  public init(_ origin: O) {
    super.init(origin, .map { $0 })
  }
}

/// A `Cache` of messages that are already optional.
public final class CacheOnOptionalMessage<O: ObservableObject, Unwrapped>: CacheMessenger<O, Unwrapped>
where O.Message == Unwrapped? {
  /// Creates a cache of the messages of an object.
  @inlinable
  public init(_ origin: O) {
    super.init(origin, .map { $0 })
  }
}

/// The base of caches.
public class CacheMessenger<O: ObservableObject, Unwrapped>: TransformMessenger<O, Unwrapped?>, ObservableCache {
  @usableFromInline final let latest: LatestMessage<Unwrapped>

  /// The last message sent. Setting this property sends nothing.
  @inlinable
  public final var latestMessage: Unwrapped? {
    get { latest.message }
    set { latest.replace(newValue) }
  }

  @inlinable
  init(_ origin: O, _ transform: Transform<O.Message, Unwrapped?>) {
    let latest = LatestMessage<Unwrapped>()
    self.latest = latest
    super.init(origin, transform) { latest.replace($0) }
  }
}

@usableFromInline
final class LatestMessage<Message> {
  @usableFromInline private(set) var message: Message?

  @usableFromInline
  init() {}

  @usableFromInline
  func replace(_ new: Message?) {
    // Freed last, since releasing may lead back here.
    let old = message
    message = new
    withExtendedLifetime(old) {}
  }
}
