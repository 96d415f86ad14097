/// Observes a model on one isolation, by any of the means.
protocol StressObserver: Sendable {
  /// Begins to observe; calls `ready` right before that, on the isolation where it does.
  func start(_ means: StressMeans, ready: @Sendable () -> Void) async
  func stop() async
}
