import Synchronization

/// What an observer has seen last.
final class Shown: Sendable {
  private let value = Atomic(0)
  private let backward = Atomic(0)
  private let firstValue = Atomic(-1)

  var last: Int { value.load(ordering: .acquiring) }

  /// What it saw first; -1 for nothing yet.
  var first: Int { firstValue.load(ordering: .relaxed) }

  /// How often an older value followed a newer one.
  var stepsBackward: Int { backward.load(ordering: .relaxed) }

  func show(_ new: Int) {
    let old = value.exchange(new, ordering: .acquiringAndReleasing)
    _ = firstValue.compareExchange(expected: -1, desired: new, ordering: .relaxed)
    if new < old { backward.wrappingAdd(1, ordering: .relaxed) }
  }
}
