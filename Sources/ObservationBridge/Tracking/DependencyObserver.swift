/// Hears of the changes that a backend of ``Tracking`` reports.
protocol DependencyObserver: AnyObject, Sendable {
  /// Which moments matter: ``ObservationOptions/willSet``, ``ObservationOptions/didSet`` and
  /// ``ObservationOptions/deinit``.
  var options: ObservationOptions { get }

  /// Whether the current code runs on the observer's actor; false where it has none.
  var isOnActor: Bool { get }

  /// Which changes the public backend reports again, and how often.
  var secondReports: SecondReportSchedule.Extent { get }

  /// A dependency is about to change (`.willSet`), has changed (`.didSet`) or has gone with its object (`.deinit`).
  ///
  /// Called on the thread that makes the change. With `.deinit` a lock of the object's registrar is held.
  ///
  /// - Parameters:
  ///   - moment: What happened.
  ///   - mayRunNow: False where the tracking can't vouch for what an immediate pass would read.
  ///   - keyPath: Reads what changed, nil where that is not known. Runs no user code, so it may be called in a critical
  ///     region.
  func dependencyChanged(_ moment: ObservationEvent.Kind, mayRunNow: Bool, keyPath: () -> AnyKeyPath?)

  /// What was read may have changed without a report, or later than was reported. From the public backend only.
  func receiveSecondReport()
}
