extension ObservationEvent {
  /// A scope whose observations end before the next pass begins, or with this observation. They end before closures
  /// passed to ``cleanup(_:)`` run.
  ///
  /// The scope is empty when a pass begins, so each pass starts the observations that it needs.
  public var scope: ObservationScope {
    if let known = cleanup.scope as? ObservationScope { return known }
    let new = ObservationScope()
    cleanup.scope = new
    return new
  }
}

extension ObservationScope: ScopeOfPass {}
