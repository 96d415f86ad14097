/// A property that is stored in a variable.
///
/// ```swift
/// class Model {
///   @ObservableVar var title = "Draft"
/// }
///
/// let model = Model()
/// observer.observe(model.$title).new { print($0) }
/// model.title = "Final"
/// ```
///
/// Copies of a structure with such a property share the variable.
@propertyWrapper
public struct ObservableVar<Value: Equatable> {
  /// The variable.
  public let projectedValue: Var<Value>

  /// Creates the variable.
  @inlinable
  public init(wrappedValue: Value) {
    projectedValue = Var(wrappedValue)
  }

  /// The variable's value.
  @inlinable
  public var wrappedValue: Value {
    get { projectedValue.value }
    nonmutating set { projectedValue.value = newValue }
  }
}
