/// The state of a rate limit: waiting values, the value to deliver, and the end of the values.
struct RateLimitState<Value, Failure: Error> {
  private enum Limit {
    case debounce(DebounceState<Value>)
    case throttle(ThrottleState<Value>)
  }

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

  private var limit: Limit
  private var end: End?

  init(_ limit: ObservationRateLimit) {
    self.limit =
      switch limit {
      case .debounce(let debounce): .debounce(DebounceState(debounce))
      case .throttle(let throttle): .throttle(ThrottleState(throttle))
      }
  }

  /// Whether the consumer has to wait.
  var isWaiting: Bool {
    end == nil && !isReady
  }

  /// Whether the consumer has to wait, and `deadline` is the time to wait for.
  func isWaiting(until deadline: Duration?) -> Bool {
    isWaiting && self.deadline == deadline
  }

  private var isReady: Bool {
    switch limit {
    case .debounce(let state): state.ready != nil
    case .throttle(let state): state.ready != nil
    }
  }

  private var deadline: Duration? {
    switch limit {
    case .debounce(let state): state.deadline
    case .throttle(let state): state.deadline
    }
  }

  mutating func receive(_ value: Value, at now: Duration) {
    // After the end, no consumer takes values.
    guard end == nil else { return }
    switch limit {
    case .debounce(var state):
      state.receive(value, at: now)
      limit = .debounce(state)
    case .throttle(var state):
      state.receive(value, at: now)
      limit = .throttle(state)
    }
  }

  mutating func advance(to now: Duration) {
    switch limit {
    case .debounce(var state):
      state.advance(to: now)
      limit = .debounce(state)
    case .throttle(var state):
      state.advance(to: now)
      limit = .throttle(state)
    }
  }

  /// Notes the end of the values. A waiting value is delivered before the end.
  mutating func finish(_ end: End) {
    if self.end != nil { return }
    self.end = end
    switch limit {
    case .debounce(var state):
      state.finish()
      limit = .debounce(state)
    case .throttle(var state):
      state.finish()
      limit = .throttle(state)
    }
  }

  /// Discards all values, because the consumer has ended.
  mutating func discard() {
    finish(.finished)
    end = .finished
    _ = take()
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

  private mutating func take() -> Value? {
    switch limit {
    case .debounce(var state):
      defer { limit = .debounce(state) }
      return state.take()
    case .throttle(var state):
      defer { limit = .throttle(state) }
      return state.take()
    }
  }
}
