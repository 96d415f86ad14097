/// The derived value that a property of a model stands for.
///
/// Several threads may read it, if the model is `Sendable`.
// Unchecked: each of its variables says what makes it safe.
final class DerivedProperty<Value>: DerivedNode, @unchecked Sendable {
  // Guarded by the graph's lock.
  private nonisolated(unsafe) var kept: Value?
  // A key path to a property holds nothing that changes.
  private nonisolated(unsafe) let property: AnyKeyPath
  private let propertyName: StaticString
  // Called by those alone who may read the value: they have the model.
  private nonisolated(unsafe) let read: () -> Void
  private nonisolated(unsafe) let areEqual: (Value, Value) -> Bool

  /// Creates the value of a property.
  ///
  /// - Parameters:
  ///   - property: Its key path.
  ///   - name: Its name, which a key path doesn't tell on every platform.
  ///   - read: Reads it, if its object is there.
  ///   - areEqual: Whether a value makes no difference to the one before.
  init(
    _ property: AnyKeyPath,
    named name: StaticString,
    reading read: @escaping () -> Void,
    comparingBy areEqual: @escaping (Value, Value) -> Bool
  ) {
    unsafe self.property = property
    propertyName = name
    unsafe self.read = read
    unsafe self.areEqual = areEqual
    super.init(nil)
  }

  override var name: String { unsafe "The derived value \\\(type(of: property).rootType).\(propertyName)" }

  override var keyPath: AnyKeyPath? { unsafe property }

  override func pull() {
    unsafe Tracking.untracked(read)
  }

  /// The value, which `compute` computes if need be.
  func value(_ compute: () -> Value) -> Value {
    guard bringUpToDate({ keep(compute()) }) else { return computeForItself(compute) }
    let node = node
    var current: Value?
    let version = Graph.withLock(of: node) { _ in
      current = unsafe kept
      return node.version
    }
    note(version)
    guard let current else { preconditionFailure("\(name) was read before it was computed.") }
    return current
  }

  /// Keeps a value: false if it is known to equal the one before.
  private func keep(_ new: Value) -> Bool {
    var previous: Value?
    // What it takes the place of is released outside the lock.
    Graph.withLock(of: node) { _ in
      previous = unsafe kept
      unsafe kept = new
    }
    guard let previous else { return true }
    return unsafe !areEqual(previous, new)
  }
}
