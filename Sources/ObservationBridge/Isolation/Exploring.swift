#if OBSERVATION_BRIDGE_EXPLORE
  import CObservationRuntime
  public import Synchronization

  /// Replaces the standard library's type of this name where schedules are explored: each operation is a scheduling
  /// point.
  // Unchecked: one thread runs at a time, and its stores are visible to the next thread. For this reason, the orderings
  // make no difference.
  @usableFromInline
  struct Atomic<Value: AtomicRepresentable>: ~Copyable, @unchecked Sendable {
    // The only stored property: C code accesses the value by the address of this structure.
    private let storage: Synchronization.Atomic<Value>

    init(_ value: consuming Value) {
      storage = Synchronization.Atomic(value)
    }

    private func access<Result>(
      changing changes: Bool,
      _ body: (inout Value.AtomicRepresentation) -> Result
    ) -> Result {
      // Stable: an atomic variable stays at the address inside its owner, and the compiler expects other threads to
      // change its memory.
      unsafe withUnsafePointer(to: storage) { storage in
        unsafe ob_explore_access(storage, changes)
        let memory = unsafe UnsafeMutableRawPointer(mutating: storage)
        return unsafe body(&memory.assumingMemoryBound(to: Value.AtomicRepresentation.self).pointee)
      }
    }

    func load(ordering: AtomicLoadOrdering) -> Value {
      access(changing: false) { Value.decodeAtomicRepresentation($0) }
    }

    func store(_ value: consuming Value, ordering: AtomicStoreOrdering) {
      let new = Value.encodeAtomicRepresentation(value)
      access(changing: true) { $0 = new }
    }

    func exchange(_ value: consuming Value, ordering: AtomicUpdateOrdering) -> Value {
      let new = Value.encodeAtomicRepresentation(value)
      return access(changing: true) { stored in
        defer { stored = new }
        return Value.decodeAtomicRepresentation(stored)
      }
    }

    func compareExchange(
      expected: consuming Value,
      desired: consuming Value,
      ordering: AtomicUpdateOrdering
    ) -> (exchanged: Bool, original: Value) {
      let expected = Value.encodeAtomicRepresentation(expected)
      let desired = Value.encodeAtomicRepresentation(desired)
      return access(changing: true) { stored in
        let original = Value.decodeAtomicRepresentation(stored)
        let isExpected = unsafe withUnsafeBytes(of: stored) { stored in
          unsafe withUnsafeBytes(of: expected) { unsafe stored.elementsEqual($0) }
        }
        if isExpected { stored = desired }
        return (isExpected, original)
      }
    }
  }

  extension Atomic where Value == UInt {
    @discardableResult
    func add(_ value: UInt, ordering: AtomicUpdateOrdering) -> (oldValue: UInt, newValue: UInt) {
      change { $0 + value }
    }

    @discardableResult
    func subtract(_ value: UInt, ordering: AtomicUpdateOrdering) -> (oldValue: UInt, newValue: UInt) {
      change { $0 - value }
    }

    private func change(_ change: (UInt) -> UInt) -> (oldValue: UInt, newValue: UInt) {
      access(changing: true) { stored in
        let old = UInt.decodeAtomicRepresentation(stored)
        let new = change(old)
        stored = UInt.encodeAtomicRepresentation(new)
        return (old, new)
      }
    }
  }

  extension Task where Success == Never, Failure == Never {
    /// Replaces the standard library's property where schedules are explored: each access is a scheduling point.
    static var isCancelled: Bool {
      ob_explore_cancellation(false)
      return unsafe withUnsafeCurrentTask { unsafe $0?.isCancelled ?? false }
    }
  }
#endif
