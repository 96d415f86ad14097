/// The closure and the current result of a ``DerivedValue``, used on its isolation only: other threads only mark the
/// node. All code that depends on the value's type is inlinable, so that the value's module contains code for it.
// Unchecked: only the isolation of the value uses the fields.
@usableFromInline
@safe
final class DerivedStorage<Value, Failure: Error>: DerivedNode, @unchecked Sendable {
  // A read during a write would be a cycle.
  @exclusivity(unchecked) @usableFromInline var kept: Result<Value, Failure>?
  /// The location in the source. The line takes half a word and mostly fills a gap, so a value is 16 bytes smaller.
  private let line: UInt32
  private let file: UnsafePointer<UInt8>
  /// `none` after ``forget()``.
  @exclusivity(unchecked) @usableFromInline var compute: ClosureWords<Closure>

  @usableFromInline
  struct Closure {
    @usableFromInline let compute: () throws(Failure) -> Value
  }

  @usableFromInline
  init(
    file: StaticString,
    line: UInt,
    _ compute: @escaping () throws(Failure) -> Value,
    _ computeAndKeep: @escaping (DerivedNode) -> Bool
  ) {
    unsafe self.compute = ClosureWords(retaining: Closure(compute: compute))
    unsafe self.file = file.utf8Start
    self.line = UInt32(truncatingIfNeeded: line)
    super.init(computeAndKeep)
  }

  deinit {
    forget()
  }

  override func forget() {
    // Not by an exchange, for which generic code would ask the runtime for the type of the words.
    let previous = unsafe compute
    unsafe compute = .none
    previous.release()
    unsafe kept = nil
    super.forget()
  }

  override var name: String { "The derived value of \(title)" }

  override var title: String { unsafe "\(String(cString: file)):\(line)" }

  override var code: UInt { unsafe UInt(bitPattern: file) ^ UInt(line) << 48 }

  override var keyPath: AnyKeyPath? {
    Failure.self == Never.self ? \DerivedValue<Value, Never>.value : nil
  }

  /// Computes the value. Returns false if the previous one is known to be equal, which then stays: equal values may be
  /// different objects, or differ in details ignored by the comparison.
  @inlinable
  @inline(__always)
  func computeAndKeep(comparingBy areEqual: (Value, Value) -> Bool) -> Bool {
    let new: Value
    do throws(Failure) {
      // Retained while the value is claimed.
      new = try unsafe compute.withHolder { (closure) throws(Failure) -> Value in try closure.compute() }
    } catch {
      replaceKept(with: .failure(error))
      return true
    }
    if !_isPOD(Result<Value, Failure>.self) { return keep(consume new, areEqual) }
    // Trivial values need no release.
    if case .success(let old)? = unsafe kept, compare(old, new, by: areEqual) { return false }
    unsafe kept = .success(new)
    return true
  }

  @inlinable
  func keep(_ new: consuming Value, _ areEqual: (Value, Value) -> Bool) -> Bool {
    if case .success(let old)? = unsafe kept, compare(old, new, by: areEqual) {
      Self.release(consume new)
      return false
    }
    replaceKept(with: .success(consume new))
    return true
  }

  @inlinable
  func replaceKept(with new: Result<Value, Failure>) {
    let previous = unsafe kept
    unsafe kept = new
    Self.release(consume previous)
  }
}

/// Whether `areEqual` returns true for two values. Reads by the comparison aren't tracked.
@inlinable
@inline(__always)
func compare<Value>(_ one: Value, _ other: Value, by areEqual: (Value, Value) -> Bool) -> Bool {
  // A comparison of trivial values reads nothing that could change.
  _isPOD(Value.self) ? areEqual(one, other) : withoutObservation { areEqual(one, other) }
}
