import Observation
import Synchronization

/// The rarely used fields of a registrar model, made when they are needed.
// Unchecked: each mutable field has its reason beside it.
final class ModelContents: @unchecked Sendable {
  // Guarded by the graph's lock.
  var foreignRegistrar: ObservationRegistrar?
  /// The probe that foreign trackers have read instead of all properties, while they wait for a change of one.
  // Guarded by the graph's lock.
  var probeOfAllProperties: WatchedProbe?
  /// The address of the derived value that was made last, the first of a list; 0 for none.
  private let lastDerived = Atomic<UInt>(0)

  // MARK: Derived values

  // Any thread may add one. They live as long as these contents, so they are searched without a lock.

  /// The derived value of a property at a location, if it has been made.
  func derived(
    _ keyPath: AnyKeyPath,
    _ name: StaticString,
    at place: DerivedPropertyPlace
  ) -> Unmanaged<DerivedPropertyNode>? {
    let last = lastDerived.load(ordering: .acquiring)
    let known =
      unsafe Self.find(from: last) { $0.isKnown(by: keyPath) && $0.mayBeRead(at: place) }
      // Values with another name are compared last: mostly, they aren't reached.
      ?? Self.find(from: last) { $0.hasName(name) && $0.mayBeRead(at: place) && $0.isMeant(by: keyPath) }
      ?? Self.find(from: last) { !$0.hasName(name) && $0.mayBeRead(at: place) && $0.isMeant(by: keyPath) }
    // If two getters share a value, one of them has the key path of the other.
    assert(unsafe known?._withUnsafeGuaranteedRef { $0.checkName(name, place) } ?? true)
    return unsafe known
  }

  @inline(__always)
  func derived(at place: DerivedPropertyPlace) -> Unmanaged<DerivedPropertyNode>? {
    unsafe Self.find(from: lastDerived.load(ordering: .acquiring)) { $0.isRead(at: place) }
  }

  /// Adds the derived value of a property, unless another thread was faster. Returns the model's value.
  func add(_ new: DerivedPropertyNode) -> Unmanaged<DerivedPropertyNode> {
    let value = unsafe Unmanaged.passRetained(new)
    // The address up to which the list has been searched.
    var searched: UInt = 0
    var last = lastDerived.load(ordering: .acquiring)
    while true {
      if let known = unsafe Self.find(from: last, to: searched, { $0.isSame(as: new) }) {
        _ = new.end(ModelNode.probeOfAllProperties)
        unsafe value.release()
        return unsafe known
      }
      searched = last
      new.previous = last
      let (isAdded, current) = unsafe lastDerived.compareExchange(
        expected: last,
        desired: UInt(bitPattern: value.toOpaque()),
        ordering: .acquiringAndReleasing
      )
      if isAdded { return unsafe value }
      last = current
    }
  }

  /// All derived values. Called after the deallocation of the model, or by a caller that holds the model.
  var allDerived: [DerivedPropertyNode] {
    var all: [DerivedPropertyNode] = []
    var address = lastDerived.load(ordering: .acquiring)
    while let value = unsafe Self.derived(at: address)?.takeUnretainedValue() {
      all.append(value)
      address = value.previous
    }
    return all
  }

  @inline(__always)
  private static func find(
    from first: UInt,
    to end: UInt = 0,
    _ isIt: (DerivedPropertyNode) -> Bool
  ) -> Unmanaged<DerivedPropertyNode>? {
    var address = first
    while address != end, let value = unsafe derived(at: address) {
      let (isFound, previous) = unsafe value._withUnsafeGuaranteedRef { (isIt($0), $0.previous) }
      if isFound { return unsafe value }
      address = previous
    }
    return nil
  }

  private static func derived(at address: UInt) -> Unmanaged<DerivedPropertyNode>? {
    unsafe UnsafeRawPointer(bitPattern: address).map { unsafe Unmanaged.fromOpaque($0) }
  }

  deinit {
    var address = lastDerived.load(ordering: .acquiring)
    while let value = unsafe Self.derived(at: address)?.takeRetainedValue() {
      address = value.previous
      if value.end(ModelNode.probeOfAllProperties) {
        unsafe DerivedReleases.release(.passRetained(value), forgetting: true)
      }
    }
  }
}
