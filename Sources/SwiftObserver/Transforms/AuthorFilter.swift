/// Sends another object's messages whose authors pass a test.
public final class AuthorFilter<O: ObservableObject>: TransformMessenger<O, O.Message> {
  /// Creates a filter of the messages of an object.
  @inlinable
  public convenience init(_ origin: O, _ isIncluded: @escaping (AnyAuthor) -> Bool) {
    self.init(origin, .filterAuthor(isIncluded))
  }

  @usableFromInline
  init(_ origin: O, _ transform: Transform<O.Message, O.Message>) {
    super.init(origin, transform)
  }
}
