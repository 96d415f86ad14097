import SwiftSyntax

/// Reflection of a converted object.
enum ReflectionRule: Rule {
  static let id: RuleID = "reflection"

  static func register(_ visits: inout Visits<NoFacts>) {
    visits.on(FunctionCallExprSyntax.self, inspect)
  }

  private static func inspect(_ node: FunctionCallExprSyntax, _ walk: Walk) {
    guard node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "Mirror",
      let argument = node.arguments.first,
      argument.label?.text == "reflecting",
      let types = walk.modelTypes(in: walk.type(of: argument.expression))
    else { return }
    let message =
      "A mirror shows the storage that the macro adds, `_name` and the registrar: list the properties by hand."
    walk.decide(Self.id, at: node, of: types.filter { walk.models.isCandidate($0) }, message)
  }
}
