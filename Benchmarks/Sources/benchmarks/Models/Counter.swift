import Observation

/// A model of one property.
// Unchecked: used on one isolation at a time.
@Observable
final class Counter: @unchecked Sendable {
  var count = 0
}
