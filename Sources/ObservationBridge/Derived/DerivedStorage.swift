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
  @usableFromInline nonisolated(unsafe) let compute: () throws(Failure) -> Value

  @usableFromInline
  init(
    file: StaticString,
    line: UInt,
    _ compute: @escaping () throws(Failure) -> Value,
    _ computeAndKeep: @escaping (DerivedNode, FormerValue?) -> Bool
  ) {
    unsafe self.compute = compute
    unsafe self.file = file.utf8Start
    self.line = UInt32(truncatingIfNeeded: line)
    super.init(computeAndKeep)
  }

  override var name: String { unsafe "The derived value of \(String(cString: file)):\(line)" }

  override var keyPath: AnyKeyPath? {
    Failure.self == Never.self ? \DerivedValue<Value, Never>.value : nil
  }

  override func formerValue(before transaction: UInt) -> FormerValue? {
    guard case .success(let value)? = unsafe kept else { return nil }
    return FormerValueOf(value, version: node.version, before: transaction)
  }

  /// Computes the value, and keeps it; returns whether it is not known to equal the one before, and notes whether it equals a former one.
  @inlinable
  @inline(__always)
  func computeAndKeep(_ former: FormerValue?, comparingBy areEqual: (Value, Value) -> Bool) -> Bool {
    let new: Result<Value, Failure>
    do throws(Failure) { new = .success(try unsafe compute()) } catch { new = .failure(error) }
    let old = unsafe kept
    unsafe kept = new
    if let former { former.compare(with: try? new.get(), by: areEqual) }
    guard case .success(let old)? = old, case .success(let new) = new else { return true }
    return !areEqual(old, new)
  }
}
