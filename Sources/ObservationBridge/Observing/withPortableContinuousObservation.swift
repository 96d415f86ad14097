/// Observes whatever `apply` reads, for as long as the token exists.
///
/// `apply` runs once at the start, and again after anything it has read has changed. Each run, called a *pass*,
/// determines the dependencies of the observation again. This mirrors `withContinuousObservation` of SE-0506 on today's
/// toolchains.
///
/// ```swift
/// let token = withPortableContinuousObservation { event in
///   label.text = model.title
/// }
/// ```
///
/// - The initial pass is synchronous when the caller is on the closure's isolation, or the closure has none. Otherwise it
///   runs on that isolation as soon as possible.
/// - Later passes run on the closure's isolation: the caller's, unless the closure says otherwise. A closure without
///   isolation runs on the global executor, never twice at once. Later passes inherit neither the task-local values nor
///   the priority of the code that made the change.
/// - All changes since the last pass make one pass, in the next turn of the isolation, with the newest values.
/// - A change that another thread makes during a pass leads to another pass; the pass's own changes don't. For
///   properties that a pass reads for the first time, see ``ObservationOptions/confirming``.
/// - No lock is held while `apply` runs.
///
/// The captures of `apply` don't have to be `Sendable`, because the closure stays on its isolation. In code without
/// isolation the closure is sent to the observation, so the compiler rejects captures that aren't `Sendable` and are
/// used again afterwards.
///
/// An isolated closure keeps its actor alive. Therefore an actor that stores the token of a closure isolated to itself
/// stays alive until it cancels the token.
///
/// - Parameters:
///   - options: Which later events make a pass due; with an empty set the observation ends after its initial pass.
///   - isolation: The caller's isolation, which is also that of a function without isolation passed as `apply`. Leave
///     it out.
///   - apply: Reads the state and acts on it.
/// - Returns: The token that keeps the observation alive.
/// - Complexity: O(number of properties read) per pass. A change costs O(1) on top of the registrar's own work, and
///   nothing is scheduled while a pass is already due.
public func withPortableContinuousObservation(
  options: ObservationOptions = .didSet,
  isolation: isolated (any Actor)? = #isolation,
  @_inheritActorContext(always) apply: sending @escaping @isolated(any) (borrowing ObservationEvent) -> Void
) -> PortableObservationToken {
  let apply = PassBody.Isolated(call: apply)
  let target = apply.call.isolation ?? isolation
  let observation = ContinuousObservation(options, on: target, withoutIsolation(apply))
  observation.start(on: target, from: isolation)
  return PortableObservationToken(observation)
}
