/// When the public backend reports a change once more: the rules, without clocks, locks and threads.
///
/// That backend is told of a change before its value is stored, and isn't told of one that is made while nothing is registered.
/// Either is found by reading again, later. The pauses before that double, so that few readings outlast a slow store. Each begins
/// when the pass before it has registered what it has read, so that no report comes too early for a pass that has to wait.
struct RecheckSchedule: Equatable, Sendable {
  /// Which changes are reported again, and how often.
  enum Extent: Sendable {
    /// Once, after a change that was made elsewhere than on the observation's actor.
    case once
    /// Until all pauses are over, after the initial pass and after every change: even one on the observation's own actor uses up
    /// the registration, and nobody reports what other threads change before there is a new one.
    case repeated
  }

  /// Where a change was made.
  enum Origin: Sendable {
    /// In a pass of the observation, which isn't notified of it. If it led to further readings, they would never end.
    case ownPass
    case ownActor
    case elsewhere
  }

  private enum Phase: Equatable {
    case idle
    /// A change has been reported; the next pass begins this pause when it has registered what it has read.
    case changed(next: Int)
    case waiting(Int, until: Duration)
    /// The pause is over, and a pass is due that begins the next one.
    case reported(Int)
  }

  /// What follows a change elsewhere: far longer than a thread needs from the report of a change to its store, unless it's
  /// suspended in between.
  private static let firstPause = Duration.milliseconds(5)
  private static let pauseCount = 9
  /// What follows a change on the observation's own actor, after which a slow store is all that the passes can have missed: short
  /// pauses would double the passes of a model that changes with each frame.
  private static let firstAfterOwnChange = 2

  let extent: Extent
  /// Whether any change was made elsewhere than on the observation's actor.
  private(set) var hasBeenChangedElsewhere = false
  private var phase: Phase

  /// The schedule of an observation before its initial pass.
  init(_ extent: Extent) {
    self.extent = extent
    phase = extent == .repeated ? .changed(next: 0) : .idle
  }

  /// Whether nothing is to be reported again.
  var isIdle: Bool { phase == .idle }

  /// A change was reported for the first time.
  mutating func changeReported(_ origin: Origin) {
    if origin == .elsewhere { hasBeenChangedElsewhere = true }
    switch (origin, extent) {
    case (.ownPass, _), (.ownActor, .once): break
    case (.ownActor, .repeated): phase = .changed(next: min(current ?? .max, Self.firstAfterOwnChange))
    case (.elsewhere, _): phase = .changed(next: 0)
    }
  }

  /// A pass has registered what it has read.
  ///
  /// - Returns: When to report again; nil if there is nothing to add to what was said before.
  mutating func passRegistered(at now: @autoclosure () -> Duration) -> Duration? {
    switch phase {
    case .idle, .waiting: return nil
    case .changed(let next): return wait(next, from: now())
    case .reported(let last): return wait(last + 1, from: now())
    }
  }

  /// Whether to report now. False where a change has come in between, or a later report takes the place of this one.
  mutating func isReportDue(at now: Duration) -> Bool {
    guard case .waiting(let pause, let deadline) = phase, now >= deadline else { return false }
    phase = .reported(pause)
    return true
  }

  private var current: Int? {
    switch phase {
    case .idle: nil
    case .changed(let pause), .waiting(let pause, _), .reported(let pause): pause
    }
  }

  private mutating func wait(_ pause: Int, from now: Duration) -> Duration? {
    guard pause < (extent == .once ? 1 : Self.pauseCount) else {
      phase = .idle
      return nil
    }
    let deadline = now + Self.firstPause * (1 << pause)
    phase = .waiting(pause, until: deadline)
    return deadline
  }
}
