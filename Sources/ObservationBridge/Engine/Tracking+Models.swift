extension Tracking {
  /// Runs `body`, and registers `observer` for its reads. The registrations are complete when this method returns. The
  /// registrations in `previous` still exist, too, and are returned if they are unchanged. The result is nil if nothing
  /// was read. A pass may be tentative if `body` is the whole pass, and needn't be registered before it returns.
  static func track(
    for observer: ObserverNode,
    replacing previous: Dependencies?,
    usesPublicBackend: Bool = false,
    mayBeTentative: Bool = false,
    _ body: () -> Void
  ) -> Dependencies? {
    var platform: PlatformDependencies?
    // With `.confirming`, the first reading is repeated without a change. Its registration has to be ended then.
    let isFirst = previous == nil && !observer.options.contains(.confirming)
    let history: ReadingHistory =
      !mayBeTentative ? .unknown : previous?.node != nil ? .registrarModels : isFirst ? .none : .unknown
    GraphReading.run(for: observer) {
      platform = trackPlatform(
        for: observer,
        replacing: previous?.platform,
        usesPublicBackend: usesPublicBackend,
        after: history,
        body
      )
    }
    return Dependencies(observer.knownNode, platform)
  }

  /// Runs `body` untracked. With the standard and the public backend, enclosing trackings still count standard models.
  static func untracked<Result: ~Copyable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    try GraphReading.none { () throws(Failure) -> Result in try platformUntracked(body) }
  }
}
