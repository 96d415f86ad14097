import ObservationBridge

/// What an async sequence has delivered: a recorder for tests.
///
/// ```swift
/// let counts = SequenceRecorder(ObservationBridge { model.count })
/// #expect(await counts.waitUntilValue(0))
/// model.count = 3
/// #expect(await counts.waitUntilValue(3))
/// #expect(counts.snapshot() == [0, 3])
/// ```
///
/// Values are kept in the order in which they came, all of them, equal ones too. The recording ends with the sequence,
/// with ``cancel()``, or when the last reference to the recorder goes.
public final class SequenceRecorder<Element: Sendable>: Sendable {
  private let recorder = ValueRecorder<Element>()
  private let failure: RecordedFailure
  private let task: Task<Void, Never>

  /// Records what a sequence delivers, in a task of its own.
  ///
  /// The task is isolated to the caller's actor, and iterates the sequence there, soon after this returns.
  ///
  /// - Parameters:
  ///   - elements: The sequence. The recorder's from now on; its task frees it when the sequence ends, or after
  ///     ``cancel()``, as soon as the sequence answers the task's cancellation.
  ///   - isolation: The caller's isolation. Leave it out.
  public init<Elements: AsyncSequence>(
    _ elements: sending Elements,
    isolation: isolated (any Actor)? = #isolation
  ) where Elements.Element == Element {
    let failure = RecordedFailure()
    self.failure = failure
    let elements = SentElements(elements)
    task = Task { [recorder] in
      let error = await elements.record(in: recorder, isolation: isolation)
      if recorder.isActive { failure.error = error }
      recorder.finish()
    }
  }

  deinit {
    cancel()
  }

  /// The value recorded last; nil before the first.
  public var latestValue: Element? {
    recorder.values.last
  }

  /// Whether further values may come.
  public var isActive: Bool {
    recorder.isActive
  }

  /// What the sequence has thrown; nil before, or if the recording ended otherwise.
  public var error: (any Error)? {
    failure.error
  }

  /// All values recorded so far, the oldest first.
  public func snapshot() -> [Element] {
    recorder.values
  }

  /// Ends the recording and cancels the task that iterates the sequence; what was recorded stays.
  public func cancel() {
    recorder.finish()
    task.cancel()
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
    _ predicate: @escaping @Sendable (Element) -> Bool
  ) async -> Element? {
    await recorder.firstValue(within: timeout, where: predicate)
  }

  /// Waits for the end of the recording: the sequence has ended or thrown, or ``cancel()`` was called.
  ///
  /// - Parameter timeout: How long to wait for it.
  /// - Returns: Whether it has ended; false if the time was over or the current task cancelled before.
  @discardableResult
  public func waitUntilFinished(timeout: Duration = .seconds(5)) async -> Bool {
    _ = await recorder.firstValue(within: timeout) { _ in false }
    return !recorder.isActive
  }
}

extension SequenceRecorder where Element: Equatable {
  /// Waits for a value.
  ///
  /// - Parameters:
  ///   - value: What to wait for.
  ///   - timeout: How long to wait for it; an already recorded value is found even with zero.
  /// - Returns: Whether it was recorded before the time was over, the recording ended or the task was cancelled.
  @discardableResult
  public func waitUntilValue(_ value: Element, timeout: Duration = .seconds(5)) async -> Bool {
    await waitUntil(timeout: timeout) { $0 == value } != nil
  }
}

private final class RecordedFailure: Sendable {
  private let state = LockedState<(any Error)?>(nil)

  var error: (any Error)? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// A sequence, without its type, on its way into the task that iterates it.
// Unchecked: it was sent here, and only that task uses it.
private struct SentElements<Element: Sendable>: @unchecked Sendable {
  private let next: (ValueRecorder<Element>, isolated (any Actor)?) async -> (any Error)?

  init<Elements: AsyncSequence>(_ elements: sending Elements) where Elements.Element == Element {
    next = { recorder, isolation in
      do {
        for try await element in elements { recorder.record(element) }
        return nil
      } catch {
        return error
      }
    }
  }

  func record(in recorder: ValueRecorder<Element>, isolation: isolated (any Actor)?) async -> (any Error)? {
    await next(recorder, isolation)
  }
}
