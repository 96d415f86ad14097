/// What a rate limit holds back, what it has let through, and whether more will come.
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
    /// Wait, until the deadline if there is one.
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

  /// Whether the consumer has nothing to do but wait.
  var isWaiting: Bool {
    end == nil && !isReady
  }

  /// Whether `deadline` is what it has to wait for.
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
    // Nobody would take it any more.
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

  /// No value will come any more. What is held back comes first.
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

  /// The consumer has ended: whatever there is will not be delivered.
  mutating func discard() {
    finish(.finished)
    end = .finished
    _ = take()
  }

  /// What the consumer does next, if it asks now.
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
