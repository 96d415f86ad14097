/// What a ``DerivedValue`` is computed by, and what has come of it.
///
/// It is used by the isolation alone that the value belongs to; only marks come from elsewhere. All that has to do with the type of
/// the value is inlinable, so that the code is made for that type where the value is.
// Unchecked: see above.
@usableFromInline
@safe
final class DerivedStorage<Value, Failure: Error>: DerivedNode, @unchecked Sendable {
  // Nobody reads it while it is written: that would be a cycle.
  @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var kept: Result<Value, Failure>?
  /// The place in the source. Here, in half a word, it mostly fills a gap: a value takes 16 bytes less.
  private let line: UInt32
  private nonisolated(unsafe) let file: UnsafePointer<UInt8>
  /// None once nobody holds the value any more.
  @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var compute: ClosureWords<Closure>

  @usableFromInline
  struct Closure {
    @usableFromInline let compute: () throws(Failure) -> Value

    @usableFromInline
    init(compute: @escaping () throws(Failure) -> Value) {
      self.compute = compute
    }

    @inlinable
    @inline(__always)
    func callAsFunction() throws(Failure) -> Value { try compute() }
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
    forgetOwn()
  }

  override func forget() {
    forgetOwn()
    super.forget()
  }

  private func forgetOwn() {
    let previous = unsafe compute
    unsafe compute = .none
    if !previous.isNone { _ = previous.take() }
    unsafe kept = nil
  }

  override var name: String { "The derived value of \(title)" }

  override var title: String { unsafe "\(String(cString: file)):\(line)" }

  override var keyPath: AnyKeyPath? {
    Failure.self == Never.self ? \DerivedValue<Value, Never>.value : nil
  }

  /// Computes the value, and keeps it, unless it's equal to the one before; returns whether it isn't known to be.
  // Where they are equal, that stays which has been read: it may be an object, or differ by a little that a comparison neglects.
  @inlinable
  @inline(__always)
  func computeAndKeep(comparingBy areEqual: (Value, Value) -> Bool) -> Bool {
    let new: Value
    do throws(Failure) {
      // It's kept as long as the value is claimed.
      new = try unsafe compute.withHolder { (closure) throws(Failure) -> Value in try closure() }
    } catch {
      replaceKept(with: .failure(error))
      return true
    }
    if !_isPOD(Result<Value, Failure>.self) { return keep(consume new, areEqual) }
    // Nothing is released.
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

/// Whether a value makes no difference to another, where nobody else says what does. Nobody depends on what the comparison reads.
@inlinable
@inline(__always)
func compare<Value>(_ one: Value, _ other: Value, by areEqual: (Value, Value) -> Bool) -> Bool {
  // What is made of bits alone reads nothing that could change.
  _isPOD(Value.self) ? areEqual(one, other) : withoutObservation { areEqual(one, other) }
}
