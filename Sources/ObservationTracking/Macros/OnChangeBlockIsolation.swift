/// Where, and when, a binding runs again after what it depends on has changed.
///
/// This is the argument of ``ObservationTracking(isolation:)``. The macro reads it at compile time, so it has to be a
/// literal case.
public enum OnChangeBlockIsolation: Sendable, Hashable, ExpressibleByNilLiteral {
  /// On the isolation of the method, like ``task``; on the main actor, like ``mainActor``, if it has none.
  case inferred

  /// On the main actor, in its next turn.
  case mainActor

  /// On the isolation of the method, in its next turn: on the actor that has it, or on the global executor.
  case task

  /// At once, inside the change, if that is made on the isolation of the method; otherwise like ``task``.
  ///
  /// A method without isolation runs its bindings on the thread that makes the change. Several bindings that read the property run
  /// in no particular order, and a binding runs again for its own changes in a later turn. With the public tracking backend the
  /// binding has to wait for the value to be stored, and this is the same as ``task``, unless the model has a `ModelRegistrar`.
  case synchronous

  /// A former name.
  @available(*, deprecated, renamed: "task")
  public static let actor = OnChangeBlockIsolation.task

  /// A former name.
  @available(*, deprecated, renamed: "synchronous")
  public static let none = OnChangeBlockIsolation.synchronous

  /// Returns its argument: the parameter used to be optional.
  @available(*, deprecated, message: "Write the case itself.")
  public static func some(_ isolation: OnChangeBlockIsolation) -> OnChangeBlockIsolation {
    isolation
  }

  /// Accepts `nil`, a former name of ``inferred``. Leave the argument out.
  public init(nilLiteral: ()) {
    self = .inferred
  }
}
