#if EXACT_TRACKING
  import CObservationRuntime
  @_spi(SwiftUI) import Observation

  extension ExactTracking {
    /// Tests every assumption of exact tracking, before any observation relies on exact tracking. The check is harmless
    /// with any loaded library: until the layouts are known, it only reads memory and calls exported functions.
    enum SelfCheck {
      static func passes() -> Bool {
        slotLeadsToListOfKnownLayout() && registrationsReportAndEnd()
      }

      /// Never deallocated: a tracking around the check takes over the reads of the check and registers with this
      /// object at its end. If the object were deallocated by then, the registration would leak.
      private static let lastingProbe = Probe()

      /// During a tracking, and only then, the thread-local pointer leads to the list of its reads.
      private static func slotLeadsToListOfKnownLayout() -> Bool {
        // The list is one reference. The pointer must lead to the word of this reference.
        guard MemoryLayout<AccessList?>.size == MemoryLayout<UInt>.size else { return false }
        let probe = lastingProbe
        let reported = LockedState<ObservationTracking?>(nil)
        var words: (before: UInt, after: UInt)?
        let before = unsafe ob_tracking_slot_get()
        let callersFrame = ob_frame_address()
        withObservationTracking {
          // Memory between two frames is on this thread's stack, and so can be read.
          let slot = unsafe UInt(bitPattern: ob_tracking_slot_get())
          guard slot > ob_frame_address(), slot < callersFrame, slot.isMultiple(of: 8),
            let word = unsafe UnsafePointer<UInt>(bitPattern: slot)
          else { return probe.read() }
          let first = unsafe word.pointee
          probe.read()
          words = (first, unsafe word.pointee)
        } didSet: { tracking in
          reported.withLock { $0 = tracking }
        }
        probe.change()
        guard let tracking = reported.withLock({ $0.take() }) else { return false }
        tracking.cancel()
        // The tracked property is found by name, through the library and not through the list's layout.
        guard unsafe ob_tracking_slot_get() == before,
          let list = Mirror(reflecting: tracking).descendant("list") as? AccessList,
          let words, words.before == 0, unsafe words.after == unsafeBitCast(list, to: UInt.self)
        else { return false }
        return hasKnownLayout(list)
      }

      /// The standard library's list is a dictionary of pairs of an object and a set of key paths.
      private static func hasKnownLayout(_ list: AccessList) -> Bool {
        guard let entries = Mirror(reflecting: list).descendant("entries"),
          let entry = Mirror(reflecting: entries).children.first?.value,
          let value = Mirror(reflecting: entry).children.dropFirst().first?.value
        else { return false }
        let fields = Mirror(reflecting: value).children.map { $0 }
        guard fields.map(\.label) == ["context", "properties"],
          let properties = fields[1].value as? Set<AnyKeyPath>,
          properties == [\Probe.first, \Probe.second],
          let state = Mirror(reflecting: fields[0].value).descendant("state", "buffer"),
          type(of: state) is AnyObject.Type
        else { return false }
        return size(of: value) == MemoryLayout<TrackedList.Entry>.size
          && Mirror(reflecting: list).children.count == 1
      }

      private static func size<Value>(of value: Value) -> Int {
        func open<Opened>(_ opened: Opened) -> Int { MemoryLayout<Opened>.size }
        return open(value)
      }

      /// A registration made from a custom list reports each change once, with its key path, until it is cancelled.
      private static func registrationsReportAndEnd() -> Bool {
        let probe = Probe()
        let reports = LockedState<[String]>([])
        var list: TrackedList?
        unsafe collect(into: &list) { probe.registrar.access(probe, keyPath: \.first) }
        let tracking = ObservationTracking(list?.accessList)
        ObservationTracking._installTracking(
          tracking,
          willSet: { tracking in reports.withLock { $0.append("will \(tracking.changed == \Probe.first)") } },
          didSet: { tracking in reports.withLock { $0.append("did \(tracking.changed == \Probe.first)") } }
        )
        probe.change()
        probe.change()
        tracking.cancel()
        probe.change()
        return reports.withLock { $0 } == ["will true", "did true", "will true", "did true"]
      }
    }

    private final class Probe: Observable, Sendable {
      let registrar = ObservationRegistrar()
      var first: Int { 0 }
      var second: Int { 0 }

      func read() {
        registrar.access(self, keyPath: \.first)
        registrar.access(self, keyPath: \.second)
      }

      func change() {
        registrar.withMutation(of: self, keyPath: \.first) {}
      }
    }
  }
#endif
