import CObservationRuntime

/// Identifies the change that has made a pass due, so that passes with the same change can run in the order of their
/// start.
///
/// The reports of one change come in a row, on one thread, with one key path object. The next change of the same
/// property of another object has the same thread and key path, so objects are compared as well if they are known.
struct DueChange: Sendable {
  let thread: UInt
  let keyPath: ObjectIdentifier
  let object: ObjectIdentifier?

  /// Returns the combined change if `next` is the same change; nil otherwise.
  func merged(with next: DueChange) -> DueChange? {
    guard thread == next.thread, keyPath == next.keyPath else { return nil }
    if let object, let other = next.object, object != other { return nil }
    return DueChange(thread: thread, keyPath: keyPath, object: object ?? next.object)
  }
}

extension DueChange {
  /// Nil if the tracking doesn't know the property, or makes passes due in the order of their start anyway.
  init?(_ keyPath: @autoclosure () -> AnyKeyPath?, of object: ObjectIdentifier?, from source: ChangeSource) {
    guard source == .platform, let keyPath = keyPath() else { return nil }
    self.init(thread: ob_thread_identity(), keyPath: ObjectIdentifier(keyPath), object: object)
  }
}

/// The observations whose passes wait for a turn, in the order in which they are to run.
struct DuePasses: Sendable {
  private struct Entry: Sendable {
    let observation: PassRunner
    /// A number shared by all passes that one change has made due.
    let group: Int

    var startNumber: StartNumber { observation.startNumber }
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

  mutating func append(_ observation: PassRunner, dueTo change: DueChange?) {
    if let lastChange, let change, let merged = lastChange.merged(with: change) {
      self.lastChange = merged
      hasGroups = true
    } else {
      lastChange = change
      lastGroup += 1
    }
    if observation.keepsStartOrder { hasOrdered = true }
    entries.append(Entry(observation: observation, group: lastGroup))
  }

  /// Notes that an observation was cancelled, so that it needs no turn. Returns all observations if many were
  /// cancelled. The caller finds out which ones are released, outside the lock, and removes them: there are never more
  /// cancelled observations than active ones, except for a few.
  mutating func abandonOne() -> [PassRunner] {
    abandonedCount += 1
    guard abandonedCount >= 32, abandonedCount > entries.count / 2 else { return [] }
    abandonedCount = 0
    return entries.map(\.observation)
  }

  mutating func remove(_ observations: Set<ObjectIdentifier>) {
    entries.removeAll { observations.contains(ObjectIdentifier($0.observation)) }
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

  /// Sorts passes due to one change by the start of their observations. Bindings always run in this order.
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
