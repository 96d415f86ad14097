/// When the public backend reports a change again: the rules, without clocks, locks and threads.
///
/// The backend is notified of a change before the value is stored, and isn't notified of a change while nothing is
/// registered. A later reading finds both. The pauses between readings double, so that few readings outlast a slow
/// store. Each pause begins when a pass has registered its reads, so that no recheck comes too early for a pass that
/// has to wait.
struct RecheckSchedule: Equatable, Sendable {
  /// Which changes are reported again, and how often.
  enum Extent: Sendable {
    /// Once, after a change on another thread than the observation's actor.
    case once
    /// Until all pauses have passed, after the initial pass and after every change. Even a change on the observation's
    /// own actor uses up the registration, and changes by other threads aren't reported until there is a new one.
    case repeated
  }

  enum Origin: Sendable {
    /// In a pass of the observation. Further readings after each of these changes would never end.
    case ownPass
    case ownActor
    case elsewhere
  }

  private enum Phase: Equatable {
    case idle
    /// A change was reported. The next pass begins this pause after the registration of its reads.
    case changed(next: Int)
    case waiting(Int, until: Duration)
    /// The pause has passed. The due pass begins the next pause.
    case reported(Int)
  }

  /// The pause after a change on another thread: far longer than a thread needs to store, unless it's suspended.
  private static let firstPause = Duration.milliseconds(5)
  private static let pauseCount = 9
  /// After a change on the own actor, only a slow store is missed. Shorter pauses would double frequent passes.
  private static let firstAfterOwnChange = 2

  let extent: Extent
  /// Whether any change was made on another thread than the observation's actor.
  private(set) var hasBeenChangedElsewhere = false
  private var phase: Phase

  /// Creates the schedule of an observation before its initial pass.
  init(_ extent: Extent) {
    self.extent = extent
    phase = extent == .repeated ? .changed(next: 0) : .idle
  }

  /// Whether no change is to be reported again.
  var isIdle: Bool { phase == .idle }

  /// Whether a pause begins when the next pass has registered its reads.
  var needsPass: Bool {
    switch phase {
    case .idle, .waiting: false
    case .changed, .reported: true
    }
  }

  /// A change was reported for the first time.
  mutating func changeReported(_ origin: Origin) {
    if origin == .elsewhere { hasBeenChangedElsewhere = true }
    switch (origin, extent) {
    case (.ownPass, _), (.ownActor, .once): break
    case (.ownActor, .repeated): phase = .changed(next: min(current ?? .max, Self.firstAfterOwnChange))
    case (.elsewhere, _): phase = .changed(next: 0)
    }
  }

  /// Notes that a pass has registered its reads. Returns when to report again; nil if an earlier answer still holds.
  mutating func passRegistered(at now: Duration) -> Duration? {
    switch phase {
    case .idle, .waiting: return nil
    case .changed(let next): return wait(next, from: now)
    case .reported(let last): return wait(last + 1, from: now)
    }
  }

  /// Whether to report now. False after a newer change, or if a later report replaces this one.
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
