/// A recorder for tests: keeps the results of a sampler after each pass of an observation.
///
/// ```swift
/// let counts = await token.values { model.count }
/// model.count = 3
/// #expect(await counts.waitUntilValue(3))
/// #expect(counts.snapshot() == [0, 3])
/// ```
///
/// All values are kept in the order of the passes, including equal ones. The recorder doesn't keep the observation
/// alive. It ends with the observation, with ``cancel()``, or when its last reference is released.
public final class ObservedValues<Value: Sendable>: Sendable {
  private let sampler: RecordingSampler<Value>
  private let observation: PassRunner

  private var recorder: ValueRecorder<Value> { sampler.recorder }

  init(_ sampler: RecordingSampler<Value>, _ observation: PassRunner) {
    self.sampler = sampler
    self.observation = observation
  }

  deinit {
    cancel()
  }

  static func recording(
    _ sample: sending RecordingSampler<Value>.Closure.Isolated,
    from caller: isolated (any Actor)?,
    of observation: PassRunner
  ) async -> ObservedValues {
    let isolation = observation.isolation
    let sampler = RecordingSampler(sample, from: caller, besides: isolation)
    await observation.attach(sampler, on: isolation)
    await sampler.takeFirstSample()
    return ObservedValues(sampler, observation)
  }

  /// The last recorded value; nil before the first.
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

  /// Ends the recording. The observation continues, and the recorded values are kept.
  public func cancel() {
    observation.detach(sampler)
    sampler.end()
  }

  /// Waits for a value that satisfies a condition.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait; an already recorded value is found even with zero.
  ///   - predicate: The condition. Called for each value at most once, in order, the recorded ones first.
  /// - Returns: The first value that satisfies the condition; nil if none has arrived before the timeout, the end of
  ///   the recording, or the cancellation of the current task. The method never waits longer.
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
  ///   - value: The value to wait for.
  ///   - timeout: How long to wait; an already recorded value is found even with zero.
  /// - Returns: Whether the value was recorded before the timeout, the end of the recording, or the cancellation of the
  ///   task.
  @discardableResult
  public func waitUntilValue(_ value: Value, timeout: Duration = .seconds(5)) async -> Bool {
    await waitUntil(timeout: timeout) { $0 == value } != nil
  }
}
