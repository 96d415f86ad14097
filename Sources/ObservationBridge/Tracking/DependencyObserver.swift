/// Hears of the changes that a backend of ``Tracking`` reports.
protocol DependencyObserver: AnyObject, Sendable {
  /// Which moments matter: ``ObservationOptions/willSet``, ``ObservationOptions/didSet`` and
  /// ``ObservationOptions/deinit``.
  var options: ObservationOptions { get }

  /// Whether the death of an object that was read matters.
  var needsDeaths: Bool { get }

  /// Whether the current code runs on the observer's actor; false where it has none.
  var isOnActor: Bool { get }

  /// Which changes the public backend reports again, and how often.
  var secondReports: SecondReportSchedule.Extent { get }

  /// Whether a pass is to be confirmed when the public backend had nothing registered before it, and not the first one alone.
  var confirmsGaps: Bool { get }

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

  /// What was read may have changed without a report, or later than was reported. From the public backend only.
  func receiveSecondReport()
}

extension DependencyObserver {
  var confirmsGaps: Bool { true }

  var needsDeaths: Bool { options.contains(.deinit) }

  func objectHasDied() {
    dependencyChanged(.deinit, .unknown, mayRunNow: false)
  }
}
