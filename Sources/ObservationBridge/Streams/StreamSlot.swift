/// Samples the values of a stream, and keeps each until it is taken.
///
/// A pass puts it there, and whoever has run that pass, or waited for it, takes it: never both at once.
@usableFromInline
final class StreamSlot<Value, Failure: Error>: StreamSampler {
  /// Nil when the stream has ended.
  @usableFromInline var source: StreamSource<Value, Failure>?
  @usableFromInline var value: Value?
  @usableFromInline var failure: Failure?

  @inlinable
  init(_ source: StreamSource<Value, Failure>) {
    self.source = source
  }

  @inlinable var actor: (any Actor)? { source?.actor }

  @inlinable
  func sample() -> Bool {
    guard let source else { return false }
    do throws(Failure) {
      switch source.closure {
      case .value(let call):
        value = try call()
        return true
      case .iteration(let call):
        guard case .next(let next) = try call() else { return false }
        value = next
        return true
      }
    } catch {
      failure = error
      return false
    }
  }

  @inlinable
  func release() {
    source = nil
  }
}
