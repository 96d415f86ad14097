#if EXACT_TRACKING
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
