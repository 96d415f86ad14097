#if EXACT_TRACKING
  import CObservationRuntime
  @_spi(SwiftUI) import Observation

  extension ExactTracking {
    /// Tries everything that exact tracking rests on, before anything relies on it, from what is harmless to what
    /// would not be in a library of another layout.
    enum SelfCheck {
      static func passes() -> Bool {
        slotFollowsTracking() && listHasKnownLayout() && registrationsReportAndEnd()
      }

      /// The thread-local pointer is null outside tracking, and points into the stack inside.
      private static func slotFollowsTracking() -> Bool {
        var outer: AccessList?
        // Under somebody's tracking already: go on from a clean state as a thread of its own would have it.
        return unsafe withUnsafeMutablePointer(to: &outer) { local in
          let before = unsafe ob_tracking_slot_get()
          var inside: UnsafeMutableRawPointer?
          withObservationTracking {
            unsafe inside = ob_tracking_slot_get()
          } onChange: {
          }
          let after = unsafe ob_tracking_slot_get()
          guard unsafe before == after, let inside = unsafe inside, unsafe inside != before else { return false }
          let distance = Int(bitPattern: inside) - Int(bitPattern: local)
          return distance.magnitude < 64 * 1024
        }
      }

      /// The standard library's list is a dictionary of pairs of an object and a set of key paths.
      private static func listHasKnownLayout() -> Bool {
        let probe = Probe()
        var list: AccessList?
        guard MemoryLayout<AccessList?>.size == MemoryLayout<TrackedList.Entries?>.size else { return false }
        unsafe collect(into: &list) {
          probe.registrar.access(probe, keyPath: \.first)
          probe.registrar.access(probe, keyPath: \.second)
        }
        guard let list,
          let entries = Mirror(reflecting: list).descendant("entries"),
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

      /// A registration made from a list reports each change once, with its key path, until it is cancelled.
      private static func registrationsReportAndEnd() -> Bool {
        let probe = Probe()
        let reports = LockedState<[String]>([])
        var list: AccessList?
        unsafe collect(into: &list) { probe.registrar.access(probe, keyPath: \.first) }
        let tracking = ObservationTracking(list)
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

      func change() {
        registrar.withMutation(of: self, keyPath: \.first) {}
      }
    }
  }
#endif
