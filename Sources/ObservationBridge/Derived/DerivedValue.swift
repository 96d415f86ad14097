public import Observation

/// A value computed from models and other values, and recomputed only when it's read after one of them has changed.
///
/// ```swift
/// let total = DerivedValue { cart.lines.reduce(0) { $0 + $1.price } }
///
/// let token = withPortableContinuousObservation { event in
///   label.text = "\(total.value)"
/// }
/// ```
///
/// The value is computed at most once per change, however many readers it has. It depends on everything read by its last
/// computation: `@Observable` models, models with a ``ModelRegistrar``, and other derived values. It's tracked like a
/// property. If a new result is equal to the previous one, the previous one is kept, and observations of the value don't
/// run.
///
/// A derived value belongs to the isolation that created it, and lives as long as it's held: the models it reads don't
/// keep it alive. When it's deallocated, all its readers depend directly on everything from which it was computed.
///
/// The closure must not change models, except for models that it creates and that have no other readers. It must not
/// depend on its own result. Either mistake stops the program with a message that names the value's location in the
/// source; a release build stops at a change only if the property is observed. An error thrown by the closure is thrown
/// to the reader; after the next change, the value is computed again.
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
  ///   - compute: Computes the value. The value depends on everything read by the closure.
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
  ///   - compute: Computes the value. The value depends on everything read by the closure.
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
  ///   - areEqual: Compares the kept value with a new one. Its reads aren't tracked.
  ///   - file: Names the value in messages, together with `line`. Use the default.
  ///   - line: See `file`.
  ///   - compute: Computes the value. The value depends on everything read by the closure.
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
    // Independent of the type of the value.
    let storage = unsafe Unmanaged<DerivedNode>.fromOpaque(storage.toOpaque())
    let isDetached = unsafe storage._withUnsafeGuaranteedRef { $0.end(ModelNode.probeOfAllProperties) }
    unsafe DerivedReleases.release(storage, forgetting: isDetached)
  }

  // Two separate paths: if they shared an end, the first would retain objects that only the second may release.
  @inlinable
  @inline(__always)
  func read() throws(Failure) -> Value {
    if _fastPath(unsafe storage._withUnsafeGuaranteedRef { $0.isReadUpToDate() }) { return try kept() }
    return try readAnew()
  }

  /// Brings the value up to date. Not inlined, unlike the fast path.
  @inlinable
  @inline(never)
  func readAnew() throws(Failure) -> Value {
    guard unsafe storage._withUnsafeGuaranteedRef({ $0.bringUpToDate() }) else { return try computeForReader() }
    return try kept()
  }

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

  /// Computes the value without caching the result, while another thread has claimed the value.
  @usableFromInline
  func computeForReader() throws(Failure) -> Value {
    let storage = unsafe storage.takeUnretainedValue()
    return try storage.computeForItself { () throws(Failure) -> Value in
      try unsafe storage.compute.withHolder { (closure) throws(Failure) -> Value in try closure.compute() }
    }
  }
}

extension DerivedValue {
  /// The current value, computed if necessary. Read it on the isolation that created the derived value.
  ///
  /// - Throws: The error thrown by the closure.
  /// - Complexity: O(1) if nothing has changed; otherwise the cost of the computations that have to be repeated.
  @inlinable
  public var value: Value {
    get throws(Failure) { try read() }
  }
}

// Repeated: Swift 6.3 can't compile a read of a property that throws a generic error type if the type is `Never`.
extension DerivedValue where Failure == Never {
  /// The current value, computed if necessary. Read it on the isolation that created the derived value.
  ///
  /// - Complexity: O(1) if nothing has changed; otherwise the cost of the computations that have to be repeated.
  @inlinable
  public var value: Value { read() }
}
