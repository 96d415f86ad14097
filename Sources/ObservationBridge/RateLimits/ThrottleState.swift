/// The rules of a throttle, without clocks, locks and tasks: each event has a time as its argument.
struct ThrottleState<Value> {
  /// The values that arrived during the current interval.
  private enum Pending {
    case none
    /// The last value of the previous interval; a new value replaces it.
    case left(Value)
    /// The value to deliver at the end of the interval.
    case value(Value)
    /// The first and the last value of the interval.
    case values(first: Value, last: Value)
  }

  private let interval: Duration
  private let mode: ObservationThrottle.Mode
  /// The end of the current interval.
  private var end: Duration?
  private var pending = Pending.none
  /// The value to deliver now; a newer value replaces it.
  private(set) var ready: Value?

  init(_ throttle: ObservationThrottle) {
    interval = min(throttle.interval, .longestWait)
    mode = throttle.mode
  }

  /// The time of the next delivery if no other value arrives; nil without a waiting value.
  var deadline: Duration? {
    if case .none = pending { nil } else { end }
  }

  mutating func receive(_ value: Value, at now: Duration) {
    advance(to: now)
    guard end != nil else {
      ready = value
      end = now + interval
      return
    }
    switch (mode, pending) {
    case (.latest, _), (.earliest, .none), (.earliest, .left): pending = .value(value)
    case (.earliest, .value(let first)), (.earliest, .values(let first, _)):
      pending = .values(first: first, last: value)
    }
  }

  mutating func advance(to now: Duration) {
    while let end, end <= now {
      switch pending {
      case .none:
        self.end = nil
        return
      case .left(let value), .value(let value):
        ready = value
        pending = .none
      case .values(let first, let last):
        ready = first
        pending = .left(last)
      }
      // The next interval begins when this one was due to end, so that a late timer doesn't slow down all later
      // deliveries.
      self.end = end + interval
    }
  }

  /// Makes the last value ready at once: no other value will arrive.
  mutating func finish() {
    switch pending {
    case .none: break
    case .left(let value), .value(let value), .values(_, let value): ready = value
    }
    pending = .none
  }

  mutating func take() -> Value? {
    ready.take()
  }
}
