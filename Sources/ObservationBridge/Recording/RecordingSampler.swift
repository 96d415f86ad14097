/// Records the results of a closure after each pass of an observation.
///
/// A closure with the observation's isolation, or without isolation, is called inside the passes. Any other closure is
/// called on its own isolation, a turn later, once for all passes that have ended by then.
final class RecordingSampler<Value: Sendable>: PassSampler {
  typealias Closure = SynchronousReader<Value>

  let recorder = ValueRecorder<Value>()
  private let isolation: (any Actor)?
  private let isElsewhere: Bool
  private let state: LockedState<State>

  // Unchecked: the closure is called and freed on its isolation. If it was sent here, passes do so, one at a time.
  private struct State: @unchecked Sendable {
    /// Nil when the recording has ended.
    var closure: Closure?
    var turns = SampleTurns(isDue: true)
  }

  /// `caller` is the isolation of a closure without one of its own, `passes` the isolation of the observation.
  init(_ sample: Closure.Isolated, from caller: (any Actor)?, besides passes: (any Actor)?) {
    isolation = sample.call.isolation ?? caller
    isElsewhere = isolation.map { $0 !== passes } ?? false
    state = LockedState(State(closure: withoutIsolation(sample)))
  }

  // MARK: Inside the passes

  func sample() {
    guard isElsewhere else { return record() }
    if state.withLock({ $0.turns.request() }) { takeTurn() }
  }

  func finish() {
    if !isElsewhere || state.withLock({ $0.turns.finish() }) { end() }
  }

  private func record() {
    guard let closure = state.withLock({ Confined($0.closure) }).value else { return }
    recorder.record(closure.call())
  }

  // MARK: On the sampler's own isolation

  /// Takes the first sample, unless a pass takes it.
  func takeFirstSample() async {
    if isElsewhere { await takeTurn(on: isolation) }
  }

  private func takeTurn() {
    Task.detached { await self.takeTurn(on: self.isolation) }
  }

  private func takeTurn(on isolation: isolated (any Actor)?) async {
    guard state.withLock({ $0.turns.begin() }) else { return }
    record()
    switch state.withLock({ $0.turns.end() }) {
    case .nothing: break
    case .takeAnother: takeTurn()
    case .finish: end()
    }
  }

  // MARK: The end

  /// Ends the recording; the closure is freed on its isolation.
  func end() {
    recorder.finish()
    var closure = state.withLock { Confined($0.closure.take()) }.value
    release(&closure, on: isolation)
  }
}
