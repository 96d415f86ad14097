/// The observations whose passes wait for a turn, in the order in which they are to run.
struct DuePasses: Sendable {
  private struct Entry: Sendable {
    let observation: any Observing
    let startNumber: StartNumber
    /// A number shared by all passes that one change has made due.
    let group: Int
  }

  private var entries: [Entry] = []
  private var lastGroup = 0
  private var lastChange: DueChange?
  private var hasGroups = false
  /// Whether any observation runs in the order of its start, whatever has made it due.
  private var hasOrdered = false
  /// How many observations were cancelled since the last cleanup.
  private var abandonedCount = 0

  var isEmpty: Bool { entries.isEmpty }

  mutating func append(_ observation: any Observing, dueTo change: DueChange?) {
    if let lastChange, let change, let merged = lastChange.merged(with: change) {
      self.lastChange = merged
      hasGroups = true
    } else {
      lastChange = change
      lastGroup += 1
    }
    if observation.keepsStartOrder { hasOrdered = true }
    entries.append(Entry(observation: observation, startNumber: observation.startNumber, group: lastGroup))
  }

  /// Notes that an observation was cancelled, so that it needs no turn.
  ///
  /// - Returns: Cancelled observations, for the caller to release outside its lock. The queue never holds more
  ///   cancelled observations than active ones, except for a few.
  mutating func abandonOne() -> [any Observing] {
    abandonedCount += 1
    guard abandonedCount >= 32, abandonedCount > entries.count / 2 else { return [] }
    abandonedCount = 0
    // Asked once for each observation, so that exactly the removed observations are returned.
    let isOver = entries.map(\.observation.isReleased)
    let over = zip(entries, isOver).filter(\.1).map(\.0.observation)
    entries = zip(entries, isOver).filter { !$0.1 }.map(\.0)
    return over
  }

  /// Takes all due passes, and reuses the memory of `empty`.
  mutating func take(leaving empty: DuePasses) -> DuePasses {
    defer { self = empty }
    return self
  }

  /// Runs all passes, and keeps only the memory.
  mutating func run() {
    sort()
    for entry in entries { entry.observation.runDuePass() }
    entries.removeAll(keepingCapacity: entries.capacity <= 1024)
    (lastGroup, lastChange, hasGroups, hasOrdered, abandonedCount) = (0, nil, false, false, 0)
  }

  /// Ends all observations: their actor was deallocated.
  func end() {
    for entry in entries {
      entry.observation.cancel()
      entry.observation.runDuePass()
    }
  }

  /// Sorts the passes that one change has made due by the start of their observations. Bindings always run in this
  /// order.
  private mutating func sort() {
    guard entries.count > 1 else { return }
    if hasGroups {
      entries.sort { $0.group == $1.group ? $0.startNumber < $1.startNumber : $0.group < $1.group }
    }
    if !hasOrdered { return }
    let places = entries.indices.filter { entries[$0].observation.keepsStartOrder }
    let sorted = places.map { entries[$0] }.sorted { $0.startNumber < $1.startNumber }
    for (place, entry) in zip(places, sorted) { entries[place] = entry }
  }
}
