/// The rules of a rate limit, without clocks, locks and tasks: each event has a time as its argument.
struct RateLimitState<Value, Failure: Error> {
  enum End {
    case finished
    case failed(Failure)
  }

  enum Next {
    case value(Value)
    case end(End)
    /// Wait, until the deadline if there is a deadline.
    case wait(until: Duration?)
  }

  private enum Pending {
    case none
    /// The last value of a throttle's previous interval; a new value replaces it.
    case left(Value)
    /// The value to deliver at the end of the interval.
    case value(Value)
    /// The first and the last value of a throttle's interval.
    case values(first: Value, last: Value)
  }

  private let limit: ObservationRateLimit
  private let interval: Duration
  /// Whether a debounce delivers the next value at once.
  private var isImmediate = false
  /// The end of a throttle's current interval, or of the quiet period after the value that waits.
  private var intervalEnd: Duration?
  private var pending = Pending.none
  /// The value to deliver now; a newer value replaces it.
  private(set) var ready: Value?
  private var end: End?

  init(_ limit: ObservationRateLimit) {
    self.limit = limit
    switch limit {
    case .debounce(let debounce):
      interval = min(debounce.interval, .longestWait)
      isImmediate = debounce.mode == .immediateFirst
    case .throttle(let throttle): interval = min(throttle.interval, .longestWait)
    }
  }

  var isWaiting: Bool {
    end == nil && ready == nil
  }

  /// Whether the consumer has to wait, and `deadline` is the time to wait for.
  func isWaiting(until deadline: Duration?) -> Bool {
    isWaiting && self.deadline == deadline
  }

  /// The time of the next delivery if no other value arrives; nil without a waiting value.
  var deadline: Duration? {
    if case .none = pending { nil } else { intervalEnd }
  }

  mutating func receive(_ value: Value, at now: Duration) {
    // After the end, no consumer takes values.
    guard end == nil else { return }
    advance(to: now)
    switch (limit, pending) {
    case (.debounce, _) where isImmediate:
      isImmediate = false
      ready = value
    case (.debounce, _):
      pending = .value(value)
      intervalEnd = now + interval
      advance(to: now)
    case (.throttle, _) where intervalEnd == nil:
      ready = value
      intervalEnd = now + interval
    case (.throttle(let throttle), .value(let first)) where throttle.mode == .earliest,
      (.throttle(let throttle), .values(let first, _)) where throttle.mode == .earliest:
      pending = .values(first: first, last: value)
    case (.throttle, _): pending = .value(value)
    }
  }

  mutating func advance(to now: Duration) {
    while let end = intervalEnd, end <= now {
      intervalEnd = nil
      switch pending {
      case .none: return
      case .left(let value), .value(let value):
        ready = value
        pending = .none
      case .values(let first, let last):
        ready = first
        pending = .left(last)
      }
      // The next interval begins when this one was due to end: a late timer doesn't slow down later deliveries.
      if case .throttle = limit { intervalEnd = end + interval }
    }
  }

  /// Notes the end of the values. A waiting value is delivered before the end, at once.
  mutating func finish(_ end: End) {
    if self.end != nil { return }
    self.end = end
    switch pending {
    case .none: break
    case .left(let value), .value(let value), .values(_, let value): ready = value
    }
    pending = .none
  }

  /// Discards all values, because the consumer has ended.
  mutating func discard() {
    finish(.finished)
    end = .finished
    ready = nil
  }

  /// Returns the next action of a consumer that asks now.
  mutating func next(at now: Duration) -> Next {
    advance(to: now)
    if let value = take() { return .value(value) }
    guard let end else { return .wait(until: deadline) }
    // A failure is thrown once.
    self.end = .finished
    return .end(end)
  }

  mutating func take() -> Value? {
    ready.take()
  }
}
