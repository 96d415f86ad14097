/// Sends another object's messages, except nil.
public final class Unwrapper<O: ObservableObject, Unwrapped>: TransformMessenger<O, Unwrapped>
where O.Message == Unwrapped? {
  /// Creates an unwrapper of the messages of an object.
  @inlinable
  public init(_ origin: O) {
    super.init(origin, .unwrap())
  }
}
