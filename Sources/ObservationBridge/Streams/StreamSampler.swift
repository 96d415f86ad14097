/// Samples a value of a stream, called by code that has made sure of its isolation.
@usableFromInline
protocol StreamSampler: AnyObject {
  /// Where a value is sampled; nil for anywhere.
  var actor: (any Actor)? { get }

  /// Samples a value, and keeps it; false if there is none, and no more will come.
  func sample() -> Bool

  /// No value will be sampled any more: lets go of what that needed.
  func release()
}
