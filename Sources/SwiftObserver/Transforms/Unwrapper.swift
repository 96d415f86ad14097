/// Sends the messages of another object that are not nil.
public final class Unwrapper<O: ObservableObject, Unwrapped>: TransformMessenger<O, Unwrapped>
where O.Message == Unwrapped? {
  /// Creates an unwrapper of the messages of an object.
  @inlinable
  public init(_ origin: O) {
    super.init(origin, .unwrap())
  }
}
