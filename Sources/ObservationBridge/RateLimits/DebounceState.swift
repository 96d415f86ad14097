/// The rules of a debounce, without clocks, locks and tasks: each event has a time as its argument.
struct DebounceState<Value> {
  private let interval: Duration
  /// Whether the next value is delivered at once.
  private var isImmediate: Bool
  /// A value that waits, and the end of its quiet period.
  private var pending: (value: Value, deadline: Duration)?
  /// The value to deliver now; a newer value replaces it.
  private(set) var ready: Value?

  init(_ debounce: ObservationDebounce) {
    interval = min(debounce.interval, .longestWait)
    isImmediate = debounce.mode == .immediateFirst
  }

  /// The time of the next delivery if no other value arrives; nil without a waiting value.
  var deadline: Duration? { pending?.deadline }

  mutating func receive(_ value: Value, at now: Duration) {
    advance(to: now)
    if isImmediate {
      isImmediate = false
      ready = value
    } else {
      pending = (value, now + interval)
    }
    advance(to: now)
  }

  mutating func advance(to now: Duration) {
    guard let (value, deadline) = pending, deadline <= now else { return }
    ready = value
    pending = nil
  }

  /// Makes the last value ready at once: no other value will arrive.
  mutating func finish() {
    if let pending { ready = pending.value }
    pending = nil
  }

  mutating func take() -> Value? {
    ready.take()
  }
}
