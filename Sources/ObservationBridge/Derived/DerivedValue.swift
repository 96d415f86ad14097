public import Observation

/// A value computed from others, and computed again only when it's read after one of them has changed.
///
/// ```swift
/// let total = DerivedValue { cart.lines.reduce(0) { $0 + $1.price } }
///
/// let token = withPortableContinuousObservation { event in
///   label.text = "\(total.value)"
/// }
/// ```
///
/// It's computed at most once per change, however many readers it has. It depends on what its last computation read: `@Observable` models,
/// models with a ``ModelRegistrar``, and other derived values. It's tracked like a property. If its new value is equal to the previous one,
/// the previous one is kept, and the observations that read it don't run.
///
/// It belongs to the isolation that created it, and lives as long as something holds it: the models that it reads don't keep it alive.
/// When it's deallocated, whatever has read it depends directly on everything that it was computed from.
///
/// Its closure must not change models, except those that it creates and nothing else reads, and it must not depend on itself. Either one stops
/// the program with a message that names the value's location in the source; a release build stops at a change only if something observes
/// the property. An error that the closure throws is thrown to
/// the reader; after the next change, the value is computed again.
@safe
public final class DerivedValue<Value, Failure: Error>: Observable {
  /// Retained until the deinit. A plain reference would be retained and released by each read.
  @usableFromInline let storage: Unmanaged<DerivedStorage<Value, Failure>>

  /// Creates a derived value of a type that isn't `Equatable`.
  ///
  /// Each newly computed value counts as different from the previous one.
  ///
  /// - Parameters:
  ///   - file: Names the value in messages, together with `line`. Use the default.
  ///   - line: See `file`.
  ///   - compute: Computes the value. The value depends on what it reads.
  @inlinable
  public init(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ compute: @escaping () throws(Failure) -> Value
  ) {
    unsafe storage = .passRetained(
      DerivedStorage(file: file, line: line, compute) {
        unsafe unsafeDowncast($0, to: DerivedStorage<Value, Failure>.self).computeAndKeep { _, _ in false }
      }
    )
  }

  /// Creates a derived value that counts as changed only if it isn't equal to the previous one.
  ///
  /// - Parameters:
  ///   - file: Names the value in messages, together with `line`. Use the default.
  ///   - line: See `file`.
  ///   - compute: Computes the value. The value depends on what it reads.
  @inlinable
  public init(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ compute: @escaping () throws(Failure) -> Value
  ) where Value: Equatable {
    unsafe storage = .passRetained(
      DerivedStorage(file: file, line: line, compute) {
        unsafe unsafeDowncast($0, to: DerivedStorage<Value, Failure>.self).computeAndKeep { $0 == $1 }
      }
    )
  }

  /// Creates a derived value that counts as changed only if `areEqual` returns `false`.
  ///
  /// - Parameters:
  ///   - areEqual: Compares the value that is kept with a new one. Nothing depends on what it reads.
  ///   - file: Names the value in messages, together with `line`. Use the default.
  ///   - line: See `file`.
  ///   - compute: Computes the value. The value depends on what it reads.
  @inlinable
  public init(
    comparingBy areEqual: @escaping (Value, Value) -> Bool,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ compute: @escaping () throws(Failure) -> Value
  ) {
    unsafe storage = .passRetained(
      DerivedStorage(file: file, line: line, compute) {
        unsafe unsafeDowncast($0, to: DerivedStorage<Value, Failure>.self).computeAndKeep { one, other in
          withoutObservation { areEqual(one, other) }
        }
      }
    )
  }

  deinit {
    // Whatever the type: what is to be done is the same.
    let storage = unsafe Unmanaged<DerivedNode>.fromOpaque(storage.toOpaque())
    let isDetached = unsafe storage._withUnsafeGuaranteedRef { $0.end(ModelNode.probeOfAllProperties) }
    unsafe DerivedReleases.release(storage, forgetting: isDetached)
  }

  // Two ways that don't meet: where they did, what the second one may release would be retained for the first, too.
  @inlinable
  @inline(__always)
  func read() throws(Failure) -> Value {
    if _fastPath(unsafe storage._withUnsafeGuaranteedRef { $0.isReadUpToDate() }) { return try kept() }
    return try readAnew()
  }

  /// Computes what has to be, by other code than that which reads.
  @inlinable
  @inline(never)
  func readAnew() throws(Failure) -> Value {
    guard unsafe storage._withUnsafeGuaranteedRef({ $0.bringUpToDate() }) else { return try computeForReader() }
    return try kept()
  }

  /// What the last computation has come to.
  @inlinable
  @inline(__always)
  func kept() throws(Failure) -> Value {
    guard let kept = unsafe storage._withUnsafeGuaranteedRef({ unsafe $0.kept }) else {
      preconditionFailure("A derived value was read before it was computed.")
    }
    switch kept {
    case .success(let value): return value
    case .failure(let error): throw error
    }
  }

  /// Another thread is at it.
  @usableFromInline
  func computeForReader() throws(Failure) -> Value {
    let storage = unsafe storage.takeUnretainedValue()
    return try storage.computeForItself { () throws(Failure) -> Value in
      try unsafe storage.compute.withHolder { (closure) throws(Failure) -> Value in try closure() }
    }
  }
}

extension DerivedValue {
  /// The current value, computed if necessary. Read it on the isolation that created the derived value.
  ///
  /// - Throws: The error that computing the value has thrown.
  /// - Complexity: O(1) if nothing has changed; otherwise the cost of the computations that have to be repeated.
  @inlinable
  public var value: Value {
    get throws(Failure) { try read() }
  }
}

// Not the same again: Swift 6.3 can't compile a read of a property that throws a generic error which is `Never`.
extension DerivedValue where Failure == Never {
  /// The current value, computed if necessary. Read it on the isolation that created the derived value.
  ///
  /// - Complexity: O(1) if nothing has changed; otherwise the cost of the computations that have to be repeated.
  @inlinable
  public var value: Value { read() }
}
