/// How often in a row a binding has run for nothing but its own changes: the rule without locks and user code.
struct SettlingState: Equatable, Sendable {
  /// How many runs in a row a binding gets to settle.
  static let maximumRunCount: UInt8 = 100

  /// What makes the next run due.
  enum Cause: Equatable, Sendable {
    case nothing
    case ownChange
    case otherChange
  }

  /// The runs in a row that were due for own changes alone; the one that is running is among them.
  private(set) var runCount: UInt8 = 0
  private(set) var next = Cause.nothing
  /// Whether the binding is known not to settle, since the last change made elsewhere.
  private(set) var hasGivenUp = false

  /// Whether no run follows the one that has begun for what it changes itself.
  var isAtLimit: Bool { runCount >= Self.maximumRunCount }

  /// A run begins.
  mutating func begin() {
    switch next {
    // The first one, or one that confirms the one before.
    case .nothing: break
    case .ownChange: runCount += 1
    case .otherChange:
      runCount = 0
      hasGivenUp = false
    }
    next = .nothing
  }

  /// The run that has begun changes what it has read.
  ///
  /// - Returns: Whether another run is to follow for that; false at the limit.
  mutating func changesItself() -> Bool {
    guard !isAtLimit else { return false }
    if next == .nothing { next = .ownChange }
    return true
  }

  /// No run follows for what the run that has begun has changed.
  ///
  /// - Returns: Whether that is to be said.
  mutating func giveUp() -> Bool {
    defer { hasGivenUp = true }
    return !hasGivenUp
  }

  /// Something else changes what the last run has read.
  mutating func isChangedElsewhere() {
    next = .otherChange
  }
}
