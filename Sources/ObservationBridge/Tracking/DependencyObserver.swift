/// Hears of the changes that a backend of ``Tracking`` reports.
protocol DependencyObserver: AnyObject, Sendable {
  /// Which moments matter: ``ObservationOptions/willSet``, ``ObservationOptions/didSet`` and
  /// ``ObservationOptions/deinit``.
  var options: ObservationOptions { get }

  /// Whether the death of an object that was read matters.
  var needsDeaths: Bool { get }

  /// Whether the current code runs on the observer's actor; false where it has none.
  var isOnActor: Bool { get }

  /// A dependency is about to change (`.willSet`) or has changed (`.didSet`).
  ///
  /// Called on the thread that makes the change.
  ///
  /// - Parameters:
  ///   - moment: What happened.
  ///   - change: What is known of it.
  ///   - mayRunNow: False where the tracking can't vouch for what an immediate pass would read.
  func dependencyChanged(_ moment: ObservationEvent.Kind, _ change: ReportedChange, mayRunNow: Bool)

  /// An object that was read has gone. Called on any thread, a little later.
  func objectHasDied()

  /// A dependency that has changed, as was reported, must have its new value by now. From the public backend only.
  func dependencyHasSettled()
}

extension DependencyObserver {
  var needsDeaths: Bool { options.contains(.deinit) }

  func objectHasDied() {
    dependencyChanged(.deinit, .unknown, mayRunNow: false)
  }
}
