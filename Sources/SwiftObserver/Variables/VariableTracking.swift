import Observation
import ObservationBridge

/// The part that makes a variable `Observable`, with exact observations.
@usableFromInline
final class VariableTracking<Value: Equatable> {
  private let registrar = ModelRegistrar()
  private let keyPath: KeyPath<Variable<Value>, Value>

  init() {
    keyPath = VariableKeyPaths.keyPath(for: Value.self)
  }

  func access(_ variable: Variable<Value>) {
    registrar._access(variable, self.keyPath, number: 0)
  }

  @usableFromInline
  func willSet(_ variable: Variable<Value>) {
    registrar._willSet(variable, self.keyPath, number: 0)
  }

  @usableFromInline
  func didSet(_ variable: Variable<Value>) {
    registrar._didSet(variable, self.keyPath, number: 0)
  }
}

/// The key path `\.value` of each type of variable. To make one takes microseconds each time, as the type is generic.
private enum VariableKeyPaths {
  // Unchecked: key paths without captured values are immutable.
  private struct Entry: @unchecked Sendable {
    let keyPath: AnyKeyPath
  }

  private static let known = LockedState<[ObjectIdentifier: Entry]>([:])

  static func keyPath<Value: Equatable>(for type: Value.Type) -> KeyPath<Variable<Value>, Value> {
    let id = ObjectIdentifier(type)
    if let known = known.withLock({ $0[id] })?.keyPath as? KeyPath<Variable<Value>, Value> { return known }
    let keyPath: KeyPath<Variable<Value>, Value> = \.value
    let entry = Entry(keyPath: keyPath)
    known.withLock { $0[id] = entry }
    return keyPath
  }
}
