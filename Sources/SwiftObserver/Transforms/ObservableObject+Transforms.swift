// Transforms as objects with any number of observers. They hold the transformed objects.

extension ObservableObject {
  /// An object that sends the result of a function for each message.
  @inlinable
  public func map<Mapped>(_ map: @escaping (Message) -> Mapped) -> Mapper<Self, Mapped> {
    Mapper(self, map)
  }

  /// An object sending the new values of updates.
  @inlinable
  public func new<Value>() -> Mapper<Self, Value> where Message == Update<Value> {
    map { $0.new }
  }

  /// An object sending the messages, and a default in place of nil.
  @inlinable
  public func unwrap<Unwrapped>(
    _ defaultMessage: Unwrapped
  ) -> Mapper<Self, Unwrapped> where Message == Unwrapped? {
    map { $0 ?? defaultMessage }
  }

  /// An object sending all messages except nil.
  @inlinable
  public func unwrap<Unwrapped>() -> Unwrapper<Self, Unwrapped> where Message == Unwrapped? {
    Unwrapper(self)
  }

  /// An object sending the messages that pass a test.
  @inlinable
  public func filter(_ isIncluded: @escaping (Message) -> Bool) -> Filter<Self> {
    Filter(self, isIncluded)
  }

  /// An object sending a message without content for each message equal to the given one.
  @inlinable
  public func select(_ selectedMessage: Message) -> Mapper<Filter<Self>, Void> where Message: Equatable {
    filter { $0 == selectedMessage }.map { _ in }
  }

  /// An object sending the messages whose authors pass a test.
  @inlinable
  public func filterAuthor(_ isIncluded: @escaping (AnyAuthor) -> Bool) -> AuthorFilter<Self> {
    AuthorFilter(self, isIncluded)
  }

  /// An object sending the messages of one author; none once the author is deallocated.
  ///
  /// - Parameter author: Held weakly.
  /// - Returns: The object.
  @inlinable
  public func from(_ author: AnyAuthor) -> AuthorFilter<Self> {
    AuthorFilter(self, .from(author))
  }

  /// An object sending the messages of all authors except one; all messages once this author is deallocated.
  ///
  /// - Parameter excludedAuthor: Held weakly.
  /// - Returns: The object.
  @inlinable
  public func notFrom(_ excludedAuthor: AnyAuthor) -> AuthorFilter<Self> {
    AuthorFilter(self, .notFrom(excludedAuthor))
  }

  /// An object sending the messages and holding this object weakly.
  @inlinable
  public func weak() -> Weak<Self> {
    Weak(self)
  }

  // Optional messages take the other one.
  /// An object sending the messages, and keeping the latest one.
  @_disfavoredOverload
  @inlinable
  public func cache() -> Cache<Self, Message> {
    Cache(self)
  }

  /// An object sending the messages, and keeping the latest one.
  @inlinable
  public func cache<Unwrapped>() -> CacheOnOptionalMessage<Self, Unwrapped> where Message == Unwrapped? {
    CacheOnOptionalMessage(self)
  }
}

extension ObservableCache {
  /// A cache of a cache, which begins with the latest message of the other.
  @available(*, deprecated, message: "This object keeps its latest message itself; use it without `cache()`.")
  // Optional messages take the other one.
  @_disfavoredOverload
  @inlinable
  public func cache() -> Cache<Self, Message> {
    let cache = Cache(self)
    cache.latestMessage = latestMessage
    return cache
  }

  /// A cache of a cache, which begins with the latest message of the other.
  @available(*, deprecated, message: "This object keeps its latest message itself; use it without `cache()`.")
  @inlinable
  public func cache<Unwrapped>() -> CacheOnOptionalMessage<Self, Unwrapped> where Message == Unwrapped? {
    let cache = CacheOnOptionalMessage(self)
    cache.latestMessage = latestMessage
    return cache
  }
}
