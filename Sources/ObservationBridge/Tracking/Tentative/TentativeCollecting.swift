/// Tracks lent passes, and derived values that are computed between them, with the public and the standard backend.
struct TentativeCollecting {
  func collect<Observer: DependencyObserver>(
    for reader: GraphNode,
    as type: Observer.Type,
    _ body: () -> Void
  ) -> PlatformDependencies? {
    let history: ReadingHistory = reader.role == .derived ? .of(reader) : .registrarModels
    // Here, and not by `trackPlatform`: a steady pass needn't ask for its code, and doesn't retain the observer on the
    // public backend.
    if history == .registrarModels, TentativeTracking.isPossibleHere {
      #if STANDARD_TRACKING
        if #available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *) {
          return StandardTracking.trackTentatively(for: Self.owner(of: reader, as: type), body)
        }
      #endif
      return PublicTracking.trackTentatively(
        for: Self.owner(of: reader, as: type),
        .ifNeededFromTheStart(by: Self.owner(of: reader, as: type), .current),
        body
      )
    }
    return Tracking.trackPlatform(for: Self.owner(of: reader, as: type), replacing: nil, after: history, body)
  }

  private static func owner<Observer: AnyObject>(of reader: GraphNode, as type: Observer.Type) -> Observer {
    guard let owner = reader.runningOwner else { preconditionFailure("Something reads that has gone.") }
    return unsafe unsafeDowncast(owner, to: type)
  }

  func rest() {}
}
