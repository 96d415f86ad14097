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
  // Called by those alone who may read the value: they have the model.
  private nonisolated(unsafe) let read: () -> Void
  /// The address of the derived property of the same model that was made before; 0 for none. Set before others know this one.
  @exclusivity(unchecked) nonisolated(unsafe) var previous: UInt = 0

  /// Creates the value of a property.
  ///
  /// - Parameters:
  ///   - keyPath: Its key path.
  ///   - name: Its name, which a key path doesn't tell on every platform.
  ///   - read: Reads it, if its object is there.
  @usableFromInline
  init(_ keyPath: AnyKeyPath, named name: StaticString, reading read: @escaping () -> Void) {
    unsafe propertyKeyPath = keyPath
    propertyName = name
    unsafe self.read = read
    super.init(nil)
  }

  deinit {
    if let other = unsafe UnsafeRawPointer(bitPattern: otherKeyPath.load(ordering: .acquiring)) {
      unsafe Unmanaged<AnyKeyPath>.fromOpaque(other).release()
    }
  }

  override final var name: String { unsafe "The derived value \\\(type(of: propertyKeyPath).rootType).\(propertyName)" }

  override final var keyPath: AnyKeyPath? { unsafe propertyKeyPath }

  override final func pull() {
    unsafe Tracking.untracked(read)
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

  /// Whether both have been read in functions of one name: most that have mean one property.
  final func hasName(_ name: StaticString) -> Bool {
    unsafe propertyName.hasPointerRepresentation && name.hasPointerRepresentation
      && propertyName.utf8Start == name.utf8Start
  }

  /// Fails where it's read in a function of another name: true otherwise.
  final func checkName(_ name: StaticString) -> Bool {
    precondition(
      hasName(name) || propertyName.description == name.description,
      "\(self.name) is read by \(name), too. Name in each getter the key path of its own property."
    )
    return true
  }

  /// Whether it stands for the same property as another.
  final func isSame(as other: DerivedPropertyNode) -> Bool { unsafe isMeant(by: other.propertyKeyPath) }

  // MARK: What is kept

  // The graph's lock guards it. The type of the value is known to inlinable code alone, which takes the lock by these; the places
  // between them release nothing and run no user code.

  /// Takes the lock of what is kept.
  @usableFromInline
  final func lockKept() -> KeptLock { KeptLock(domain: Graph.lock(node)) }

  @usableFromInline
  final func unlockKept(_ lock: KeptLock) { lock.domain.unlock() }

  /// The same where what is kept has been read.
  @usableFromInline
  final func unlockRead(_ lock: KeptLock) {
    // Of what is being computed the value may be kept already, and the version still be that of the one before.
    let version = node.isRunning ? GraphNode.noVersion : node.version
    lock.domain.unlock()
    note(version)
  }

  @usableFromInline
  final func failForNothingKept() -> Never {
    preconditionFailure("\(name) was read before it was computed.")
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
    reading read: @escaping () -> Void,
    comparingBy areEqual: @escaping (Value, Value) -> Bool
  ) {
    unsafe self.areEqual = areEqual
    super.init(keyPath, named: name, reading: read)
  }

  /// The value, which `compute` computes if need be.
  @inlinable
  func value(_ compute: () -> Value) -> Value {
    guard bringUpToDate({ keep(compute(), $0) }) else { return computeForItself(compute) }
    let lock = lockKept()
    let current = unsafe kept
    unlockRead(lock)
    guard let current else { failForNothingKept() }
    return current
  }

  override func forget() {
    let lock = lockKept()
    let former = unsafe kept
    unsafe kept = nil
    unlockKept(lock)
    withExtendedLifetime(former) {}
    super.forget()
  }

  override func formerValue(before transaction: UInt) -> FormerValue? {
    let lock = lockKept()
    let current = unsafe kept
    unlockKept(lock)
    return current.map { FormerValueOf($0, version: node.version, before: transaction) }
  }

  /// Keeps a value, unless it's equal to the one before: see `DerivedStorage`.
  @inlinable
  func keep(_ new: Value, _ former: FormerValue?) -> Bool {
    // Nobody else writes it: this thread has claimed the value.
    let previous = unsafe kept
    if let previous, unsafe areEqual(previous, new) {
      former?.noneIsEqual()
      return false
    }
    let new = unsafe former?.value(equalTo: new, by: areEqual) ?? new
    let lock = lockKept()
    unsafe kept = new
    unlockKept(lock)
    // Released at the end, rather than as soon as nobody needs it: that may be before the lock is.
    withExtendedLifetime(previous) {}
    return true
  }
}
