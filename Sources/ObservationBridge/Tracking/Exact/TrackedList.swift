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

  /// Which properties of which objects a pass has read: a fingerprint, cheap to compare.
  ///
  /// Two passes that read the same have the same fingerprint, and the registrations of the first can stay. Objects and
  /// key paths are taken by their addresses, which are unique while the first pass's list is alive. Different reads
  /// have the same fingerprint with a probability of about 2⁻⁶⁴.
  struct TrackedReads: Equatable, Sendable {
    private var sum: UInt = 0

    init() {}

    init(_ list: TrackedList) {
      for (context, entry) in list.entries {
        let context = UInt(bitPattern: context)
        for keyPath in entry.properties {
          // The sum doesn't depend on the order, which differs between sets.
          sum &+= Self.mixed(context ^ Self.mixed(UInt(bitPattern: ObjectIdentifier(keyPath))))
        }
      }
    }

    /// The finalizer of SplitMix64: every bit of the input changes half of the bits of the output.
    private static func mixed(_ value: UInt) -> UInt {
      var value = UInt64(value) &+ 0x9E37_79B9_7F4A_7C15
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return UInt(truncatingIfNeeded: value ^ (value >> 31))
    }
  }
#endif
