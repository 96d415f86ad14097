#if EXACT_TRACKING
  import CObservationRuntime

  /// The derived values that depend on what this thread is changing of models of the standard library.
  ///
  /// A registrar notifies its observers of a change in no particular order. So derived values are noted before the change, and are marked all
  /// at once when the first observer is notified that it has been made: an immediate pass never sees one of them as it was before. Each is still
  /// notified itself, and notifies its readers.
  final class ChangedValues {
    private struct Entry {
      let value: GraphNode
      /// That of the node: it may be another's once the value has gone.
      let incarnation: UInt32
      let keyPath: AnyKeyPath
      /// What the value has read.
      let list: TrackedList
    }

    private static let smallestLimit = 64

    private var entries: [Entry] = []
    /// How many there may be before those are looked for of whose change nobody has heard.
    private var limit = smallestLimit

    /// Those of this thread; nil for none.
    private static var current: ChangedValues? {
      get { unsafe ob_changed_values_current().map { unsafe Unmanaged<Self>.fromOpaque($0).takeUnretainedValue() } }
      set {
        let previous = unsafe ob_changed_values_current().map { unsafe Unmanaged<Self>.fromOpaque($0) }
        unsafe ob_changed_values_set(newValue.map { unsafe Unmanaged.passRetained($0).toOpaque() })
        unsafe previous?.release()
      }
    }

    /// A property is about to change that a derived value has read.
    static func note(_ value: GraphNode, _ incarnation: UInt32, _ keyPath: AnyKeyPath?, in list: TrackedList) {
      guard let keyPath else { return }
      let values = current ?? ChangedValues()
      if values.entries.isEmpty { current = values }
      if values.entries.count == values.limit { values.removeSuperfluous() }
      values.entries.append(Entry(value: value, incarnation: incarnation, keyPath: keyPath, list: list))
    }

    /// A property has changed, as somebody hears who has read it.
    @inline(__always)
    static func mark(_ keyPath: @autoclosure () -> AnyKeyPath?, in list: TrackedList) {
      if unsafe ob_changed_values_current() != nil, let keyPath = keyPath() { markKnown(keyPath, in: list) }
    }

    @inline(never)
    private static func markKnown(_ keyPath: AnyKeyPath, in list: TrackedList) {
      guard let values = current else { return }
      // Compared before anything is changed: the key paths of subscripts compare their arguments.
      let areChanged = values.entries.map { $0.keyPath == keyPath && $0.list.shares(keyPath, with: list) }
      let all = values.entries
      guard areChanged.contains(true), all.count == values.entries.count else { return }
      values.entries = zip(all, areChanged).filter { !$0.1 }.map(\.0)
      if values.entries.isEmpty { current = nil }
      for (entry, isChanged) in zip(all, areChanged) where isChanged {
        Graph.markDerivedValue(entry.value, of: entry.incarnation)
      }
    }

    /// Nobody hears of a change where the only one who would has come to read something else before it was made.
    private func removeSuperfluous() {
      struct Place: Hashable {
        let node: UInt
        let keyPath: ObjectIdentifier
      }
      var known: Set<Place> = []
      entries = entries.reversed().filter {
        Graph.isActive($0.value, of: $0.incarnation)
          && known.insert(Place(node: $0.value.address, keyPath: ObjectIdentifier($0.keyPath))).inserted
      }
      entries.reverse()
      limit = max(Self.smallestLimit, 2 * entries.count)
    }
  }
#endif
