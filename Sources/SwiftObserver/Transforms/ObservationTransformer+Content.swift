// Transforms in an observation, each in three forms: with a handler of messages, with a handler of messages and
// authors, and without a handler, to continue.

extension ObservationTransformer {
  /// Receives the result of a function for each message.
  @inlinable
  public func map<Mapped>(_ map: @escaping (Transformed) -> Mapped) -> ObservationTransformer<Mapped> {
    applying(.map(map))
  }

  /// Receives the result of a function for each message. Begins the observation.
  @inlinable
  public func map<Mapped>(_ map: @escaping (Transformed) -> Mapped, receiveMapped: @escaping (Mapped) -> Void) {
    self.map(map).receive(receiveMapped)
  }

  /// Receives the result of a function for each message. Begins the observation.
  @inlinable
  public func map<Mapped>(
    _ map: @escaping (Transformed) -> Mapped,
    receiveMapped: @escaping (Mapped, AnyAuthor) -> Void
  ) {
    self.map(map).receive(receiveMapped)
  }

  /// Receives the new values of updates.
  @inlinable
  public func new<Value>() -> ObservationTransformer<Value> where Transformed == Update<Value> {
    map { $0.new }
  }

  /// Receives the new values of updates. Begins the observation.
  @inlinable
  public func new<Value>(receiveNew: @escaping (Value) -> Void) where Transformed == Update<Value> {
    new().receive(receiveNew)
  }

  /// Receives the new values of updates. Begins the observation.
  @inlinable
  public func new<Value>(receiveNew: @escaping (Value, AnyAuthor) -> Void) where Transformed == Update<Value> {
    new().receive(receiveNew)
  }

  /// Receives all messages except nil.
  @inlinable
  public func unwrap<Unwrapped>() -> ObservationTransformer<Unwrapped> where Transformed == Unwrapped? {
    applying(.unwrap())
  }

  /// Receives all messages except nil. Begins the observation.
  @inlinable
  public func unwrap<Unwrapped>(receiveUnwrapped: @escaping (Unwrapped) -> Void) where Transformed == Unwrapped? {
    unwrap().receive(receiveUnwrapped)
  }

  /// Receives all messages except nil. Begins the observation.
  @inlinable
  public func unwrap<Unwrapped>(receiveUnwrapped: @escaping (Unwrapped, AnyAuthor) -> Void)
  where Transformed == Unwrapped? {
    unwrap().receive(receiveUnwrapped)
  }

  /// Receives the messages, and a default in place of nil.
  @inlinable
  public func unwrap<Unwrapped>(_ defaultMessage: Unwrapped) -> ObservationTransformer<Unwrapped>
  where Transformed == Unwrapped? {
    map { $0 ?? defaultMessage }
  }

  /// Receives the messages, and a default in place of nil. Begins the observation.
  @inlinable
  public func unwrap<Unwrapped>(_ defaultMessage: Unwrapped, receiveUnwrapped: @escaping (Unwrapped) -> Void)
  where Transformed == Unwrapped? {
    unwrap(defaultMessage).receive(receiveUnwrapped)
  }

  /// Receives the messages, and a default in place of nil. Begins the observation.
  @inlinable
  public func unwrap<Unwrapped>(_ defaultMessage: Unwrapped, receiveUnwrapped: @escaping (Unwrapped, AnyAuthor) -> Void)
  where Transformed == Unwrapped? {
    unwrap(defaultMessage).receive(receiveUnwrapped)
  }

  /// Receives the messages that pass a test.
  @inlinable
  public func filter(_ isIncluded: @escaping (Transformed) -> Bool) -> ObservationTransformer<Transformed> {
    applying(.filter(isIncluded))
  }

  /// Receives the messages that pass a test. Begins the observation.
  @inlinable
  public func filter(_ isIncluded: @escaping (Transformed) -> Bool, receiveFiltered: @escaping (Transformed) -> Void) {
    filter(isIncluded).receive(receiveFiltered)
  }

  /// Receives the messages that pass a test. Begins the observation.
  @inlinable
  public func filter(
    _ isIncluded: @escaping (Transformed) -> Bool,
    receiveFiltered: @escaping (Transformed, AnyAuthor) -> Void
  ) {
    filter(isIncluded).receive(receiveFiltered)
  }

  /// Receives a message without content for each message equal to the given one.
  @inlinable
  public func select(_ selectedMessage: Transformed) -> ObservationTransformer<Void> where Transformed: Equatable {
    filter { $0 == selectedMessage }.map { _ in }
  }

  /// Receives a message without content for each message equal to the given one. Begins the observation.
  @inlinable
  public func select(_ selectedMessage: Transformed, receiveSelected: @escaping () -> Void)
  where Transformed: Equatable {
    select(selectedMessage).receive(receiveSelected)
  }

  /// Receives a message without content for each message equal to the given one. Begins the observation.
  @inlinable
  public func select(_ selectedMessage: Transformed, receiveSelected: @escaping (AnyAuthor) -> Void)
  where Transformed: Equatable {
    select(selectedMessage).receive { _, author in receiveSelected(author) }
  }
}
