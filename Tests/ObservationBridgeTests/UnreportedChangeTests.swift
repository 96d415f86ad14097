import Dispatch
import TestSupport
import Testing

@testable import ObservationBridge

/// Changes by other threads that the public backend isn't told of, or only before the value is stored: with `.confirming`, and by
/// streams and property observations, they are seen nevertheless.
@Suite struct UnreportedChangeTests {
  @Test @MainActor func aChangeDuringALaterPassIsSeenWithConfirming() async {
    let counter = SharedCounter()
    let log = Log<Int>()
    let token = withPortableContinuousObservation(options: [.didSet, .confirming]) { _ in
      let (first, second) = (counter.first, counter.second)
      if second == 1, first == 0 { Thread.run { counter.first = 42 } }
      log.append(first)
    }
    // On the observation's own actor: that uses up the one registration there is.
    counter.second = 1
    await eventually { log.elements.last == 42 }
    token.cancel()
  }

  @Test(arguments: [ObservationStreamOptions.Backend.automatic, .public])
  @MainActor func aChangeDuringALaterPassIsDeliveredByAStream(backend: ObservationStreamOptions.Backend) async {
    let counter = SharedCounter()
    let log = Log<Int>()
    let consumer = Task {
      let options = ObservationStreamOptions(backend: backend)
      let values = ObservationBridge(options: options) {
        let (first, second) = (counter.first, counter.second)
        if second == 1, first == 0 { Thread.run { counter.first = 42 } }
        return first
      }
      for await value in values { log.append(value) }
    }
    await eventually { !log.elements.isEmpty }
    counter.second = 1
    await eventually { log.elements.last == 42 }
    consumer.cancel()
    await consumer.value
  }

  @Test func aChangeUnderWayWhenTheObservationBeginsIsSeenWithConfirming() async {
    let counter = SharedCounter()
    let log = Log<Int>()
    let token = Log<PortableObservationToken>()
    let passes = DispatchSemaphore(value: 0)
    Thread.run {
      counter.setFirst(1) {
        token.append(
          withPortableContinuousObservation(options: [.didSet, .confirming]) { @Sendable _ in
            log.append(counter.first)
            passes.signal()
          }
        )
        // The initial pass, and the one that confirms it if need be.
        passes.wait()
        if !modelsAreOwn { passes.wait() }
      }
    }
    await eventually { log.elements.last == 1 }
    token.elements[0].cancel()
  }

  @Test func aSlowStoreIsSeenWithConfirming() async {
    let counter = SharedCounter()
    let log = Log<Int>()
    let token = withPortableContinuousObservation(options: [.didSet, .confirming]) { @Sendable _ in
      log.append(counter.first)
    }
    await Self.storeSlowly(1, in: counter)
    await eventually { log.elements.last == 1 }
    token.cancel()
  }

  @Test(arguments: [ObservationStreamOptions.Backend.automatic, .public])
  func aSlowStoreIsDeliveredByAStream(backend: ObservationStreamOptions.Backend) async {
    let counter = SharedCounter()
    let log = Log<Int>()
    let consumer = Task {
      for await value in ObservationBridge(options: ObservationStreamOptions(backend: backend), { counter.first }) {
        log.append(value)
      }
    }
    await eventually { !log.elements.isEmpty }
    await Self.storeSlowly(1, in: counter)
    await eventually { log.elements.last == 1 }
    consumer.cancel()
    await consumer.value
  }

  @Test @MainActor func aSlowStoreIsDeliveredByAPropertyObservation() async {
    let counter = SharedCounter()
    var changes: [PropertyChange<Int>] = []
    let token = withPropertyObservation(of: counter, \.first) { change in changes.append(change) }
    await Self.storeSlowly(1, in: counter)
    await eventually { changes.last?.new == 1 }
    #expect(changes.first?.old == 0)
    token.cancel()
  }

  /// It begins when a change on the observation's own actor has used up the registration, and ends when all passes that follow
  /// have read.
  @Test @MainActor func aSlowStoreThatBeginsWhileNothingIsRegisteredIsSeenWithConfirming() async {
    let counter = SharedCounter()
    let log = Log<Int>()
    let (begun, ends) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let token = withPortableContinuousObservation(options: [.didSet, .confirming]) { _ in
      let (first, second) = (counter.first, counter.second)
      log.append(second)
      if second == 1, first == 1 { log.append(42) }
    }
    await eventually { log.elements.count >= (modelsAreOwn ? 1 : 2) }
    counter.second = 1
    Thread.start {
      counter.setFirst(1) {
        begun.signal()
        ends.wait()
      }
    }
    begun.wait()
    // The pass, and the one that confirms it.
    await eventually { log.elements.count { $0 == 1 } >= (trackingIsExact ? 1 : 2) }
    ends.signal()
    await eventually { log.elements.last == 42 }
    token.cancel()
  }

  /// Whose passes read, and where.
  enum Observer: String, CaseIterable, Sendable {
    case nonisolated, actor, stream, publicStream, publicStreamOfActor
  }

  private actor Home {
    func observe(_ read: @escaping @Sendable () -> Int) -> PortableObservationToken {
      withPortableContinuousObservation(options: [.didSet, .confirming]) { _ in
        self.assertIsolated()
        _ = read()
      }
    }

    func stream(_ read: @escaping @Sendable () -> Int) -> ObservationBridge<Int> {
      ObservationBridge(options: .publicBackend) {
        self.assertIsolated()
        return read()
      }
    }

    func change(_ counters: [SharedCounter]) {
      for counter in counters { counter.second = 1 }
    }
  }

  /// How many passes there are: the first, the one that confirms it if that is needed, and the one that follows a change.
  private static let disturbedCount = modelsAreOwn ? 2 : 3

  /// A writer that strikes in one of the first passes, between its reading and its registration.
  @Test(arguments: Observer.allCases) func noChangeBetweenAReadingAndItsRegistrationIsLost(by observer: Observer) async
  {
    await expectNoneStale(of: Stress.rounds(brief: 200, full: 10_000), inParallel: 200, observer) { round, counter in
      { pass in
        if pass == 1 + round % Self.disturbedCount { Thread.run { counter.first = 1 } }
      }
    }
  }

  @Test(arguments: Observer.allCases) func noSlowStoreIsLost(by observer: Observer) async {
    await expectNoneStale(of: Stress.rounds(brief: 50, full: 1000), inParallel: 100, observer) { round, counter in
      { pass in
        guard pass == 1 + round % Self.disturbedCount else { return }
        let begun = DispatchSemaphore(value: 0)
        Thread.start {
          counter.setFirst(1) {
            begun.signal()
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(round % 101))
          }
        }
        begun.wait()
      }
    }
  }

  /// Starts observations, each with a counter and a writer of its own, which is called in each pass after its reading.
  private func expectNoneStale(
    of count: Int,
    inParallel width: Int,
    _ observer: Observer,
    writer: (_ round: Int, SharedCounter) -> @Sendable (_ pass: Int) -> Void
  ) async {
    let home = Home()
    var stale = 0
    for first in stride(from: 0, to: count, by: width) {
      var observations: [(seen: Log<Int>, cancel: @Sendable () -> Void)] = []
      var counters: [SharedCounter] = []
      for round in first..<min(first + width, count) {
        let (counter, seen) = (SharedCounter(), Log<Int>())
        let write = writer(round, counter)
        let read = { @Sendable in
          let value = counter.first + counter.second * 0
          write(seen.elements.count + 1)
          seen.append(value)
          return value
        }
        let cancel = await start(observer, on: home, read)
        observations.append((seen, cancel))
        counters.append(counter)
      }
      await eventually { observations.allSatisfy { $0.seen.elements.count >= Self.disturbedCount - 1 } }
      // Uses up registrations, and so makes a third pass due.
      await home.change(counters)
      await eventually { observations.allSatisfy { $0.seen.elements.last == 1 } }
      stale += observations.count { $0.seen.elements.last != 1 }
      for observation in observations { observation.cancel() }
    }
    #expect(stale == 0)
  }

  private func start(_ observer: Observer, on home: Home, _ read: @escaping @Sendable () -> Int) async
    -> @Sendable () -> Void
  {
    switch observer {
    case .nonisolated:
      let token = withPortableContinuousObservation(options: [.didSet, .confirming]) { @Sendable _ in _ = read() }
      return { token.cancel() }
    case .actor:
      let token = await home.observe(read)
      return { token.cancel() }
    case .stream, .publicStream:
      let options = ObservationStreamOptions(backend: observer == .stream ? .automatic : .public)
      let consumer = Task { for await _ in ObservationBridge(options: options, read) {} }
      return { consumer.cancel() }
    case .publicStreamOfActor:
      let consumer = Task { for await _ in await home.stream(read) {} }
      return { consumer.cancel() }
    }
  }

  /// Stores a value 50 ms after its change was announced.
  private static func storeSlowly(_ value: Int, in counter: SharedCounter) async {
    await withCheckedContinuation { continuation in
      Thread.start {
        counter.setFirst(value) { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(50)) }
        continuation.resume()
      }
    }
  }
}
