import Observation
import Synchronization

/// What a model with a registrar of our own has beside its node, where somebody asks for that.
// Unchecked: each of its variables says what makes it safe.
final class ModelContents: @unchecked Sendable {
  // Guarded by the graph's lock.
  private(set) nonisolated(unsafe) var foreignRegistrar: ObservationRegistrar?
  /// The address of the derived value that was made last, which leads to those before; 0 for none.
  private let lastDerived = Atomic<UInt>(0)

  func foreignRegistrar(orAdd new: ObservationRegistrar) -> ObservationRegistrar {
    if let known = unsafe foreignRegistrar { return known }
    unsafe foreignRegistrar = new
    return new
  }

  /// What the standard library's tracking has read in the place of all properties, if it waits for one to change.
  // Guarded by the graph's lock.
  private nonisolated(unsafe) var watchedForForeignTrackers: WatchedProbe?

  /// That cancellation probe, which is read here: `new` if there is none. Called with the lock.
  func probeOfAllProperties(orAdd new: CancellationProbe) -> CancellationProbe {
    let known = unsafe watchedForForeignTrackers ?? WatchedProbe(new)
    unsafe watchedForForeignTrackers = known.readHere
    return known.probe
  }

  /// Called with the lock, as is the next one.
  var probeOfAllProperties: CancellationProbe? { unsafe watchedForForeignTrackers?.probe }

  func takeProbeOfAllProperties(_ probe: CancellationProbe) -> WatchedProbe? {
    unsafe watchedForForeignTrackers?.probe === probe ? watchedForForeignTrackers.take() : nil
  }

  // MARK: Derived values

  // They are added on any thread, and stay as long as this: they are looked at without a lock.

  /// The derived value that a property stands for at a place, if it has been made.
  func derived(
    _ keyPath: AnyKeyPath,
    _ name: StaticString,
    at place: DerivedPropertyPlace
  ) -> Unmanaged<DerivedPropertyNode>? {
    let last = lastDerived.load(ordering: .acquiring)
    let known =
      unsafe Self.find(from: last) { $0.isKnown(by: keyPath) && $0.mayBeRead(at: place) }
      // Most properties that don't have the name aren't compared.
      ?? Self.find(from: last) { $0.hasName(name) && $0.mayBeRead(at: place) && $0.isMeant(by: keyPath) }
      ?? Self.find(from: last) { !$0.hasName(name) && $0.mayBeRead(at: place) && $0.isMeant(by: keyPath) }
    // Two getters that share a value: one of them has the other's key path.
    assert(unsafe known?._withUnsafeGuaranteedRef { $0.checkName(name, place) } ?? true)
    return unsafe known
  }

  /// The derived value that a getter reads at a place, if it has been made there.
  @inline(__always)
  func derived(at place: DerivedPropertyPlace) -> Unmanaged<DerivedPropertyNode>? {
    unsafe Self.find(from: lastDerived.load(ordering: .acquiring)) { $0.isRead(at: place) }
  }

  /// Adds the derived value of a property, unless another thread was quicker; returns the one that is there then.
  func add(_ new: DerivedPropertyNode) -> Unmanaged<DerivedPropertyNode> {
    let value = unsafe Unmanaged.passRetained(new)
    // Where the search has got to: what is further on has been looked at.
    var searched: UInt = 0
    var last = lastDerived.load(ordering: .acquiring)
    while true {
      if let known = unsafe Self.find(from: last, to: searched, { $0.isSame(as: new) }) {
        _ = new.end(ModelNode.probeOfAllProperties)
        unsafe value.release()
        return unsafe known
      }
      searched = last
      unsafe new.previous = last
      let (isAdded, current) = unsafe lastDerived.compareExchange(
        expected: last,
        desired: UInt(bitPattern: value.toOpaque()),
        successOrdering: .acquiringAndReleasing,
        failureOrdering: .acquiring
      )
      if isAdded { return unsafe value }
      last = current
    }
  }

  /// All of them. Called when the model has been deallocated, or by those who have it.
  var allDerived: [DerivedPropertyNode] {
    var all: [DerivedPropertyNode] = []
    var address = lastDerived.load(ordering: .acquiring)
    while let value = unsafe Self.derived(at: address)?.takeUnretainedValue() {
      all.append(value)
      unsafe address = value.previous
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
      let (isFound, previous) = unsafe value._withUnsafeGuaranteedRef { unsafe (isIt($0), $0.previous) }
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
      unsafe address = value.previous
      if value.end(ModelNode.probeOfAllProperties) {
        unsafe DerivedReleases.release(.passRetained(value), forgetting: true)
      }
    }
  }
}
