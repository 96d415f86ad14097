import SwiftSyntax

/// Finds `$0` of one closure.
final class ShorthandFinder: SyntaxVisitor {
  var places: [TokenSyntax] = []
  /// `$0` of a closure inside.
  var isNested = false
  private var depth = 0

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    depth += 1
    return .visitChildren
  }

  override func visitPost(_ node: ClosureExprSyntax) { depth -= 1 }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    if token.text == "$0" {
      if depth == 0 { places.append(token) } else { isNested = true }
    }
    return .skipChildren
  }
}
