/// Tracks lent passes, and derived values that are computed between them, with the public and the standard backend.
struct TentativeCollecting {
  @inline(__always)
  static func several<Result>(_ body: (TentativeCollecting) -> Result) -> Result { body(TentativeCollecting()) }

  static func inBetween<Result>(_ body: (TentativeCollecting) -> Result) -> Result { body(TentativeCollecting()) }

  func collect(for reader: GraphNode, _ body: () -> Void) -> PlatformDependencies? {
    let history: ReadingHistory = reader.role == .derived ? .of(reader) : .registrarModels
    // Here, not in `trackPlatform`: a steady pass needn't ask for its code, nor retain the observer.
    if history == .registrarModels, TentativeTracking.isPossibleHere {
      #if STANDARD_TRACKING
        if #available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *) {
          return StandardTracking.trackTentatively(for: Self.observer(of: reader), body)
        }
      #endif
      return PublicTracking.trackTentatively(
        for: Self.observer(of: reader),
        .ifNeededFromTheStart(by: Self.observer(of: reader), .current),
        body
      )
    }
    return Tracking.trackPlatform(for: Self.observer(of: reader), replacing: nil, after: history, body)
  }

  private static func observer(of reader: GraphNode) -> ObserverNode {
    guard let observer = reader.observer else { preconditionFailure("Something reads that has gone.") }
    return observer
  }

  func rest() {}
}
