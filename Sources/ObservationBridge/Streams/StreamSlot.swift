/// Samples the values of a stream, and keeps each until it is taken.
///
/// A pass puts it there, and whoever has run that pass, or waited for it, takes it: never both at once.
@usableFromInline
final class StreamSlot<Value, Failure: Error>: StreamSampler {
  /// Nil when the stream has ended.
  @usableFromInline var source: StreamSource<Value, Failure>?
  @usableFromInline var value: Value?
  @usableFromInline var failure: Failure?
  /// What was sampled last, where a tracking that reports a change twice calls for a comparison.
  @usableFromInline var last: LastValue<Value>?

  @inlinable
  init(_ source: StreamSource<Value, Failure>) {
    self.source = source
    last = source.isReportedTwice ? LastValue() : nil
  }

  @inlinable var actor: (any Actor)? { source?.actor }

  @inlinable
  func sample(comparing: Bool) -> StreamSample {
    do throws(Failure) {
      if let next = try nextValue() {
        value = next
        return last?.isRepeated(by: next, comparing: comparing) == true ? .repetition : .value
      }
    } catch {
      failure = error
    }
    // Nor is there one from a pass that this one confirms.
    value = nil
    return .end
  }

  @inlinable
  func nextValue() throws(Failure) -> Value? {
    switch source?.closure {
    case .value(let call): return try call()
    case .iteration(let call):
      guard case .next(let next) = try call() else { return nil }
      return next
    case nil: return nil
    }
  }

  @inlinable
  func release() {
    source = nil
    last = nil
  }
}

/// The value sampled last.
@usableFromInline
final class LastValue<Value> {
  private var value: Value?

  @usableFromInline
  init() {}

  @usableFromInline
  func isRepeated(by next: Value, comparing: Bool) -> Bool {
    defer { value = next }
    guard comparing, let value, let last = value as? any Equatable else { return false }
    return isEqual(last, to: next)
  }

  private func isEqual<Last: Equatable>(_ last: Last, to next: Value) -> Bool {
    next as? Last == last
  }
}
