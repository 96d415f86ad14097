/// When a sampler that isn't on the observation's isolation takes its next sample: without locks, threads and user code.
///
/// Passes ask for a sample; one turn of the sampler's isolation serves all that have asked before it begins.
struct SampleTurns: Equatable, Sendable {
  private enum Phase: Equatable {
    case idle
    /// A turn is on its way, and has not begun.
    case due
    /// A sample is being taken; `isDueAgain` tells whether a pass has ended meanwhile.
    case sampling(isDueAgain: Bool)
    case over
  }

  enum TurnEnd: Equatable {
    case nothing
    case takeAnother
    /// No pass will ask any more, and all that have asked were served.
    case finish
  }

  private var phase: Phase
  private var isLast = false

  /// - Parameter isDue: Whether whoever makes this takes the first turn.
  init(isDue: Bool = false) {
    phase = isDue ? .due : .idle
  }

  /// A pass has ended: whether to take a turn.
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

  /// A turn has come: whether to sample.
  mutating func begin() -> Bool {
    guard phase == .due else { return false }
    phase = .sampling(isDueAgain: false)
    return true
  }

  /// The sample was taken.
  mutating func end() -> TurnEnd {
    guard case .sampling(let isDueAgain) = phase else { return .nothing }
    if isDueAgain {
      phase = .due
      return .takeAnother
    }
    phase = isLast ? .over : .idle
    return isLast ? .finish : .nothing
  }

  /// No pass will ask any more: whether that was all.
  mutating func finish() -> Bool {
    isLast = true
    guard phase == .idle else { return false }
    phase = .over
    return true
  }
}
