public import Observation
import ObservationBridge

/// The observable state drawn as a timeline's input.
///
/// The state can be read on any isolation; only the run changes it, on its own actor. Each symbol counts as a change,
/// even to an equal value.
public final class TimelineInput: Observable, Sendable {
  private struct State {
    var value: Character?
    var isFinished = false
    var error: Timeline.Failure?
  }

  private let registrar = ObservationRegistrar()
  private let state = LockedState(State())

  init() {}

  /// The last letter or digit drawn; nil before the first.
  public var value: Character? {
    registrar.access(self, keyPath: \.value)
    return state.withLock { $0.value }
  }

  /// Whether the input has reached its `|`.
  public var isFinished: Bool {
    registrar.access(self, keyPath: \.isFinished)
    return state.withLock { $0.isFinished }
  }

  /// The error to throw once the input has reached its `!`; nil before.
  public var error: Timeline.Failure? {
    registrar.access(self, keyPath: \.error)
    return state.withLock { $0.error }
  }

  /// Ignores cancellations, which aren't part of the state.
  func apply(_ event: TimelineEvent) {
    switch event {
    case .value(let value):
      registrar.withMutation(of: self, keyPath: \.value) { state.withLock { $0.value = value } }
    case .finish:
      registrar.withMutation(of: self, keyPath: \.isFinished) { state.withLock { $0.isFinished = true } }
    case .fail:
      registrar.withMutation(of: self, keyPath: \.error) { state.withLock { $0.error = Timeline.Failure() } }
    case .cancel:
      break
    }
  }
}
