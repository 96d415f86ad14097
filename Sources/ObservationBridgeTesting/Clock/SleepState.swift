/// The sleepers on a manual clock, and the watchers waiting for sleepers: events in, continuations to resume out.
struct SleepState<Sleeper, Watcher> {
  enum Beginning {
    /// The task doesn't sleep, because it's cancelled already.
    case cancelled
    /// The task doesn't sleep, because the deadline has passed.
    case due
    /// The task sleeps, and these watchers have waited for a sleeper.
    case sleeps(waking: [Watcher])
  }

  private struct Sleep {
    let id: Int
    let deadline: Duration
    let sleeper: Sleeper
  }

  struct Watch {
    let id: Int
    let count: Int
    let watcher: Watcher
  }

  private(set) var now: Duration
  /// By deadline; ties in the order in which the sleeps began.
  private var sleeps: [Sleep] = []
  private(set) var watches: [Watch] = []
  private var lastID = 0

  init(now: Duration) {
    self.now = now
  }

  var deadlines: [Duration] { sleeps.map(\.deadline) }
  var sleeperCount: Int { sleeps.count }

  /// Names a sleep or a watch before it begins, so that its cancellation can refer to the name.
  mutating func makeID() -> Int {
    lastID += 1
    return lastID
  }

  mutating func beginSleep(_ id: Int, until deadline: Duration, isCancelled: Bool, _ sleeper: Sleeper) -> Beginning {
    // A cancellation that came first found no sleeper to wake.
    if isCancelled { return .cancelled }
    if deadline <= now { return .due }
    let index = sleeps.firstIndex { $0.deadline > deadline } ?? sleeps.endIndex
    sleeps.insert(Sleep(id: id, deadline: deadline, sleeper: sleeper), at: index)
    let satisfied = watches.filter { $0.count <= sleeps.count }
    watches.removeAll { $0.count <= sleeps.count }
    return .sleeps(waking: satisfied.map(\.watcher))
  }

  /// Returns the sleeper to wake, unless it doesn't sleep yet or any more.
  mutating func cancelSleep(_ id: Int) -> Sleeper? {
    sleeps.firstIndex { $0.id == id }.map { sleeps.remove(at: $0).sleeper }
  }

  /// Returns the sleepers to wake, in their order.
  mutating func advance(to time: Duration) -> [Sleeper] {
    precondition(
      time >= now,
      "A clock can't go back: it shows \(now) and was told to advance to \(time). Use another clock instead."
    )
    now = time
    let due = sleeps.prefix { $0.deadline <= time }
    sleeps.removeFirst(due.count)
    return due.map(\.sleeper)
  }

  /// Returns whether the watcher has to wait.
  mutating func beginWatch(_ id: Int, count: Int, isCancelled: Bool, _ watcher: Watcher) -> Bool {
    if isCancelled || sleeps.count >= count { return false }
    watches.append(Watch(id: id, count: count, watcher: watcher))
    return true
  }

  /// Returns the watcher to wake, unless it doesn't wait yet or any more.
  mutating func cancelWatch(_ id: Int) -> Watcher? {
    watches.firstIndex { $0.id == id }.map { watches.remove(at: $0).watcher }
  }
}
