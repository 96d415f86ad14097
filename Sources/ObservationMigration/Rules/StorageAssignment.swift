import SwiftSyntax

/// `_name = Wrapper(label: value)`
struct StorageAssignment {
  /// `_name` or `self._name`.
  let target: ExprSyntax
  let property: String
  /// `StateObject` of `StateObject(…)` and of `StateObject.init(…)`; nil for `.init(…)`.
  let wrapper: String?
  let callee: ExprSyntax
  let call: FunctionCallExprSyntax
  let label: TokenSyntax?
  /// Nil unless it is the only argument.
  let value: ExprSyntax?

  init?(_ expression: ExprSyntax) {
    guard let (target, value) = expression.assignment, let call = value.as(FunctionCallExprSyntax.self) else {
      return nil
    }
    self.target = target
    guard let name = target.ownReference?.baseName.text, name.hasPrefix("_"), name.utf8.count > 1 else { return nil }
    property = String(name.dropFirst())
    self.call = call
    callee = call.calledExpression
    let access = callee.as(MemberAccessExprSyntax.self)
    let isInitializer = access?.declName.baseName.tokenKind == .keyword(.`init`)
    if let type = isInitializer ? access?.base : callee {
      guard let path = ExpressionPath(type) else { return nil }
      switch (path.root, path.steps.last) {
      case (_, .member(let name)?), (.name(let name), nil): wrapper = name
      default: return nil
      }
    } else {
      wrapper = nil
    }
    label = call.arguments.first?.label
    self.value = call.arguments.count == 1 && call.trailingClosure == nil ? call.arguments.first?.expression : nil
  }

  /// Assigns the value to the property itself; nil if there are other arguments.
  func plainAssignment(in statement: ExprSyntax) -> [Edit]? {
    value.map { value in
      [
        Edit(target.startOffset..<value.startOffset, with: "self.\(property) = "),
        Edit(value.utf8Range.upperBound..<statement.utf8Range.upperBound, with: ""),
      ]
    }
  }

  /// Marks the assignment as handled for the general rules about wrappers.
  func claim(_ walk: Walk) {
    walk.claim(call)
    walk.claim(whole: target)
    walk.claim(callee)
    if let specialization = callee.as(GenericSpecializationExprSyntax.self) {
      walk.claim(specialization.expression)
    }
  }
}
