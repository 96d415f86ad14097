/// The rules of a debounce, without clocks, locks and tasks: each event comes with the time at which it happened.
struct DebounceState<Value> {
  private let interval: Duration
  /// The next value is delivered at once.
  private var isImmediate: Bool
  /// A value that waits, and until when no other must come.
  private var pending: (value: Value, deadline: Duration)?
  /// A value to be delivered; a newer one takes its place.
  private(set) var ready: Value?

  init(_ debounce: ObservationDebounce) {
    interval = min(debounce.interval, .longestWait)
    isImmediate = debounce.mode == .immediateFirst
  }

  /// When something happens without another value.
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

  /// No value will come any more: the last one need not wait.
  mutating func finish() {
    if let pending { ready = pending.value }
    pending = nil
  }

  mutating func take() -> Value? {
    ready.take()
  }
}
