import CObservationRuntime
import Synchronization

/// The derived value that a property of a model stands for, whatever its type.
///
/// Several threads may read it, if the model is `Sendable`.
// Unchecked: each of its variables says what makes it safe.
@usableFromInline
class DerivedPropertyNode: DerivedNode, @unchecked Sendable {
  // A key path to a property holds nothing that changes.
  private nonisolated(unsafe) let propertyKeyPath: AnyKeyPath
  /// The address of another key path of the property, which is kept alive; 0 for none. The compiler makes one for each place where it
  /// inlines the getter.
  private let otherKeyPath = Atomic<UInt>(0)
  private let propertyName: StaticString
  /// The place in the getter that has made this, and the type of what it reads there.
  private let place: DerivedPropertyPlace
  private weak let model: AnyObject?
  // Called by those alone who may read the value.
  private nonisolated(unsafe) let read: ClosureWords<ModelReader>
  /// Whether a computation has come to an end since the property was read for that. It belongs to the thread that has claimed the value.
  @usableFromInline @exclusivity(unchecked) final nonisolated(unsafe) var isKept = false
  /// The address of the derived property of the same model that was made before; 0 for none. Set before others know this one.
  @exclusivity(unchecked) nonisolated(unsafe) var previous: UInt = 0

  /// Creates the value of a property.
  ///
  /// - Parameters:
  ///   - keyPath: Its key path.
  ///   - name: Its name, which a key path doesn't tell on every platform.
  ///   - place: The place in its getter.
  ///   - model: Its object, which isn't retained.
  ///   - read: Reads it.
  @usableFromInline
  init(
    _ keyPath: AnyKeyPath,
    named name: StaticString,
    at place: DerivedPropertyPlace,
    in model: AnyObject,
    reading read: @escaping (AnyObject) -> Void
  ) {
    unsafe propertyKeyPath = keyPath
    propertyName = name
    self.place = place
    self.model = model
    unsafe self.read = ClosureWords(retaining: ModelReader(read: read))
    super.init(nil)
  }

  private struct ModelReader {
    let read: (AnyObject) -> Void
  }

  deinit {
    _ = unsafe read.take()
    if let other = unsafe UnsafeRawPointer(bitPattern: otherKeyPath.load(ordering: .acquiring)) {
      unsafe Unmanaged<AnyKeyPath>.fromOpaque(other).release()
    }
  }

  override final var title: String { unsafe "\\\(type(of: propertyKeyPath).rootType).\(propertyName)" }

  override final var keyPath: AnyKeyPath? { unsafe propertyKeyPath }

  override final func pull() -> Bool {
    unsafe isKept = false
    // What this thread computes neither reads the property nor is what may end the model, which is retained here only.
    let hasModel = CurrentComputation.leave {
      Tracking.untracked {
        guard let model else { return false }
        DerivedPull.run {
          unsafe read.withHolder { $0.read(model) }
        }
        return true
      }
    }
    if !hasModel { return false }
    // It may have come to be current without that, once a change that it had been told of was stored.
    return unsafe isKept || node.isUpToDate
  }

  // MARK: Which property it is

  /// Whether a key path is one of those by which the property has been read before. If not, it may mean the property all the same.
  @inline(__always)
  final func isKnown(by keyPath: AnyKeyPath) -> Bool {
    unsafe propertyKeyPath === keyPath
      || otherKeyPath.load(ordering: .relaxed) == UInt(bitPattern: Unmanaged.passUnretained(keyPath).toOpaque())
  }

  /// Whether a key path means the property. It takes longer to compare two than to look through all properties of a model.
  final func isMeant(by keyPath: AnyKeyPath) -> Bool {
    guard unsafe propertyKeyPath == keyPath else { return false }
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

  /// Whether it's what a getter reads at a place. If not, it may be all the same.
  @inline(__always)
  final func isRead(at place: DerivedPropertyPlace) -> Bool { self.place.isSame(as: place) }

  /// Whether both have been read in functions of one name: most that have mean one property.
  final func hasName(_ name: StaticString) -> Bool {
    name.address != 0 && propertyName.address == name.address
  }

  /// Whether it may be what a getter reads at a place, by the text of the place: a getter that reads a property at several has a value for
  /// each. Where either is known by its key path alone, it is.
  final func mayBeRead(at place: DerivedPropertyPlace) -> Bool {
    !place.isIdentifying || !self.place.isIdentifying || self.place.hasSameText(as: place)
  }

  /// Whether it stands for the same property as another, at the same place.
  final func isSame(as other: DerivedPropertyNode) -> Bool {
    unsafe mayBeRead(at: other.place) && isMeant(by: other.propertyKeyPath)
  }

  // MARK: Mistakes that debug builds find

  /// Fails where a key path isn't that of the property: true otherwise.
  final func checkKeyPath(_ keyPath: AnyKeyPath) -> Bool {
    precondition(
      isKnown(by: keyPath) || isMeant(by: keyPath),
      "\(getter) derives several key paths; write '\\.\(propertyName)'."
    )
    return true
  }

  /// Fails where it's read in a function of another name: true otherwise.
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

  /// Fails where another with the same key path is read in a function of another name: true otherwise.
  final func checkName(ofSame other: DerivedPropertyNode) -> Bool {
    unsafe propertyKeyPath != other.propertyKeyPath || other.checkName(propertyName, place)
  }

  /// Fails where the key path leads elsewhere than to the getter that has made this, whose value is up to date: true otherwise.
  final func checkGetter(in model: AnyObject, _ contents: ModelContents?) -> Bool {
    #if !OBSERVATION_BRIDGE_EXPLORE  // Each schedule would have the steps of another read.
      if unsafe type(of: propertyKeyPath).rootType != type(of: model) {
        // A subclass may override the property, so reading it says nothing. Two getters that have a key path in common do.
        return contents?.allDerived.allSatisfy(checkName(ofSame:)) ?? true
      }
      let isReached = CurrentComputation.leave {
        Tracking.untracked {
          DerivedPull.reaches(propertyName) { unsafe read.withHolder { $0.read(model) } }
        }
      }
      precondition(isReached, "\(getter) derives \(describeKeyPath(contents)); write '\\.\(propertyName)'.")
    #endif
    return true
  }

  private var getter: String { "The getter of '\(propertyName)' (\(place.description))" }

  /// The key path, as far as it can be told.
  private func describeKeyPath(_ contents: ModelContents?) -> String {
    // Another derived property may have it, whose getter has just been found to be the one.
    let known = contents?.allDerived.first { unsafe $0 !== self && $0.propertyKeyPath == propertyKeyPath }?.title
    let text = unsafe known ?? "\(propertyKeyPath)"
    return text.contains("<computed") ? "the key path of another property" : "'\(text)'"
  }

  // MARK: What is kept

  // The graph's lock guards it. The type of the value is known to inlinable code alone, which takes the lock by these; the places
  // between them release nothing and run no user code.

  /// Takes the lock of what is kept.
  @usableFromInline
  final func lockKept() -> KeptLock { KeptLock(domain: Graph.lock(node)) }

  @usableFromInline
  final func unlockKept(_ lock: KeptLock) { lock.domain.unlock() }

  /// Unlocks the kept value after a read of it.
  @usableFromInline
  final func unlockRead(_ lock: KeptLock) {
    let version = keptVersion
    lock.domain.unlock()
    note(version)
  }

  /// Unlocks the kept value for one reading.
  @inline(__always)
  final func unlock(_ lock: KeptLock, for reading: UnsafeMutablePointer<GraphReading>?) {
    let version = keptVersion
    lock.domain.unlock()
    unsafe reading?.pointee.note(version, of: node)
  }

  /// Of what is being computed the value may be kept already, and the version still be that of the one before.
  private var keptVersion: UInt32 { node.isRunning ? GraphNode.noVersion : node.version }

  @usableFromInline
  final func failForNothingKept() -> Never {
    preconditionFailure("\(name) was read before it was computed.")
  }

  /// A read that has begun.
  @usableFromInline
  @safe
  struct Read {
    /// What is read; nil if it has yet to be made. It lives as long as the model, which the reader has.
    @usableFromInline let property: Unmanaged<DerivedPropertyNode>?
    /// Nil where the value may have to be computed, or there is more to do than to read what is kept.
    private let lock: KeptLock?

    init() {
      unsafe property = nil
      lock = nil
    }

    fileprivate init(_ property: DerivedPropertyNode, _ lock: KeptLock?) {
      unsafe self.property = .passUnretained(property)
      self.lock = lock
    }

    /// Whether what is kept is read now. Then ``end()`` has to follow.
    @usableFromInline var isOfKept: Bool { lock != nil }

    @usableFromInline
    @_effects(releasenone)
    func end() {
      guard let lock else { return }
      unsafe property?._withUnsafeGuaranteedRef { unsafe $0.unlock(lock, for: GraphReading.current) }
    }

    /// Fails where the getter has another key path than that of the property: true otherwise.
    @usableFromInline
    func checkKeyPath(_ keyPath: () -> AnyKeyPath) -> Bool {
      unsafe property?._withUnsafeGuaranteedRef { $0.checkKeyPath(keyPath()) } ?? true
    }

    @usableFromInline
    func failForNothingKept() -> Never {
      preconditionFailure("A derived property was read before it was computed.")
    }
  }

  /// Registers whoever reads on this thread.
  @inline(__always)
  final func beginRead() -> Read {
    let node = node
    unsafe GraphReading.current?.pointee.read(node)
    return Self.mayBeReadAtOnce(node) ? Read(self, lockKept()) : Read(self, nil)
  }

  /// A lock that has been taken. What is connected may get another meanwhile.
  @usableFromInline
  struct KeptLock {
    fileprivate let domain: GraphDomain
  }
}

/// The derived value that a property of a model stands for.
///
/// All of it is inlinable, so that the code is made for the type of the value where the property is.
// Unchecked: see above.
@usableFromInline
final class DerivedProperty<Value>: DerivedPropertyNode, @unchecked Sendable {
  // Guarded by the graph's lock.
  @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var kept: Value?
  @usableFromInline nonisolated(unsafe) let areEqual: (Value, Value) -> Bool

  /// Creates the value of a property: see the superclass. `areEqual` tells whether a value makes no difference to the one before.
  @inlinable
  init(
    _ keyPath: AnyKeyPath,
    named name: StaticString,
    at place: DerivedPropertyPlace,
    in model: AnyObject,
    reading read: @escaping (AnyObject) -> Void,
    comparingBy areEqual: @escaping (Value, Value) -> Bool
  ) {
    unsafe self.areEqual = areEqual
    super.init(keyPath, named: name, at: place, in: model, reading: read)
  }

  /// What is kept by the property that is being read.
  @inlinable
  @inline(__always)
  static func kept(by read: Read) -> Value? {
    unsafe read.property?._withUnsafeGuaranteedRef { unsafe unsafeDowncast($0, to: DerivedProperty.self).kept }
  }

  /// Equal key paths, and names, have values of one type. The property lives as long as the model, which the caller has.
  @inlinable
  @inline(__always)
  static func value(of property: Unmanaged<DerivedPropertyNode>, _ compute: () -> Value) -> Value {
    unsafe property._withUnsafeGuaranteedRef { unsafe unsafeDowncast($0, to: DerivedProperty.self).value(compute) }
  }

  /// The value, which `compute` computes if need be.
  @inlinable
  func value(_ compute: () -> Value) -> Value {
    guard bringUpToDate({ keep(compute()) }) else { return computeForItself(compute) }
    let lock = lockKept()
    let current = unsafe kept
    unlockRead(lock)
    guard let current else { failForNothingKept() }
    return current
  }

  override func forget() {
    let lock = lockKept()
    let previous = unsafe kept
    unsafe kept = nil
    unlockKept(lock)
    withExtendedLifetime(previous) {}
    super.forget()
  }

  @inlinable
  @inline(__always)
  func replaceKept(with new: consuming Value) {
    let lock = lockKept()
    unsafe kept = consume new
    unlockKept(lock)
  }

  /// Keeps a value, unless it's equal to the one before: see `DerivedStorage`.
  @inlinable
  func keep(_ new: consuming Value) -> Bool {
    // Nobody else writes these: this thread has claimed the value.
    unsafe isKept = true
    let previous = unsafe kept
    if let previous, unsafe areEqual(previous, new) {
      Self.release(consume new)
      return false
    }
    replaceKept(with: consume new)
    // Rather than as soon as nobody needs it: that may be before the lock is released.
    Self.release(consume previous)
    return true
  }
}
