import ObservationBridge

extension Scenario {
  /// Not about the engine: what is done before threads run asks for the same time as what they do.
  static let standingTime = Scenario("standingTime") { _ in
    let start = ContinuousClock.now
    let expectStart = { @Sendable in Stage.expect(ContinuousClock.now == start, "A run depends on the time.") }
    Stage.thread("first", expectStart)
    return expectStart
  }
}
