import SwiftSyntax

extension ClosureExprSyntax {
  /// Whether it is given to something that is known to call it later.
  var runsLater: Bool {
    guard let parent else { return false }
    if let element = parent.as(MultipleTrailingClosureElementSyntax.self) {
      return element.parent?.parent?.as(FunctionCallExprSyntax.self)?.calls(later: element.label.text) ?? false
    }
    if let argument = parent.as(LabeledExprSyntax.self) {
      return argument.parent?.parent?.as(FunctionCallExprSyntax.self)?.calls(later: argument.label?.text) ?? false
    }
    guard let call = parent.as(FunctionCallExprSyntax.self), call.trailingClosure?.id == id else { return false }
    // `Button(action: save) { Text("Save") }`
    return !call.arguments.contains { $0.label?.text == "action" } && call.calls(later: nil)
  }
}

extension FunctionCallExprSyntax {
  /// The name of what is called, with or without an object before it.
  var calleeName: DeclReferenceExprSyntax? {
    calledExpression.as(MemberAccessExprSyntax.self)?.declName ?? calledExpression.as(DeclReferenceExprSyntax.self)
  }

  fileprivate func calls(later label: String?) -> Bool {
    if let label, LaterClosures.labelsOfShown.contains(label) { return false }
    return label == "action" || calleeName.map { LaterClosures.names.contains($0.baseName.text) } ?? false
  }
}
