/// Work that a task can begin with right on an actor, without a hop to it.
enum ActorJob {
  typealias Operation = @isolated(any) @Sendable () async -> Void

  /// A closure isolated to `actor`, which it keeps alive.
  static func on(
    _ actor: any Actor,
    _ body: @escaping @Sendable (isolated any Actor) async -> Void
  ) -> Operation {
    // Making a closure needs no isolation, only its type does; `assumeIsolated` of the standard library takes the same
    // step from an isolated parameter to a plain one.
    let make: (isolated any Actor, @escaping @Sendable (isolated any Actor) async -> Void) -> Operation = isolated
    return unsafe unsafeBitCast(
      make,
      to: ((any Actor, @escaping @Sendable (isolated any Actor) async -> Void) -> Operation).self
    )(actor, body)
  }

  private static func isolated(
    _ actor: isolated any Actor,
    _ body: @escaping @Sendable (isolated any Actor) async -> Void
  ) -> Operation {
    isolatedToCaller {
      await body(actor)
    }
  }

  private static func isolatedToCaller(@_inheritActorContext(always) _ operation: @escaping Operation) -> Operation {
    operation
  }
}
