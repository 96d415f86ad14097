/// Samples the values of a stream, and holds each until it's taken.
///
/// A pass stores a value, and the code that has run the pass, or has waited for it, takes the value: never both at
/// once.
@usableFromInline
class StreamSlot<Value, Failure: Error>: StreamSampler {
  /// Nil when the stream has ended.
  @usableFromInline final var source: StreamSource<Value, Failure>?
  @usableFromInline final var value: Value?
  @usableFromInline final var failure: Failure?

  @inlinable
  init(_ source: StreamSource<Value, Failure>) {
    self.source = source
  }

  /// The slot for an iterator of a stream.
  @inlinable
  static func forIterator(of source: StreamSource<Value, Failure>) -> StreamSlot {
    source.isReportedTwice ? ComparingStreamSlot(source) : StreamSlot(source)
  }

  @inlinable final var actor: (any Actor)? { source?.actor }

  @inlinable final var isEquatable: Bool { Value.self is any Equatable.Type }

  @usableFromInline final var turns: StreamTurns? { source?.turns }

  @inlinable
  final func sample(comparing: Bool) -> StreamSample {
    do throws(Failure) {
      switch try nextIteration() {
      case .next(let next):
        value = next
        return isRepeated(by: next, comparing: comparing) ? .repetition : .value
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
  final func nextIteration() throws(Failure) -> ObservationStream<Value, Failure>.Iteration {
    switch source?.closure {
    case .value(let call): return .next(try call())
    case .iteration(let call, _): return try call()
    case nil: return .finish
    }
  }

  @usableFromInline final var isModelDeallocated: Bool {
    guard case .iteration(_, let isModelDeallocated?)? = source?.closure else { return false }
    return isModelDeallocated()
  }

  /// Whether `next` equals the value sampled before.
  @usableFromInline
  func isRepeated(by next: Value, comparing: Bool) -> Bool { false }

  @usableFromInline
  func release() {
    source = nil
  }
}

/// A slot that compares values, for a backend that reports some changes twice.
@usableFromInline
final class ComparingStreamSlot<Value, Failure: Error>: StreamSlot<Value, Failure> {
  private var last: Value?

  @usableFromInline
  override init(_ source: StreamSource<Value, Failure>) {
    super.init(source)
  }

  @usableFromInline
  override func isRepeated(by next: Value, comparing: Bool) -> Bool {
    defer { last = next }
    guard comparing, let last else { return false }
    return areKnownToBeEqual(last, next)
  }

  @usableFromInline
  override func release() {
    super.release()
    last = nil
  }
}
