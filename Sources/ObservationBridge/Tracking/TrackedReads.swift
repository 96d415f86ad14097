#if EXACT_TRACKING
  import CObservationRuntime
  @_spi(SwiftUI) import Observation

  /// Which properties of which objects a pass has read: a fingerprint, cheap to compare.
  ///
  /// Two passes that read the same have the same fingerprint, and the registrations of the first can stay. Objects and
  /// key paths are taken by their addresses, which are unique while the first pass's list is alive. Different reads
  /// have the same fingerprint with a probability of about 2⁻⁶⁴.
  struct TrackedReads: Equatable, Sendable {
    private var sum: UInt = 0

    init(_ list: UnsafeMutablePointer<ExactTracking.AccessList?>) {
      // `SelfCheck` has compared the layouts.
      let entries = unsafe UnsafeRawPointer(list).assumingMemoryBound(to: AccessListLayout?.self).pointee
      guard let entries else { return }
      for (context, entry) in entries {
        let context = UInt(bitPattern: context)
        for keyPath in entry.properties {
          // The sum doesn't depend on the order, which differs from one set to the next.
          sum &+= Self.mixed(context ^ Self.mixed(UInt(bitPattern: ObjectIdentifier(keyPath))))
        }
      }
    }

    /// The list as one for each object, if it is about several.
    static func listsOfObjects(_ list: UnsafeMutablePointer<ExactTracking.AccessList?>) -> [ExactTracking.AccessList] {
      let entries = unsafe UnsafeRawPointer(list).assumingMemoryBound(to: AccessListLayout?.self).pointee
      guard let entries, entries.count > 1 else { return [] }
      // The same layout, as above.
      return entries.map { unsafe unsafeBitCast([$0.key: $0.value], to: ExactTracking.AccessList.self) }
    }

    /// The one key path that a list has; nil if there are more.
    static func only(in list: ExactTracking.AccessList?) -> AnyKeyPath? {
      let entries = unsafe unsafeBitCast(list, to: AccessListLayout?.self)
      guard let entry = entries?.first?.value, entries?.count == 1, entry.properties.count == 1 else { return nil }
      return entry.properties.first
    }

    /// Whether the list that collects the reads of this thread has a key path.
    static func collected(contain keyPath: AnyKeyPath) -> Bool {
      guard let list = unsafe ob_tracking_slot_get() else { return false }
      // The same layout, as above.
      let entries = unsafe UnsafeRawPointer(list).assumingMemoryBound(to: AccessListLayout?.self).pointee
      return entries?.values.contains { $0.properties.contains(keyPath) } ?? false
    }

    /// Whether two lists are about the same, though their fingerprints differ.
    ///
    /// The key paths of a generic class are equal, but made anew by every access.
    static func areEqual(
      _ list: UnsafeMutablePointer<ExactTracking.AccessList?>,
      _ other: ExactTracking.AccessList?
    ) -> Bool {
      let entries = unsafe UnsafeRawPointer(list).assumingMemoryBound(to: AccessListLayout?.self).pointee
      // The same layout, as above.
      let others = unsafe unsafeBitCast(other, to: AccessListLayout?.self)
      guard let entries, let others, entries.count == others.count else { return false }
      return entries.allSatisfy { context, entry in others[context]?.properties == entry.properties }
    }

    /// The finalizer of SplitMix64: every bit of the input changes half of the bits of the output.
    private static func mixed(_ value: UInt) -> UInt {
      var value = UInt64(value) &+ 0x9E37_79B9_7F4A_7C15
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return UInt(truncatingIfNeeded: value ^ (value >> 31))
    }
  }

  /// The standard library's list of reads: for each registrar its state and the properties read.
  typealias AccessListLayout = [ObjectIdentifier: AccessEntryLayout]

  struct AccessEntryLayout {
    let context: AnyObject
    let properties: Set<AnyKeyPath>
  }
#endif
