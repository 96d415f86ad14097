/// What few derived values have: registrations with models of the standard library, and readers of its.
// Unchecked: guarded by the graph's lock.
final class DerivedExtras: @unchecked Sendable {
  /// What the standard library's registrars know of what was read.
  nonisolated(unsafe) var platform: PlatformDependencies?
  /// The version that the standard library's tracking has read, if foreign trackers wait for another one.
  nonisolated(unsafe) var foreignVersion: UInt32?
  /// What the standard library's tracking reads in the place of the value.
  nonisolated(unsafe) var others: WatchedProbe?
}
