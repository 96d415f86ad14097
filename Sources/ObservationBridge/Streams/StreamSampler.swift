/// Samples the values of a stream. The caller ensures the isolation.
@usableFromInline
protocol StreamSampler: AnyObject {
  /// The actor on which values are sampled; nil for any isolation.
  var actor: (any Actor)? { get }

  /// Whether values can be compared.
  var isEquatable: Bool { get }

  /// Serializes the calls of a closure without an actor; nil if there is an actor.
  var turns: StreamTurns? { get }

  /// Samples a value, and stores it for the consumer.
  ///
  /// - Parameter comparing: Whether to compare the value with the previous one.
  /// - Returns: The kind of the sample.
  func sample(comparing: Bool) -> StreamSample

  /// Whether the stream ends with a model, and the model has been deallocated.
  var isModelDeallocated: Bool { get }

  /// Releases the closure, since no further value will be sampled.
  func release()
}

@usableFromInline
enum StreamSample: Sendable {
  case value
  /// A value that is known to equal the previous one.
  case repetition
  /// The final value of the stream. Delivered even if it equals the previous one.
  case last
  /// The end of the stream, without a value.
  case end

  /// Whether the stream ends with this sample.
  var isFinal: Bool { self == .last || self == .end }
}
