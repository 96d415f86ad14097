/// Sends another object's messages that pass a test.
public final class Filter<O: ObservableObject>: TransformMessenger<O, O.Message> {
  /// Creates a filter of the messages of an object.
  @inlinable
  public init(_ origin: O, _ isIncluded: @escaping (O.Message) -> Bool) {
    super.init(origin, .filter(isIncluded))
  }
}
