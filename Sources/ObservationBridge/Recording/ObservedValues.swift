import Synchronization

/// What a sampler saw after each pass of an observation: a recorder for tests.
///
/// ```swift
/// let counts = await token.values { model.count }
/// model.count = 3
/// #expect(await counts.waitUntilValue(3))
/// #expect(counts.snapshot() == [0, 3])
/// ```
///
/// Values are kept in the order of the passes, all of them, equal ones too. The recorder does not keep the observation
/// alive; it ends with it, with ``cancel()``, or when its last reference goes.
public final class ObservedValues<Value: Sendable>: Sendable {
  private let sampler: RecordingSampler<Value>
  private let observation: any Observing

  private var recorder: ValueRecorder<Value> { sampler.recorder }

  init(_ sampler: RecordingSampler<Value>, _ observation: any Observing) {
    self.sampler = sampler
    self.observation = observation
  }

  deinit {
    cancel()
  }

  /// The value recorded last; nil before the first.
  public var latestValue: Value? {
    recorder.values.last
  }

  /// Whether further values may come.
  public var isActive: Bool {
    recorder.isActive
  }

  /// All values recorded so far, the oldest first.
  public func snapshot() -> [Value] {
    recorder.values
  }

  /// Ends the recording; the observation goes on, and what was recorded stays.
  public func cancel() {
    observation.detach(sampler)
    sampler.end()
  }

  /// Waits for a value that satisfies a condition.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for it; an already recorded value is found even with zero.
  ///   - predicate: The condition. Called for each value at most once, in order, the recorded ones first.
  /// - Returns: The first value that satisfies it; nil if none has come when the time is over, the recording has ended
  ///   or the current task is cancelled. It never waits longer than that.
  public func waitUntil(
    timeout: Duration = .seconds(5),
    _ predicate: @escaping @Sendable (Value) -> Bool
  ) async -> Value? {
    await recorder.firstValue(within: timeout, where: predicate)
  }
}

extension ObservedValues where Value: Equatable {
  /// Waits for a value.
  ///
  /// - Parameters:
  ///   - value: What to wait for.
  ///   - timeout: How long to wait for it; an already recorded value is found even with zero.
  /// - Returns: Whether it was recorded before the time was over, the recording ended or the task was cancelled.
  @discardableResult
  public func waitUntilValue(_ value: Value, timeout: Duration = .seconds(5)) async -> Bool {
    await waitUntil(timeout: timeout) { $0 == value } != nil
  }
}
