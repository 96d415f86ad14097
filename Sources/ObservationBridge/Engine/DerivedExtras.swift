/// The rarely used fields of a derived value: registrations with standard models, and foreign trackers.
// Unchecked: guarded by the graph's lock.
final class DerivedExtras: @unchecked Sendable {
  /// The registrations with standard models.
  nonisolated(unsafe) var platform: PlatformDependencies?
  /// The version that foreign trackers have read, if they wait for another one.
  nonisolated(unsafe) var foreignVersion: UInt32?
  /// The probe that foreign trackers read instead of the value.
  nonisolated(unsafe) var others: WatchedProbe?
}
