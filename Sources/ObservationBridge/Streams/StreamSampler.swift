/// Samples a value of a stream, called by code that has made sure of its isolation.
@usableFromInline
protocol StreamSampler: AnyObject {
  /// Where a value is sampled; nil for anywhere.
  var actor: (any Actor)? { get }

  /// Whether values can be compared.
  var isEquatable: Bool { get }

  /// Whose turn it is to sample; nil where there is an actor.
  var turns: StreamTurns? { get }

  /// Samples a value, and keeps it to be taken.
  ///
  /// - Parameter comparing: Whether to compare it with the one before.
  /// - Returns: What came of it.
  func sample(comparing: Bool) -> StreamSample

  /// Whether the values end with a model, which has been deallocated.
  var isModelGone: Bool { get }

  /// No value will be sampled any more: lets go of what that needed.
  func release()
}

@usableFromInline
enum StreamSample: Sendable {
  case value
  /// A value that is known to equal the one before.
  case repetition
  /// A value, and no more will come. It's delivered even if it equals the one before.
  case last
  /// None, and no more will come.
  case end

  /// Whether no more will come.
  var isFinal: Bool { self == .last || self == .end }
}
