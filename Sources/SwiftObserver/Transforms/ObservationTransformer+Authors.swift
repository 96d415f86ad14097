// Transforms in an observation, each in three forms: with a handler of messages, with a handler of messages and
// authors, and without a handler, to continue.

extension ObservationTransformer {
  /// Receives the messages whose authors pass a test.
  @inlinable
  public func filterAuthor(_ isIncluded: @escaping (AnyAuthor) -> Bool) -> ObservationTransformer<Transformed> {
    applying(.filterAuthor(isIncluded))
  }

  /// Receives the messages whose authors pass a test. Begins the observation.
  @inlinable
  public func filterAuthor(
    _ isIncluded: @escaping (AnyAuthor) -> Bool,
    receiveFiltered: @escaping (Transformed) -> Void
  ) {
    filterAuthor(isIncluded).receive(receiveFiltered)
  }

  /// Receives the messages whose authors pass a test. Begins the observation.
  @inlinable
  public func filterAuthor(
    _ isIncluded: @escaping (AnyAuthor) -> Bool,
    receiveFiltered: @escaping (Transformed, AnyAuthor) -> Void
  ) {
    filterAuthor(isIncluded).receive(receiveFiltered)
  }

  /// Receives the messages of one author, held weakly; none if the author is nil or deallocated.
  @inlinable
  public func from(_ author: AnyAuthor?) -> ObservationTransformer<Transformed> {
    applying(.from(author))
  }

  /// Receives the messages of one author, held weakly; none if the author is nil or deallocated. Begins the
  /// observation.
  @inlinable
  public func from(_ author: AnyAuthor?, receiveSelected: @escaping (Transformed) -> Void) {
    from(author).receive(receiveSelected)
  }

  /// Receives the messages of one author, held weakly; none if the author is nil or deallocated. Begins the
  /// observation.
  @inlinable
  public func from(_ author: AnyAuthor?, receiveSelected: @escaping (Transformed, AnyAuthor) -> Void) {
    from(author).receive(receiveSelected)
  }

  /// Receives the messages of all authors except one, held weakly; all messages once this author is deallocated.
  @inlinable
  public func notFrom(_ excludedAuthor: AnyAuthor) -> ObservationTransformer<Transformed> {
    applying(.notFrom(excludedAuthor))
  }

  /// Receives the messages of all authors except one, held weakly; all messages once this author is deallocated. Begins
  /// the observation.
  @inlinable
  public func notFrom(_ excludedAuthor: AnyAuthor, receiveExcluded: @escaping (Transformed) -> Void) {
    notFrom(excludedAuthor).receive(receiveExcluded)
  }

  /// Receives the messages of all authors except one, held weakly; all messages once this author is deallocated. Begins
  /// the observation.
  @inlinable
  public func notFrom(_ excludedAuthor: AnyAuthor, receiveExcluded: @escaping (Transformed, AnyAuthor) -> Void) {
    notFrom(excludedAuthor).receive(receiveExcluded)
  }
}
