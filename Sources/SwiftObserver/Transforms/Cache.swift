/// Sends the messages of another object, and keeps the latest one.
///
/// The latest message is the one that was sent last, and nil at first. It's stored when it's sent, so a handler may
/// find it newer than the message that the handler receives.
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

  /// The message that was sent last. Setting it sends nothing.
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
    // Freed last, since that may lead back here.
    let old = message
    message = new
    withExtendedLifetime(old) {}
  }
}
