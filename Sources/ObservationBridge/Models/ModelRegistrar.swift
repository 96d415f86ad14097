public import CObservationRuntime
public import Observation
public import Synchronization

/// Reports reads of a model, and changes to it, to the observations of this package, exactly and on every platform.
///
/// `@ObservableModel` of the module `ObservationModels` generates everything that uses it. In a class written by hand, use it like an
/// `ObservationRegistrar`:
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
/// Each read inside a pass registers itself before the value is read, so that no change is missed, from the first pass on. A registrar takes
/// one word of the model until the model is first observed. The standard library's tracking, including SwiftUI, sees every read and change
/// as it does with an `ObservationRegistrar`; one is created for it when it's first needed.
///
/// The registrar may be used on any thread. The stored values are guarded by the isolation of their class, or by a lock of its own.
/// No lock of the registrar is held while an observation or `mutation` runs. Take a lock of the class inside `mutation`, and not around
/// ``withMutation(of:keyPath:_:)``, which may run immediate passes, compute derived values and, in a transaction, read the property.
///
/// The first 62 properties of a class are tracked individually. Further ones share tracking slots, which leads to some unnecessary passes.
/// The same applies to properties that are registered by key path alone: their places depend on the hash values of the key paths.
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
/// - ``derived(_:_:name:_:)-xfuu``
/// - ``derived(_:_:name:_:)-xl37``
/// - ``derived(_:_:comparingBy:name:_:)``
///
/// ### For generated code
///
/// - ``access(_:_:number:)``
/// - ``access(_:keyPath:numbers:)``
/// - ``accessInPlace(_:_:number:)``
/// - ``isObserved(number:)``
/// - ``willSet(_:_:number:)``
/// - ``beginChangeInPlace(number:)``
/// - ``endChangeInPlace(_:)``
/// - ``withMutation(of:keyPath:numbers:_:)``
/// - ``didStore(number:)``
/// - ``didSet(_:_:number:)``
/// - ``derived(owner:_:name:file:line:column:_:)-4ws1``
/// - ``derived(owner:_:name:file:line:column:_:)-8cakc``
/// - ``derived(owner:_:comparingBy:name:file:line:column:_:)``
/// - ``number(of:after:)``
/// - ``NumbersOf``
public struct ModelRegistrar: ~Copyable, Sendable {
  /// The address of the model's node; 0 until it's first tracked, unless a derived value's computation makes the model.
  @usableFromInline let word: Atomic<UInt>

  /// Creates the registrar of a model.
  public init() {
    let computation = DerivedNode.currentComputation
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
    if unsafe ob_current_list() != nil {
      trackRead(word, ModelProperty.bit(of: keyPath)) { $0.access(subject, keyPath: keyPath) }
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
  /// - Returns: What `mutation` returns.
  /// - Throws: What `mutation` throws.
  public func withMutation<Subject: Observable, Member, Result, Failure: Error>(
    of subject: Subject,
    keyPath: KeyPath<Subject, Member>,
    _ mutation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    willSet(subject, keyPath: keyPath)
    defer { didSet(subject, keyPath: keyPath) }
    return try MutationByHand.run(
      in: word,
      of: isTracked ? ModelProperty.bit(of: keyPath) : GraphInterest.properties,
      mutation
    )
  }

  /// Reports that a property is about to change. Call ``didSet(_:keyPath:)`` after the change.
  ///
  /// Until then, reading a derived value may still return its previous result. ``withMutation(of:keyPath:_:)`` has no such gap.
  public func willSet<Subject: Observable, Member>(_ subject: Subject, keyPath: KeyPath<Subject, Member>) {
    if isTracked { reportWillSet(subject, { keyPath }, ModelProperty.bit(of: keyPath)) }
  }

  /// Reports that a property has changed.
  public func didSet<Subject: Observable, Member>(_ subject: Subject, keyPath: KeyPath<Subject, Member>) {
    if isTracked { reportDidSet(subject, keyPath, ModelProperty.bit(of: keyPath)) }
  }

  // MARK: By macro

  /// Does the same as ``access(_:keyPath:)`` for a property whose number within its class is known.
  @inlinable
  @inline(__always)
  public func access<Subject: Observable, Member>(
    _ subject: @autoclosure () -> Subject,
    _ keyPath: @autoclosure @escaping () -> KeyPath<Subject, Member>,
    number: Int
  ) {
    guard let list = unsafe ob_current_list() else { return }
    let bit = ModelProperty.bit(number)
    // Most reads of a model follow others of it, and have been made by the pass before.
    // In its place: an atomic variable is never copied.
    if _fastPath(unsafe withUnsafePointer(to: word) { unsafe ob_is_of_open_edge($0, list) }) {
      let edge = unsafe ob_open_edge()
      if _fastPath(unsafe edge.pointee.mask & bit != 0) {
        // Belongs to this thread while it reads. A loop that reads it again would wait for each store.
        let seen = unsafe ob_edge_seen(edge)
        let bits = unsafe seen.pointee
        if bits & bit == 0 { unsafe seen.pointee = bits | bit }
        return
      }
    }
    // No methods: a getter that calls one saves registers for it, in which its own object would be kept, even where it calls nothing.
    if _slowPath(unsafe ob_list_may_be_of_others(list)) {
      trackRead(word, bit) { $0.access(subject(), keyPath: keyPath()) }
    } else {
      trackRead(word, bit)
    }
  }

  /// Does the same as ``access(_:_:number:)`` for a property that is about to be changed in place.
  ///
  /// In a derived value this isn't a read: it may change models alone that its computation has made.
  @inlinable
  @inline(__always)
  public func accessInPlace<Subject: Observable, Member>(
    _ subject: @autoclosure () -> Subject,
    _ keyPath: @autoclosure @escaping () -> KeyPath<Subject, Member>,
    number: Int
  ) {
    if unsafe ob_computation_current() == nil { access(subject(), keyPath(), number: number) }
  }

  /// The same as the word, in a way that the compiler knows to change nothing.
  @inlinable
  @inline(__always)
  var address: UInt {
    // In its place: an atomic variable is never copied.
    unsafe withUnsafePointer(to: word) { unsafe ob_word_load($0) }
  }

  /// Returns whether anything depends, or may depend, on a property whose number is known.
  @inlinable
  @inline(__always)
  public func isObserved(number: Int) -> Bool {
    let address = address
    if address == 0 { return false }
    if ob_node_interest(address) & (ModelProperty.bit(number) | ModelProperty.others) != 0 { return true }
    // A write that isn't allowed is found where it is reported.
    return ob_writes_are_special()
  }

  /// Does the same as ``willSet(_:keyPath:)`` for a property whose number is known.
  @inlinable
  @inline(__always)
  public func willSet<Subject: Observable, Member>(
    _ subject: @autoclosure () -> Subject,
    _ keyPath: @autoclosure @escaping () -> KeyPath<Subject, Member>,
    number: Int
  ) {
    let address = address
    if address == 0 { return }
    let interest = ob_node_interest(address)
    if ob_writes_are_special() || interest & (ModelProperty.others | ModelProperty.willSet) != 0,
      isObserved(number: number)
    {
      reportWillSet(subject(), keyPath, ModelProperty.bit(number))
    }
  }

  /// Notes that a property whose number is known is about to be changed in place: until ``endChangeInPlace(_:)``, nothing else may read it.
  ///
  /// - Returns: What to end the change with; 0 if it's of interest to nobody.
  @inlinable
  @inline(__always)
  public func beginChangeInPlace(number: Int) -> UInt {
    isObserved(number: number) ? UInt(bitPattern: unsafe ob_change_in_place_begin()) : 0
  }

  /// Ends what ``beginChangeInPlace(number:)`` has begun, which returned `change`.
  @inlinable
  @inline(__always)
  public func endChangeInPlace(_ change: UInt) {
    guard let begun = unsafe UnsafeMutablePointer<ob_change_count>(bitPattern: change) else { return }
    unsafe ob_change_in_place_end(begun)
  }

  /// Reports that a property whose number is known has just been stored. Call ``didSet(_:_:number:)`` when the change is over.
  ///
  /// Code that runs in between, such as the property's own `didSet`, then reads derived values as they are now.
  @inlinable
  @inline(__always)
  public func didStore(number: Int) {
    if _slowPath(isObserved(number: number)) { ModelNode.markDerivedValues(address, ModelProperty.bit(number)) }
  }

  /// Does the same as ``didSet(_:keyPath:)`` for a property whose number is known.
  @inlinable
  @inline(__always)
  public func didSet<Subject: Observable, Member>(
    _ subject: @autoclosure () -> Subject,
    _ keyPath: @autoclosure @escaping () -> KeyPath<Subject, Member>,
    number: Int
  ) {
    if _fastPath(!isObserved(number: number)) { return }
    if _slowPath(ob_node_interest(address) & ModelProperty.others != 0) {
      reportDidSetToOthers(word) { $0.didSet(subject(), keyPath: keyPath()) }
    }
    ModelNode.reportDidSet(address, ModelProperty.bit(number), keyPath)
  }

  /// Whether somebody has tracked the model.
  var isTracked: Bool { word.load(ordering: .acquiring) != 0 }

  // MARK: What happens where somebody tracks

  @usableFromInline
  func reportWillSet<Subject: Observable, Member>(
    _ subject: Subject,
    _ keyPath: @escaping () -> KeyPath<Subject, Member>,
    _ bit: UInt64
  ) {
    let node = node
    if DerivedNode.mayChange(node) { return }
    if let transaction = ObservationTransaction.current {
      let keyPath = keyPath()
      transaction.willSet(node, bit, keyPath) { isUnchanged(subject, keyPath) }
    }
    ModelNode.reportWillSet(node, bit, keyPath)
    reportToOthers(word) { $0.willSet(subject, keyPath: keyPath()) }
  }

  func reportDidSet<Subject: Observable, Member>(
    _ subject: Subject,
    _ keyPath: KeyPath<Subject, Member>,
    _ bit: UInt64
  ) {
    reportDidSetToOthers(word) { $0.didSet(subject, keyPath: keyPath) }
    ModelNode.reportDidSet(node.address, bit) { keyPath }
  }

  /// Tells later whether a property has its present value again.
  private func isUnchanged<Subject: Observable, Member>(
    _ subject: Subject,
    _ keyPath: KeyPath<Subject, Member>
  ) -> () -> Bool {
    guard Member.self is any Equatable.Type else { return { false } }
    let old = Tracking.untracked { subject[keyPath: keyPath] }
    // Weakly: a model may change itself in its own deinitializer. Nobody depends on one that has gone.
    weak let model = subject as AnyObject
    return { (model as? Subject).map { areKnownToBeEqual(old, $0[keyPath: keyPath]) } ?? true }
  }

  /// The model's node, made when it is needed.
  var node: GraphNode { Self.node(of: word) }

  fileprivate static func node(of word: borrowing Atomic<UInt>) -> GraphNode {
    let address = word.load(ordering: .acquiring)
    if let node = GraphNode(at: address) { return node }
    let new = newNode(in: 0)
    let (isNew, other) = word.compareExchange(
      expected: 0,
      desired: new.address,
      successOrdering: .acquiringAndReleasing,
      failureOrdering: .acquiring
    )
    guard !isNew, let node = GraphNode(at: other) else { return new }
    // Another thread was quicker.
    Graph.putBack(new)
    return node
  }

  private static func newNode(in computation: UInt) -> GraphNode {
    let node = Graph.makeNode()
    node.computation = computation
    return node
  }
}

// MARK: Reads

// They release nothing: a loop that reads many objects needn't retain each of them.

/// A property of the model of a registrar with this word is about to be read where somebody tracks.
@usableFromInline
@_effects(releasenone)
func trackRead(_ word: borrowing Atomic<UInt>, _ bit: UInt64) {
  guard let reading = unsafe GraphReading.current else { return }
  if _fastPath(unsafe reading.pointee.readNext(word.load(ordering: .acquiring), bit)) { return }
  trackOtherRead(word, bit)
}

@inline(never)
private func trackOtherRead(_ word: borrowing Atomic<UInt>, _ bit: UInt64) {
  unsafe GraphReading.current?.pointee.read(ModelRegistrar.node(of: word).address, bit)
}

/// The same where others may track, too: for them, `access` tells the standard library's registrar of the model.
@usableFromInline
@_effects(releasenone)
func trackRead(_ word: borrowing Atomic<UInt>, _ bit: UInt64, forOthers access: (ObservationRegistrar) -> Void) {
  trackRead(word, bit)
  // A model that a computation makes is nobody else's yet.
  if Tracking.mayBeTrackingForOthers, !DerivedNode.hasMadeForItself(ModelRegistrar.node(of: word)) {
    access(ModelNode.registrarForOthers(ModelRegistrar.node(of: word)))
  }
}

// MARK: Changes

/// Has `report` tell the registrar of a model that others track.
@usableFromInline
func reportToOthers(_ word: borrowing Atomic<UInt>, _ report: (ObservationRegistrar) -> Void) {
  if let registrar = ModelNode.knownRegistrarForOthers(ModelRegistrar.node(of: word)) { report(registrar) }
}

/// The same after a change, which those hear of, too, who have read a derived value that is over.
@usableFromInline
func reportDidSetToOthers(_ word: borrowing Atomic<UInt>, _ report: (ObservationRegistrar) -> Void) {
  reportToOthers(word, report)
  ModelNode.tellThoseWhoHaveReadAll(ModelRegistrar.node(of: word))
}
