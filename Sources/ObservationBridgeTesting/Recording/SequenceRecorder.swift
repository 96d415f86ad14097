import ObservationBridge

/// A recorder for tests: keeps the elements of an async sequence.
///
/// ```swift
/// let counts = SequenceRecorder(ObservationBridge { model.count })
/// #expect(await counts.waitUntilValue(0))
/// model.count = 3
/// #expect(await counts.waitUntilValue(3))
/// #expect(counts.snapshot() == [0, 3])
/// ```
///
/// All values are kept in the order of their arrival, including equal ones. The recording ends with the sequence,
/// with ``cancel()``, or when the last reference to the recorder is released.
public final class SequenceRecorder<Element: Sendable>: Sendable {
  private let recorder = ValueRecorder<Element>()
  private let failure: RecordedFailure
  private let task: Task<Void, Never>

  /// Records the elements of a sequence, in its own task.
  ///
  /// The task is isolated to the caller's actor, and begins to iterate the sequence there soon after this returns.
  ///
  /// - Parameters:
  ///   - elements: The sequence, which belongs to the recorder from now on. The task frees it when the sequence ends,
  ///     or after ``cancel()``, as soon as the sequence responds to the task's cancellation.
  ///   - isolation: The caller's isolation. Leave out this argument.
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

  /// The last recorded value; nil before the first.
  public var latestValue: Element? {
    recorder.values.last
  }

  /// Whether further values may come.
  public var isActive: Bool {
    recorder.isActive
  }

  /// The sequence's error; nil before an error, or if the recording ended otherwise.
  public var error: (any Error)? {
    failure.error
  }

  /// All values recorded so far, the oldest first.
  public func snapshot() -> [Element] {
    recorder.values
  }

  /// Ends the recording and cancels the task that iterates the sequence. The recorded values are kept.
  public func cancel() {
    recorder.finish()
    task.cancel()
  }

  /// Waits for a value that satisfies a condition.
  ///
  /// - Parameters:
  ///   - timeout: The longest time to wait; an already recorded value is found even with zero.
  ///   - predicate: The condition. Called for each value at most once, in order, the recorded ones first.
  /// - Returns: The first satisfying value; nil if none has come before the timeout, the end of the recording, or the
  ///   cancellation of the current task.
  public func waitUntil(
    timeout: Duration = .seconds(5),
    _ predicate: @escaping @Sendable (Element) -> Bool
  ) async -> Element? {
    await recorder.firstValue(within: timeout, where: predicate)
  }

  /// Waits for the end of the recording: until the sequence has ended or thrown, or ``cancel()`` was called.
  ///
  /// - Parameter timeout: The longest time to wait.
  /// - Returns: Whether the recording has ended; false if the timeout or the cancellation of the current task came
  ///   first.
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
  ///   - value: The value to wait for.
  ///   - timeout: The longest time to wait; an already recorded value is found even with zero.
  /// - Returns: Whether it was recorded before the timeout, the end of the recording, or the cancellation of the task.
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

/// A sequence, without its type, on its way into the iterating task.
// Unchecked: the sequence was sent here, and only the task uses it.
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
