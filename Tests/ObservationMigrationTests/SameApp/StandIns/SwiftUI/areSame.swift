/// Whether an input of a view is the same as before, as far as this can be told: values by their parts, objects by identity,
/// closures never.
@MainActor func areSame(_ left: Any, _ right: Any) -> Bool {
  guard type(of: left) == type(of: right) else { return false }
  if type(of: left) is AnyObject.Type { return (left as AnyObject) === (right as AnyObject) }
  if let left = left as? any DynamicProperty, let right = right as? any DynamicProperty {
    return left.isSameInput(as: right)
  }
  if let left = left as? any Equatable { return left.isEqual(to: right) }
  let (left, right) = (Mirror(reflecting: left), Mirror(reflecting: right))
  // A closure has neither parts nor a style.
  guard let style = left.displayStyle, style == right.displayStyle, left.children.count == right.children.count else {
    return false
  }
  return zip(left.children, right.children).allSatisfy { $0.label == $1.label && areSame($0.value, $1.value) }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}
