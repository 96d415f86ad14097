/// Registrations with standard models.
// A class, because each observation has a reference to its registrations, and an existential reference would be twice
// as large. Unchecked: this class has no state, and each subclass says why its own state is safe.
class PlatformDependencies: @unchecked Sendable {
  /// Removes the registrations. Called outside locks; any number of times.
  func cancel() {}

  /// Schedules the next recheck, if one is needed after the last reading.
  func scheduleRecheck() {}

  /// Notifies the observer, unless it has ended, that a property may have changed without a report.
  func recheck() {}

  /// Whether a property may have changed without a report during a pass that began with these previous registrations.
  func showNewReadings(after previous: PlatformDependencies?) -> Bool { previous !== self }

  /// Whether the observer isn't known to read standard models, nor to contain foreign trackers. A change that has used
  /// up the registrations shows that the observer reads standard models.
  var mayReadNoStandardModel: Bool { false }

  /// Whether the observer is to read again, whatever is reported: then its next reading has to be registered.
  var isDueForRecheck: Bool { false }

  /// The identity of the only object's registrar; nil if there are several objects, or the object isn't known.
  var onlyObject: ObjectIdentifier? { nil }
}
