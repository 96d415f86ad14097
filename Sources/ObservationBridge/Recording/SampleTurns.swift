/// When a sampler on another isolation than the observation's takes the next sample: the rules without locks, threads
/// and user code. One turn of the sampler's isolation serves all passes that have asked before the turn begins.
struct SampleTurns: Equatable, Sendable {
  enum TurnEnd: Equatable {
    case nothing
    case takeAnother
    /// No pass will ask again, and all requests were served.
    case finish
  }

  /// Whether a sample was asked for and hasn't begun.
  private var isDue: Bool
  private var isSampling = false
  private var isLast = false

  /// - Parameter isDue: Whether the creator takes the first turn.
  init(isDue: Bool = false) {
    self.isDue = isDue
  }

  /// Called when a pass has ended. Returns whether to schedule a turn.
  mutating func request() -> Bool {
    if isLast { return false }
    defer { isDue = true }
    return !isDue && !isSampling
  }

  /// Called when a turn begins. Returns whether to take a sample.
  mutating func begin() -> Bool {
    guard isDue, !isSampling else { return false }
    (isDue, isSampling) = (false, true)
    return true
  }

  /// Called after the sample.
  mutating func end() -> TurnEnd {
    isSampling = false
    return isDue ? .takeAnother : isLast ? .finish : .nothing
  }

  /// Called when no pass will ask again. Returns true if all requests were served.
  mutating func finish() -> Bool {
    isLast = true
    return !isDue && !isSampling
  }
}
