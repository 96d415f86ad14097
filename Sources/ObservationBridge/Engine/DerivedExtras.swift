/// The rarely used fields of a derived value: registrations with standard models, and foreign trackers.
// Unchecked: guarded by the graph's lock.
final class DerivedExtras: @unchecked Sendable {
  /// The registrations with standard models.
  var platform: PlatformDependencies?
  /// The version that foreign trackers have read, if they wait for another one.
  var foreignVersion: UInt32?
  /// The probe that foreign trackers read instead of the value.
  var others: WatchedProbe?
}
