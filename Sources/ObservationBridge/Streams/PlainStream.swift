/// The implementation of an iterator without a rate limit: the consumer samples each value itself.
@usableFromInline
final class PlainStream<Value, Failure: Error> {
  @usableFromInline let slot: StreamSlot<Value, Failure>
  @usableFromInline let observation: PulledStreamObservation
  @usableFromInline let isConfined: Bool

  @inlinable
  init(_ source: StreamSource<Value, Failure>) {
    slot = StreamSlot.forIterator(of: source)
    observation = PulledStreamObservation(slot, usesPublicBackend: source.usesPublicBackend)
    isConfined = source.isConfined
  }

  @inlinable
  deinit {
    observation.end()
  }

  @inlinable
  @inline(__always)
  func next(isolation: isolated (any Actor)?) async throws(Failure) -> Value? {
    observation.beginUse(isConfined: isConfined)
    defer { observation.endUse() }
    if await observation.next(isolation: observation.actor ?? isolation) { return slot.value.take() }
    if let failure = slot.failure.take() { throw failure }
    return nil
  }
}
