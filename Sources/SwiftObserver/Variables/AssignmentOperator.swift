infix operator <- : AssignmentPrecedence

/// Sets the value of a variable. Does nothing if there is none.
@inlinable
public func <- <Value: Equatable>(variable: Var<Value>?, value: Value) {
  variable?.value = value
}
