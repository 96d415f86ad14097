import Observation

/// What a model with a registrar of our own has beside its node, where somebody asks for that.
// Unchecked: all of it is guarded by the graph's lock.
final class ModelContents: @unchecked Sendable {
  private(set) nonisolated(unsafe) var registrarForOthers: ObservationRegistrar?
  private(set) nonisolated(unsafe) var derived: [DerivedNode] = []

  func registrarForOthers(orAdd new: ObservationRegistrar) -> ObservationRegistrar {
    if let known = unsafe registrarForOthers { return known }
    unsafe registrarForOthers = new
    return new
  }

  /// Adds a derived value; false if others were added after the first `count`.
  func add(_ value: DerivedNode, to count: Int) -> Bool {
    guard unsafe derived.count == count else { return false }
    unsafe derived.append(value)
    return true
  }

  deinit {
    for value in unsafe derived { value.end() }
  }
}
