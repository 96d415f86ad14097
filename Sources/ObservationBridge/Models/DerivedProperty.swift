import CObservationRuntime
import Synchronization

/// The derived value behind a property of a model, whatever its type. Several threads may read it if the model is
/// `Sendable`.
// Unchecked: each mutable field has its reason beside it.
@usableFromInline
class DerivedPropertyNode: DerivedNode, @unchecked Sendable {
  // A key path to a property holds nothing that changes.
  private let propertyKeyPath: AnyKeyPath
  /// The address of another key path, retained, of the property; 0 for none. Each inlined getter has its own.
  private let otherKeyPath = Atomic<UInt>(0)
  private let propertyName: StaticString
  /// The location in the getter that has made this value, and the type of the value.
  private let place: DerivedPropertyPlace
  private weak let model: AnyObject?
  // Called only by code that may read the value.
  private let read: ClosureWords<ModelReader>
  /// Whether a computation has ended since ``recompute()`` began. Belongs to the thread that has claimed the value.
  @usableFromInline @exclusivity(unchecked) final var isKept = false
  /// The address of the model's previous derived property; 0 for none. Set before other threads know this object.
  var previous: UInt = 0

  /// Creates the derived value of a property. Not every platform can tell the property's name from the key path.
  @usableFromInline
  init(
    _ keyPath: AnyKeyPath,
    named name: StaticString,
    at place: DerivedPropertyPlace,
    in model: AnyObject,
    reading read: @escaping (AnyObject) -> Void
  ) {
    propertyKeyPath = keyPath
    propertyName = name
    self.place = place
    self.model = model
    self.read = ClosureWords(retaining: ModelReader(read: read))
    super.init(nil)
  }

  private struct ModelReader {
    let read: (AnyObject) -> Void
  }

  deinit {
    _ = read.take()
    if let other = unsafe UnsafeRawPointer(bitPattern: otherKeyPath.load(ordering: .acquiring)) {
      unsafe Unmanaged<AnyKeyPath>.fromOpaque(other).release()
    }
  }

  override final var title: String { "\\\(type(of: propertyKeyPath).rootType).\(propertyName)" }

  override final var keyPath: AnyKeyPath? { propertyKeyPath }

  override final var code: UInt { place.name ^ place.line << 48 ^ place.column << 56 }

  override final func recompute() -> Bool {
    unsafe isKept = false
    // Neither the read nor the release of the model, maybe the last one, belongs to this thread's computation.
    let hasModel = CurrentComputation.leave {
      Tracking.untracked {
        guard let model else { return false }
        DerivedRecomputation.run {
          read.withHolder { $0.read(model) }
        }
        return true
      }
    }
    if !hasModel { return false }
    // The value may have become current without a computation, when a change that was reported in advance was stored.
    return unsafe isKept || node.isUpToDate
  }

  // MARK: The identity of the property

  /// Whether the property has been read by this key path object. Another object may lead to the property, too.
  @inline(__always)
  final func isKnown(by keyPath: AnyKeyPath) -> Bool {
    unsafe propertyKeyPath === keyPath
      || otherKeyPath.load(ordering: .relaxed) == UInt(bitPattern: Unmanaged.passUnretained(keyPath).toOpaque())
  }

  /// Whether a key path leads to the property. This takes longer than all other ways to find a property.
  final func isMeant(by keyPath: AnyKeyPath) -> Bool {
    guard propertyKeyPath == keyPath else { return false }
    if otherKeyPath.load(ordering: .relaxed) != 0 { return true }
    let other = unsafe Unmanaged.passRetained(keyPath)
    let isKept = unsafe otherKeyPath.compareExchange(
      expected: 0,
      desired: UInt(bitPattern: other.toOpaque()),
      ordering: .acquiringAndReleasing
    ).exchanged
    if !isKept { unsafe other.release() }
    return true
  }

  /// Whether the value was made at this location. If not, the location may still be in the getter of the property.
  @inline(__always)
  final func isRead(at place: DerivedPropertyPlace) -> Bool { self.place.isSame(as: place) }

  /// Whether the value was made in a function with this name. Mostly, each name belongs to one property.
  final func hasName(_ name: StaticString) -> Bool {
    name.address != 0 && propertyName.address == name.address
  }

  /// Whether the value may belong to this location, by the text of the location. A getter that reads derived properties
  /// at several locations has a value for each. True if one of the locations is for messages only.
  final func mayBeRead(at place: DerivedPropertyPlace) -> Bool {
    !place.isIdentifying || !self.place.isIdentifying || self.place.hasSameText(as: place)
  }

  /// Whether another value belongs to the same property at the same location.
  final func isSame(as other: DerivedPropertyNode) -> Bool {
    mayBeRead(at: other.place) && isMeant(by: other.propertyKeyPath)
  }

  // MARK: Mistakes found in debug builds

  /// Fails unless a key path leads to the property; returns true.
  final func checkKeyPath(_ keyPath: AnyKeyPath) -> Bool {
    precondition(
      isKnown(by: keyPath) || isMeant(by: keyPath),
      "\(getter) derives several key paths; write '\\.\(propertyName)'."
    )
    return true
  }

  /// Fails if the value is read in a function with another name; returns true.
  final func checkName(_ name: StaticString, _ place: DerivedPropertyPlace) -> Bool {
    precondition(
      hasName(name) || propertyName.description == name.description,
      """
      The getters of '\(propertyName)' (\(self.place.description)) and '\(name)' (\(place.description)) derive the same key \
      path; write '\\.\(propertyName)' in the first one and '\\.\(name)' in the second one.
      """
    )
    return true
  }

  /// Fails if another value with this key path was made in a function with another name; returns true.
  final func checkName(ofSame other: DerivedPropertyNode) -> Bool {
    propertyKeyPath != other.propertyKeyPath || other.checkName(propertyName, place)
  }

  /// Fails unless the key path leads to the getter that has made this value, which is up to date; returns true.
  final func checkGetter(in model: AnyObject, _ contents: ModelContents?) -> Bool {
    #if !OBSERVATION_BRIDGE_EXPLORE  // Each explored schedule would contain the steps of another read.
      if type(of: propertyKeyPath).rootType != type(of: model) {
        // A subclass may override the property, so only two getters with a common key path prove a mistake.
        return contents?.allDerived.allSatisfy(checkName(ofSame:)) ?? true
      }
      let isReached = CurrentComputation.leave {
        Tracking.untracked {
          DerivedRecomputation.reaches(propertyName) { read.withHolder { $0.read(model) } }
        }
      }
      precondition(isReached, "\(getter) derives \(describeKeyPath(contents)); write '\\.\(propertyName)'.")
    #endif
    return true
  }

  private var getter: String { "The getter of '\(propertyName)' (\(place.description))" }

  /// The text of the key path, as far as it can be determined.
  private func describeKeyPath(_ contents: ModelContents?) -> String {
    // Another derived property may have the key path, and its getter was the one that the read has reached.
    let known = contents?.allDerived.first { $0 !== self && $0.propertyKeyPath == propertyKeyPath }?.title
    let text = known ?? "\(propertyKeyPath)"
    return text.contains("<computed") ? "the key path of another property" : "'\(text)'"
  }

  // MARK: The kept value

  // The graph's lock guards the value. Its type is known to inlinable code only, which takes the lock with these
  // functions. Between them, it releases nothing and runs no user code.

  /// Takes the lock of the kept value. The node may be merged into another domain meanwhile.
  @usableFromInline
  final func lockKept() -> GraphDomain { Graph.lock(node) }

  @usableFromInline
  final func unlockKept(_ domain: GraphDomain) { domain.unlock() }

  @usableFromInline
  final func unlockRead(_ domain: GraphDomain) {
    let version = keptVersion
    domain.unlock()
    note(version)
  }

  /// During a computation, the new value may be kept already, while the node still has the version of the previous one.
  fileprivate var keptVersion: UInt32 { node[.isRunning] ? GraphNode.noVersion : node.version }

  @usableFromInline
  @safe
  struct Read {
    /// Nil if the value has yet to be made. Not retained: the reader holds the model, which retains the value.
    @usableFromInline let property: Unmanaged<DerivedPropertyNode>?
    /// Nil if the value may have to be computed, or if more is to be done than to read the kept value.
    private let lock: GraphDomain?

    init(_ property: DerivedPropertyNode? = nil, _ lock: GraphDomain? = nil) {
      unsafe self.property = property.map { unsafe .passUnretained($0) }
      self.lock = lock
    }

    /// Whether the kept value is being read. Then the caller has to call ``end()``.
    @usableFromInline var isOfKept: Bool { lock != nil }

    @usableFromInline
    @_effects(releasenone)
    func end() {
      guard let lock else { return }
      unsafe property?._withUnsafeGuaranteedRef { property in
        let version = property.keptVersion
        lock.unlock()
        GraphReading.current?.value.note(version, of: property.node)
      }
    }

    /// Fails unless the getter's key path leads to the property; returns true.
    @usableFromInline
    func checkKeyPath(_ keyPath: () -> AnyKeyPath) -> Bool {
      unsafe property?._withUnsafeGuaranteedRef { $0.checkKeyPath(keyPath()) } ?? true
    }
  }

  @usableFromInline
  static func failForNothingKept() -> Never {
    preconditionFailure("A derived property was read before it was computed.")
  }

  /// Adds the property to the dependencies of this thread's innermost reader.
  @inline(__always)
  final func beginRead() -> Read {
    let node = node
    GraphReading.current?.value.read(node)
    return Self.mayBeReadAtOnce(node) ? Read(self, lockKept()) : Read(self)
  }
}

/// The derived value behind a property of a model. Fully inlinable, so that the property's module contains code for the
/// type of the value.
// Unchecked: the graph's lock guards the only mutable field.
@usableFromInline
final class DerivedProperty<Value>: DerivedPropertyNode, @unchecked Sendable {
  // Guarded by the graph's lock.
  @exclusivity(unchecked) @usableFromInline var kept: Value?
  @usableFromInline let areEqual: (Value, Value) -> Bool

  /// Creates the derived value of a property: see the superclass. `areEqual` returns whether a new value counts as
  /// unchanged.
  @inlinable
  init(
    _ keyPath: AnyKeyPath,
    named name: StaticString,
    at place: DerivedPropertyPlace,
    in model: AnyObject,
    reading read: @escaping (AnyObject) -> Void,
    comparingBy areEqual: @escaping (Value, Value) -> Bool
  ) {
    self.areEqual = areEqual
    super.init(keyPath, named: name, at: place, in: model, reading: read)
  }

  @inlinable
  @inline(__always)
  static func kept(by read: Read) -> Value? {
    unsafe read.property?._withUnsafeGuaranteedRef { unsafe unsafeDowncast($0, to: DerivedProperty.self).kept }
  }

  /// Equal key paths, or names, have values of one type. The caller holds the model, and so the property.
  @inlinable
  @inline(__always)
  static func value(of property: Unmanaged<DerivedPropertyNode>, _ compute: () -> Value) -> Value {
    unsafe property._withUnsafeGuaranteedRef { unsafe unsafeDowncast($0, to: DerivedProperty.self).value(compute) }
  }

  @inlinable
  func value(_ compute: () -> Value) -> Value {
    guard bringUpToDate({ keep(compute()) }) else { return computeForItself(compute) }
    let lock = lockKept()
    let current = unsafe kept
    unlockRead(lock)
    guard let current else { Self.failForNothingKept() }
    return current
  }

  override func forget() {
    let lock = lockKept()
    let previous = unsafe exchange(&kept, with: nil)
    unlockKept(lock)
    withExtendedLifetime(previous) {}
    super.forget()
  }

  /// Keeps a value, unless it's equal to the previous one: see `DerivedStorage`.
  @inlinable
  func keep(_ new: consuming Value) -> Bool {
    // Only this thread writes these fields, since it has claimed the value.
    unsafe isKept = true
    let previous = unsafe kept
    if let previous, areEqual(previous, new) {
      Self.release(consume new)
      return false
    }
    let lock = lockKept()
    unsafe kept = consume new
    unlockKept(lock)
    // Released after the lock: without this line, it could be released at its last use.
    Self.release(consume previous)
    return true
  }
}
