/// The rules for samplers on another isolation than the observation's: when to take the next sample. Without locks,
/// threads and user code.
///
/// Passes ask for a sample. One turn of the sampler's isolation serves all passes that have asked before the turn
/// begins.
struct SampleTurns: Equatable, Sendable {
  private enum Phase: Equatable {
    case idle
    /// A turn is scheduled and hasn't begun.
    case due
    /// A sample is being taken; `isDueAgain` is true if a pass has ended meanwhile.
    case sampling(isDueAgain: Bool)
    case over
  }

  enum TurnEnd: Equatable {
    case nothing
    case takeAnother
    /// No pass will ask again, and all requests were served.
    case finish
  }

  private var phase: Phase
  private var isLast = false

  /// - Parameter isDue: Whether the creator takes the first turn.
  init(isDue: Bool = false) {
    phase = isDue ? .due : .idle
  }

  /// Called when a pass has ended. Returns whether to schedule a turn.
  mutating func request() -> Bool {
    switch phase {
    case .idle:
      phase = .due
      return true
    case .sampling:
      phase = .sampling(isDueAgain: true)
      return false
    case .due, .over:
      return false
    }
  }

  /// Called when a turn begins. Returns whether to take a sample.
  mutating func begin() -> Bool {
    guard phase == .due else { return false }
    phase = .sampling(isDueAgain: false)
    return true
  }

  /// Called after the sample.
  mutating func end() -> TurnEnd {
    guard case .sampling(let isDueAgain) = phase else { return .nothing }
    if isDueAgain {
      phase = .due
      return .takeAnother
    }
    phase = isLast ? .over : .idle
    return isLast ? .finish : .nothing
  }

  /// Called when no pass will ask again. Returns true if all requests were served.
  mutating func finish() -> Bool {
    isLast = true
    guard phase == .idle else { return false }
    phase = .over
    return true
  }
}
