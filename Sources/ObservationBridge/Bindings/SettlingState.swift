import CObservationRuntime

/// Counts how often in a row a binding has run only for its own changes: the rule without locks and user code.
struct SettlingState: Equatable, Sendable {
  /// The number of runs in a row in which a binding has to settle.
  static let maximumRunCount: UInt8 = 100

  enum Cause: Equatable, Sendable {
    case nothing
    case ownChange
    case otherChange
  }

  /// The number of runs in a row that were due to own changes only, including the current run.
  private(set) var runCount: UInt8 = 0
  private(set) var next = Cause.nothing
  /// Whether the binding has failed to settle since the last change made elsewhere.
  private(set) var hasGivenUp = false

  /// Whether no further run follows for changes made by the current run.
  var isAtLimit: Bool { runCount >= Self.maximumRunCount }

  mutating func begin() {
    switch next {
    // The first run, or one that confirms the previous run.
    case .nothing: break
    case .ownChange: runCount += 1
    case .otherChange:
      runCount = 0
      hasGivenUp = false
    }
    next = .nothing
  }

  /// Notes that the current run changes a property it has read. Returns whether another run follows: not at the
  /// limit.
  mutating func changesItself() -> Bool {
    guard !isAtLimit else { return false }
    if next == .nothing { next = .ownChange }
    return true
  }

  /// Notes that no run follows such a change. Returns whether to report that the binding doesn't settle.
  mutating func giveUp() -> Bool { !exchange(&hasGivenUp, with: true) }

  /// Notes that code outside the binding has changed a property read by the last run.
  mutating func isChangedElsewhere() {
    next = .otherChange
  }
}

/// The location of a binding in the source.
package struct SourcePlace: Sendable {
  let file: StaticString
  let line: UInt
  let method: StaticString

  package init(file: StaticString, line: UInt, method: StaticString) {
    self.file = file
    self.line = line
    self.method = method
  }

  /// Writes to standard error that the binding doesn't settle.
  func reportUnsettled() {
    let message = """
      \(file):\(line): warning: the binding \(method) doesn't settle: it ran \(SettlingState.maximumRunCount) times in a row \
      because each run changed what it reads. It waits for the next change made elsewhere. Make sure that what it assigns doesn't \
      change what it reads, or changes it to a value that stays the same.
      """
    unsafe ob_write_error_line(message)
  }
}
