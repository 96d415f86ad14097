import SwiftSyntax

extension TokenSyntax {
  /// The property of which it's the projection: `name` of `$name`; nil for `$0` and for all else.
  var projectedProperty: String? {
    let text = identifierText
    guard text.hasPrefix("$"), !text.dropFirst().allSatisfy(\.isNumber) else { return nil }
    return String(text.dropFirst())
  }
}

extension ExprSyntax {
  /// Whether a member of it is used: `$model` of `$model.name`.
  var isBase: Bool {
    parent?.as(MemberAccessExprSyntax.self)?.base?.id == id
  }
}
