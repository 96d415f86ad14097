#if EXACT_TRACKING
  @_spi(SwiftUI) import Observation

  /// The standard library's list of reads, with access to its contents: the state and the read properties of each
  /// registrar. The thread-local pointer leads to an optional `TrackedList`: `SelfCheck` has compared the layouts.
  // Unchecked, like the standard library's own list: the values are immutable, and any thread may use them.
  struct TrackedList: Equatable, @unchecked Sendable {
    typealias Entries = [ObjectIdentifier: Entry]

    struct Entry: Equatable {
      let context: AnyObject
      var properties: Set<AnyKeyPath>

      static func == (one: Entry, other: Entry) -> Bool {
        one.context === other.context && one.properties == other.properties
      }
    }

    private(set) var entries: Entries = [:]

    var accessList: ExactTracking.AccessList {
      unsafe unsafeBitCast(entries, to: ExactTracking.AccessList.self)
    }

    var isEmpty: Bool { entries.isEmpty }

    /// The only object that was read; nil if there are several.
    var onlyObject: ObjectIdentifier? {
      entries.count == 1 ? entries.first?.key : nil
    }

    func contains(_ keyPath: AnyKeyPath) -> Bool {
      entries.values.contains { $0.properties.contains(keyPath) }
    }

    var listsOfObjects: [ExactTracking.AccessList] {
      entries.map { TrackedList(entries: [$0.key: $0.value]).accessList }
    }

    mutating func formUnion(_ other: TrackedList) {
      if isEmpty {
        self = other
        return
      }
      for (key, entry) in other.entries { entries[key, default: entry].properties.formUnion(entry.properties) }
    }

    func subtracting(_ other: TrackedList) -> TrackedList {
      if isEmpty || other.isEmpty { return self }
      var rest: Entries = [:]
      for (key, entry) in entries {
        var entry = entry
        if let known = other.entries[key] { entry.properties.subtract(known.properties) }
        if !entry.properties.isEmpty { rest[key] = entry }
      }
      return TrackedList(entries: rest)
    }
  }
#endif
