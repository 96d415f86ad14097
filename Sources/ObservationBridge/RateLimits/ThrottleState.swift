/// The rules of a throttle, without clocks, locks and tasks: each event comes with the time at which it happened.
struct ThrottleState<Value> {
  /// What came during the interval that is running.
  private enum Pending {
    case none
    /// What the interval before has left; a new value takes its place.
    case left(Value)
    /// To be delivered at the end of the interval.
    case value(Value)
    /// The first and the last value of the interval.
    case values(first: Value, last: Value)
  }

  private let interval: Duration
  private let mode: ObservationThrottle.Mode
  /// When the interval that is running ends.
  private var end: Duration?
  private var pending = Pending.none
  /// A value to be delivered; a newer one takes its place.
  private(set) var ready: Value?

  init(_ throttle: ObservationThrottle) {
    interval = min(throttle.interval, .longestWait)
    mode = throttle.mode
  }

  /// When something happens without another value.
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
      // Counted from when it was due, so that a late timer does not slow everything down.
      self.end = end + interval
    }
  }

  /// No value will come any more: the last one need not wait.
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
