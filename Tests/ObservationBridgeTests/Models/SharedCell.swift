import Observation
import TestSupport

@testable import ObservationBridge

/// A model with a registrar of this package that any thread may use.
// Unchecked: the registrar is thread-safe, and the values are guarded by a lock.
final class SharedCell: Observable, @unchecked Sendable {
  /// Where a read of a property has come to.
  enum Place: CaseIterable, Sendable {
    case unregistered, registered, read
  }

  let registrar = ModelRegistrar()
  private let values: LockedState<(x: Int, y: Int)>
  /// Called while the first property is read.
  private let visit: @Sendable (SharedCell, Place) -> Void

  init(_ x: Int = 0, visit: @escaping @Sendable (SharedCell, Place) -> Void = { _, _ in }) {
    values = LockedState((x, 0))
    self.visit = visit
  }

  var x: Int {
    get {
      visit(self, .unregistered)
      registrar._access(self, \.x, number: 0)
      visit(self, .registered)
      let value = values.withLock { $0.x }
      visit(self, .read)
      return value
    }
    set { setX(newValue) {} }
  }

  /// Changes the first property, and calls `between` after the store and before the report.
  func setX(_ newValue: Int, between: () -> Void) {
    registrar._willSet(self, \.x, number: 0)
    values.withLock { $0.x = newValue }
    between()
    registrar._didSet(self, \.x, number: 0)
  }

  var y: Int {
    get {
      registrar._access(self, \.y, number: 1)
      return values.withLock { $0.y }
    }
    set {
      registrar._willSet(self, \.y, number: 1)
      values.withLock { $0.y = newValue }
      registrar._didSet(self, \.y, number: 1)
    }
  }

  /// Changes nothing that this class can be raced for: both threads may compute it at once.
  var sum: Int {
    // As generated code does.
    registrar._derived(owner: self, { \.sum }, name: #function, file: #fileID, line: #line, column: #column) { x + y }
  }
}
