/// Samples the values of a stream. The caller ensures the isolation.
@usableFromInline
protocol StreamSampler: AnyObject {
  /// Samples a value, and stores it for the consumer. `comparing` asks for a comparison with the previous value.
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

  var isFinal: Bool { self == .last || self == .end }
}

/// Samples the values of a stream, and holds each until it's taken.
///
/// A pass stores a value, and the code that has run the pass, or has waited for it, takes the value: never both at
/// once.
@usableFromInline
final class StreamSlot<Value, Failure: Error>: StreamSampler {
  /// Nil when the stream has ended.
  @usableFromInline var source: StreamSource<Value, Failure>?
  @usableFromInline var value: Value?
  @usableFromInline var failure: Failure?
  /// The value sampled last, for a backend that reports some changes twice.
  @usableFromInline var last: Value?

  @inlinable
  init(_ source: StreamSource<Value, Failure>) {
    self.source = source
  }

  @inlinable
  func sample(comparing: Bool) -> StreamSample {
    do throws(Failure) {
      switch try nextIteration() {
      case .next(let next):
        value = next
        return source?.isReportedTwice == true && isRepeated(by: next, comparing: comparing) ? .repetition : .value
      case .last(let last):
        value = last
        return .last
      case .finish: break
      }
    } catch {
      failure = error
    }
    // A pass confirmed by this one may have stored a value, which isn't delivered.
    value = nil
    return .end
  }

  @inlinable
  func nextIteration() throws(Failure) -> ObservationStream<Value, Failure>.Iteration {
    switch source?.closure {
    case .value(let call): return .next(try call())
    case .iteration(let call, _): return try call()
    case nil: return .finish
    }
  }

  @usableFromInline var isModelDeallocated: Bool {
    guard case .iteration(_, let isModelDeallocated?)? = source?.closure else { return false }
    return isModelDeallocated()
  }

  /// Whether `next` is known to equal the value sampled before.
  @usableFromInline
  func isRepeated(by next: Value, comparing: Bool) -> Bool {
    defer { last = next }
    guard comparing, let last = last else { return false }
    return areKnownToBeEqual(last, next)
  }

  @usableFromInline
  func release() {
    source = nil
    last = nil
  }
}
