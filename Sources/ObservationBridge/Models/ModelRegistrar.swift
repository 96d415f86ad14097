public import CObservationRuntime
public import Observation
public import Synchronization

/// Reports reads of a model, and changes to it, to the observations of this package, exactly and on every platform.
///
/// The macro `@ObservableModel` of the module `ObservationModels` generates all code that uses a registrar. In a class
/// written by hand, use the registrar like an `ObservationRegistrar`:
///
/// ```swift
/// final class Thermometer: Observable {
///   private let registrar = ModelRegistrar()
///   private var storedDegrees = 20.0
///
///   var degrees: Double {
///     get {
///       registrar.access(self, keyPath: \.degrees)
///       return storedDegrees
///     }
///     set {
///       registrar.withMutation(of: self, keyPath: \.degrees) {
///         storedDegrees = newValue
///       }
///     }
///   }
/// }
/// ```
///
/// Each read inside a pass registers itself before the value is read, so no change is missed, from the first pass on. A
/// registrar takes one word of the model until the model is first observed. The standard library's tracking, including
/// SwiftUI, sees every read and change as with an `ObservationRegistrar`; the model gets one when the tracking first
/// needs it.
///
/// The registrar may be used on any thread. The stored values are guarded by the isolation of their class, or by a lock
/// of the class. No lock of the registrar is held while an observation or `mutation` runs. Take a lock of the class
/// inside `mutation`, and not around ``withMutation(of:keyPath:_:)``, which may run immediate passes, compute derived
/// values and, in a transaction, read the property.
///
/// The first 62 properties of a class are tracked individually. Further ones share tracking slots, which leads to some unnecessary passes.
///
/// ## Topics
///
/// ### Creating
///
/// - ``init()``
///
/// ### Reads and changes
///
/// - ``access(_:keyPath:)``
/// - ``withMutation(of:keyPath:_:)``
/// - ``willSet(_:keyPath:)``
/// - ``didSet(_:keyPath:)``
///
/// ### Derived values
///
/// - ``derived(_:_:name:file:line:_:)-91upm``
/// - ``derived(_:_:name:file:line:_:)-1vvhs``
/// - ``derived(_:_:comparingBy:name:file:line:_:)``
public struct ModelRegistrar: ~Copyable, Sendable {
  /// The address of the model's node. 0 until the model is first tracked, unless a computation creates the model.
  @usableFromInline let word: Atomic<UInt>

  /// Creates the registrar of a model.
  public init() {
    let computation = CurrentComputation.isRunning ? CurrentComputation.place.number : 0
    word = Atomic(computation == 0 ? 0 : Self.newNode(in: computation).address)
  }

  deinit {
    let address = word.load(ordering: .acquiring)
    if address != 0 { ModelNode.end(address) }
  }

  // MARK: By hand

  /// Reports that a property is about to be read.
  ///
  /// - Parameters:
  ///   - subject: The model.
  ///   - keyPath: The property.
  public func access<Subject: Observable, Member>(_ subject: Subject, keyPath: KeyPath<Subject, Member>) {
    if ob_current_list() != 0 {
      trackRead(word, PropertyNumbers.bit(of: keyPath, in: subject)) { $0.access(subject, keyPath: keyPath) }
    }
  }

  /// Changes a property, and reports the change before and afterwards.
  ///
  /// The change is reported even if the value stays the same, and even if `mutation` throws an error.
  ///
  /// - Parameters:
  ///   - subject: The model.
  ///   - keyPath: The property.
  ///   - mutation: Stores the new value.
  /// - Returns: The result of `mutation`.
  /// - Throws: The error thrown by `mutation`.
  public func withMutation<Subject: Observable, Member, Result, Failure: Error>(
    of subject: Subject,
    keyPath: KeyPath<Subject, Member>,
    _ mutation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    willSet(subject, keyPath: keyPath)
    defer { didSet(subject, keyPath: keyPath) }
    return try MutationByHand.run(
      in: word,
      of: isTracked ? PropertyNumbers.bit(of: keyPath, in: subject) : GraphInterest.properties,
      mutation
    )
  }

  /// Reports that a property is about to change. Call ``didSet(_:keyPath:)`` after the change.
  ///
  /// Until then, reading a derived value may still return its previous result. ``withMutation(of:keyPath:_:)`` has no such gap.
  public func willSet<Subject: Observable, Member>(_ subject: Subject, keyPath: KeyPath<Subject, Member>) {
    assert(DerivedNode.mayWrite(address))
    if isTracked { reportWillSet(subject, { keyPath }, bit: PropertyNumbers.bit(of: keyPath, in: subject)) }
  }

  /// Reports that a property has changed.
  public func didSet<Subject: Observable, Member>(_ subject: Subject, keyPath: KeyPath<Subject, Member>) {
    if isTracked { reportDidSet(subject, { keyPath }, bit: PropertyNumbers.bit(of: keyPath, in: subject)) }
  }

  // MARK: For generated code

  // As their names show, these members aren't public API.

  // The inlined code is just enough for an unobserved access, and for a read that the previous pass has made, too. The
  // rest is in functions that are generic over the model's type only: with the property's type, there would be one for
  // each property.

  /// Does the same as ``access(_:keyPath:)`` for a property with a known number.
  @inlinable
  @inline(__always)
  public func _access<Subject: AnyObject & Observable>(
    _ subject: Subject,
    _ keyPath: @autoclosure () -> PartialKeyPath<Subject>,
    number: Int
  ) {
    if ob_current_list() == 0 { return }
    // Most reads follow another read of the same model, and were made by the previous pass, too.
    // Accessed in place: an atomic variable can't be copied.
    if _fastPath(unsafe withUnsafePointer(to: word) { unsafe ob_is_of_open_link($0) }) {
      let bit = GraphInterest.bit(number)
      let link = unsafe ob_open_link()
      if _fastPath(unsafe link.pointee.mask & bit != 0) {
        // Belongs to this thread during the reading. Not stored again: in a loop, each load would wait for the store.
        let seen = unsafe ob_link_seen(link)
        let bits = unsafe seen.pointee
        if bits & bit == 0 { unsafe seen.pointee = bits | bit }
        return
      }
    }
    trackAccess(subject, keyPath, number)
  }

  /// The word, loaded in a way that the compiler knows to be free of side effects.
  @inlinable
  @inline(__always)
  var address: UInt {
    // Accessed in place: an atomic variable can't be copied.
    unsafe withUnsafePointer(to: word) { unsafe ob_word_load($0) }
  }

  /// Returns whether a property with a known number has, or may have, observers or derived values.
  @inlinable
  @inline(__always)
  func isObserved(number: Int) -> Bool {
    let address = address
    if address == 0 { return false }
    if ob_node_interest(address) & (GraphInterest.bit(number) | GraphInterest.foreign) != 0 { return true }
    // A forbidden write is found when it's reported.
    return ob_writes_are_special()
  }

  /// Returns whether a property with a known number, which is about to be written, has, or may have, observers or
  /// derived values.
  ///
  /// A debug build stops here if the write is inside a derived value that must not make it.
  @inlinable
  @inline(__always)
  public func _beginWrite(number: Int) -> Bool {
    assert(DerivedNode.mayWrite(address))
    return isObserved(number: number)
  }

  /// Does the same as ``willSet(_:keyPath:)`` for a property with a known number, after `_beginWrite(number:)` has
  /// returned true.
  public func _willSet<Subject: AnyObject & Observable>(
    _ subject: Subject,
    _ keyPath: @autoclosure @escaping () -> PartialKeyPath<Subject>,
    number: Int
  ) {
    reportWillSet(subject, keyPath, number)
  }

  private func reportWillSet<Subject: AnyObject & Observable>(
    _ subject: Subject,
    _ keyPath: @escaping () -> PartialKeyPath<Subject>,
    _ number: Int
  ) {
    let address = address
    if address == 0 { return }
    let interest = ob_node_interest(address)
    if ob_writes_are_special() || interest & (GraphInterest.foreign | GraphInterest.willSet) != 0,
      isObserved(number: number)
    {
      reportWillSet(subject, keyPath, bit: GraphInterest.bit(number))
    }
  }

  /// Reports that a property with a known number has just been stored. Call `_didSet(_:_:number:)` at the end of the
  /// change.
  ///
  /// Code that runs in between, such as the property's own `didSet`, reads the new state of derived values.
  public func _didStore(number: Int) {
    if isObserved(number: number) { ModelNode.markDerivedValues(address, GraphInterest.bit(number)) }
  }

  /// Does the same as ``didSet(_:keyPath:)`` for a property with a known number.
  @inlinable
  @inline(__always)
  public func _didSet<Subject: AnyObject & Observable>(
    _ subject: Subject,
    _ keyPath: @autoclosure @escaping () -> PartialKeyPath<Subject>,
    number: Int
  ) {
    if _slowPath(isObserved(number: number)) { reportDidSet(subject, keyPath, bit: GraphInterest.bit(number)) }
  }

  /// Reports that a property with a known number is about to be changed in place. No other access may read the property
  /// until `_endChangeInPlace(_:_:number:_:)`.
  ///
  /// A debug build stops here if the change is inside a derived value that must not make it.
  ///
  /// - Returns: The argument for `_endChangeInPlace(_:_:number:_:)`.
  public func _beginChangeInPlace<Subject: AnyObject & Observable>(
    _ subject: Subject,
    _ keyPath: @autoclosure @escaping () -> PartialKeyPath<Subject>,
    number: Int
  ) -> UInt {
    // Inside a computation this isn't a read: a computation may change only its own models.
    if !CurrentComputation.isRunning { _access(subject, keyPath(), number: number) }
    if !_beginWrite(number: number) { return 0 }
    reportWillSet(subject, keyPath, number)
    return UInt(bitPattern: unsafe ob_change_in_place_begin())
  }

  /// Ends a change begun by `_beginChangeInPlace(_:_:number:)`, which returned `change`, and reports it.
  public func _endChangeInPlace<Subject: AnyObject & Observable>(
    _ subject: Subject,
    _ keyPath: @autoclosure @escaping () -> PartialKeyPath<Subject>,
    number: Int,
    _ change: UInt
  ) {
    if let begun = unsafe UnsafeMutablePointer<ob_change_count>(bitPattern: change) {
      unsafe ob_change_in_place_end(begun)
    }
    if isObserved(number: number) { reportDidSet(subject, keyPath, bit: GraphInterest.bit(number)) }
  }

  var isTracked: Bool { word.load(ordering: .acquiring) != 0 }

  // MARK: Tracked accesses

  /// Tracks a read, unless the previous pass has made it at the same position.
  @usableFromInline
  @_effects(releasenone)
  func trackAccess<Subject: AnyObject & Observable>(
    _ subject: Subject,
    _ keyPath: () -> PartialKeyPath<Subject>,
    _ number: Int
  ) {
    if ob_may_have_foreign_list() {
      // With the public and the standard backend, each read comes here; mostly without any tracking.
      if GraphReading.current == nil, !hasForeignTrackers, !Tracking.mayHaveForeignTracker { return }
      trackAccessForForeignTrackers(subject, keyPath, number)
    } else {
      trackRead(word, GraphInterest.bit(number))
    }
  }

  private var hasForeignTrackers: Bool {
    let address = address
    return address != 0 && ob_node_interest(address) & GraphInterest.foreign != 0
  }

  @inline(never)
  @_effects(releasenone)
  private func trackAccessForForeignTrackers<Subject: AnyObject & Observable>(
    _ subject: Subject,
    _ keyPath: () -> PartialKeyPath<Subject>,
    _ number: Int
  ) {
    trackRead(word, GraphInterest.bit(number)) { $0.report(.access, of: subject, keyPath()) }
  }

  func reportWillSet<Subject: Observable>(
    _ subject: Subject,
    _ keyPath: @escaping () -> PartialKeyPath<Subject>,
    bit: UInt64
  ) {
    let node = node
    if DerivedNode.mayChange(node) { return }
    if let transaction = ObservationTransaction.current {
      let keyPath = keyPath()
      transaction.willSet(node, bit, keyPath) { isUnchanged(subject, keyPath) }
    }
    ModelNode.reportWillSet(node, bit, keyPath)
    ModelNode.knownForeignRegistrar(node)?.report(.willSet, of: subject, keyPath())
  }

  /// Reports a change of a property of a tracked model.
  @usableFromInline
  func reportDidSet<Subject: Observable>(
    _ subject: Subject,
    _ keyPath: @escaping () -> PartialKeyPath<Subject>,
    bit: UInt64
  ) {
    let address = address
    if ob_node_interest(address) & GraphInterest.foreign != 0 { reportDidSetToForeignTrackers(subject, keyPath()) }
    ModelNode.reportDidSet(address, bit, keyPath)
  }

  /// Reports a change to foreign trackers after the store, also to trackers of ended derived values.
  private func reportDidSetToForeignTrackers<Subject: Observable>(
    _ subject: Subject,
    _ keyPath: PartialKeyPath<Subject>
  ) {
    let node = node
    ModelNode.knownForeignRegistrar(node)?.report(.didSet, of: subject, keyPath)
    ModelNode.notifyReadersOfAllProperties(node)
  }

  /// Captures a property's current value. The result is a function that returns whether the value is back.
  private func isUnchanged<Subject: Observable>(
    _ subject: Subject,
    _ keyPath: PartialKeyPath<Subject>
  ) -> () -> Bool {
    func isUnchanged<Member>(_: Member.Type) -> () -> Bool {
      guard Member.self is any Equatable.Type, let keyPath = keyPath as? KeyPath<Subject, Member> else {
        return { false }
      }
      let old = Tracking.untracked { subject[keyPath: keyPath] }
      // Weak: a model may change itself in its own deinitializer. A deallocated model has no observers left.
      weak let model = subject as AnyObject
      return { (model as? Subject).map { areKnownToBeEqual(old, $0[keyPath: keyPath]) } ?? true }
    }
    return _openExistential(type(of: keyPath).valueType, do: isUnchanged)
  }

  /// The model's node, made when it's needed.
  var node: GraphNode { Self.node(of: word) }

  fileprivate static func node(of word: borrowing Atomic<UInt>) -> GraphNode {
    let address = word.load(ordering: .acquiring)
    if let node = GraphNode(at: address) { return node }
    let new = newNode(in: 0)
    let (isNew, other) = word.compareExchange(
      expected: 0,
      desired: new.address,
      ordering: .acquiringAndReleasing
    )
    guard !isNew, let node = GraphNode(at: other) else { return new }
    // Another thread was faster.
    Graph.putBack(new)
    return node
  }

  private static func newNode(in computation: UInt) -> GraphNode {
    let node = GraphNode.take()
    node.computation = computation
    return node
  }
}

// MARK: Reads

// These functions release nothing: a loop that reads many objects needn't retain each of them.

/// Tracks a read of a property. `word` belongs to the registrar of the model.
@inline(__always)
func trackRead(_ word: borrowing Atomic<UInt>, _ bit: UInt64) {
  guard let reading = GraphReading.current else { return }
  if _fastPath(reading.value.readNext(word.load(ordering: .acquiring), bit)) { return }
  trackOtherRead(word, bit)
}

@inline(never)
private func trackOtherRead(_ word: borrowing Atomic<UInt>, _ bit: UInt64) {
  GraphReading.current?.value.read(ModelRegistrar.node(of: word).address, bit)
}

/// Tracks a read, also for foreign trackers: `access` reports the read to the model's standard registrar.
@usableFromInline
@_effects(releasenone)
func trackRead(_ word: borrowing Atomic<UInt>, _ bit: UInt64, forForeignTrackers access: (ObservationRegistrar) -> Void)
{
  trackRead(word, bit)
  // The registrar finds out whether there is a tracking. A query for a tracking would leave a trace in the tracking.
  if Tracking.isOnlyForeign, let registrar = knownForeignRegistrar(word) { return access(registrar) }
  // A model created by the computation is known to the computation alone.
  if Tracking.mayHaveForeignTracker, !CurrentComputation.hasMadeForItself(ModelRegistrar.node(of: word)) {
    access(ModelNode.foreignRegistrar(ModelRegistrar.node(of: word)))
  }
}

private func knownForeignRegistrar(_ word: borrowing Atomic<UInt>) -> ObservationRegistrar? {
  GraphNode(at: word.load(ordering: .acquiring)).flatMap(ModelNode.knownForeignRegistrar)
}

// MARK: Changes

extension ObservationRegistrar {
  fileprivate enum Report {
    case access, willSet, didSet
  }

  /// Reports an access by a key path whose type isn't known statically.
  fileprivate func report<Subject: Observable>(
    _ report: Report,
    of subject: Subject,
    _ keyPath: PartialKeyPath<Subject>
  ) {
    // The type of the value in the key path selects the generic method.
    func make<Member>(_: Member.Type) {
      let keyPath = unsafe unsafeDowncast(keyPath, to: KeyPath<Subject, Member>.self)
      switch report {
      case .access: access(subject, keyPath: keyPath)
      case .willSet: willSet(subject, keyPath: keyPath)
      case .didSet: didSet(subject, keyPath: keyPath)
      }
    }
    _openExistential(type(of: keyPath).valueType, do: make)
  }
}
