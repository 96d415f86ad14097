/// The elements, at once.
extension Array where Element: Sendable {
  var asynchronous: AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    for element in self { continuation.yield(element) }
    continuation.finish()
    return stream
  }
}

/// Delivers what its base does, from the global executor or the one its task prefers.
struct Concurrent<Base: AsyncSequence>: AsyncSequence where Base.Element: Sendable {
  let base: Base

  func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator())
  }

  struct Iterator: AsyncIteratorProtocol {
    var base: Base.AsyncIterator

    @concurrent mutating func next() async throws -> Base.Element? {
      try await base.next()
    }
  }
}

/// A "t" after each interval, until its task is cancelled.
struct Ticks: AsyncSequence, AsyncIteratorProtocol {
  let clock: any Clock<Duration>
  let interval: Duration

  func makeAsyncIterator() -> Ticks { self }

  func next() async -> Character? {
    (try? await clock.sleep(for: interval)).map { "t" }
  }
}
