/// Where, and when, a binding runs again after what it depends on has changed.
///
/// The argument of ``ObservationTracking(isolation:)``. It is read when the code is compiled, so it has to be written out.
public enum OnChangeBlockIsolation: Sendable, Hashable, ExpressibleByNilLiteral {
  /// On the isolation of the method, like ``task``; on the main actor, like ``mainActor``, if it has none.
  case inferred

  /// On the main actor, in its next turn.
  case mainActor

  /// On the isolation of the method, in its next turn: on the actor that has it, or on the global executor.
  case task

  /// At once, inside the change, where that is made on the isolation of the method; otherwise like ``task``.
  ///
  /// A method without isolation runs its bindings on the thread that makes the change. Several bindings that read the property run
  /// in no particular order, and a binding runs again for its own changes in a later turn. With the public tracking backend the
  /// binding has to wait for the value to be stored, and this is the same as ``task``.
  case synchronous

  /// The first name of ``task``.
  public static let actor = OnChangeBlockIsolation.task

  /// The first name of ``synchronous``: without a hop.
  public static let none = OnChangeBlockIsolation.synchronous

  /// An optional one, as it was declared first.
  public static func some(_ isolation: OnChangeBlockIsolation) -> OnChangeBlockIsolation {
    isolation
  }

  /// `nil` stands for ``inferred``.
  public init(nilLiteral: ()) {
    self = .inferred
  }
}
