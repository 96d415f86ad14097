import SwiftSyntax

/// What a statement does: it calls something, or assigns something.
enum Operation {
  case assignment(ExprSyntax, AssignedValue)
  case call(FunctionCallExprSyntax, ExprSyntax)

  init?(_ expression: ExprSyntax) {
    if let call = expression.call {
      self = .call(call, expression)
    } else if let (target, value) = expression.assignment, !target.is(DiscardAssignmentExprSyntax.self) {
      self = .assignment(target, value)
    } else {
      return nil
    }
  }

  var named: Syntax {
    switch self {
    case .assignment(let target, _): Syntax(target.withoutKeywords)
    case .call(_, let expression): Syntax(expression)
    }
  }

  /// Whether it is a binding by itself: it may read something.
  func isBinding(_ locals: LocalDeclarations) -> Bool {
    switch self {
    case .assignment(_, let value):
      // To be assigned a closure, nothing is read but what it captures; and to add a constant again is not meant.
      if value.sign == "=", value.operands.count > 1 || value.operands.first?.is(ClosureExprSyntax.self) != true {
        return true
      }
      return Reading.first(in: value.operands.map { Syntax($0) }, locals) != nil
    case .call(let call, _):
      // What the superclass does is its own affair.
      if call.isOfSuperclass { return Reading.first(in: [Syntax(call)], locals) != nil }
      return !call.readsNothing
    }
  }
}

/// Finds what the branches of a statement do, in the order of the source.
final class OperationFinder: SyntaxVisitor {
  private var found: [Operation] = []

  static func all(in statement: Syntax) -> [Operation] {
    let finder = OperationFinder(viewMode: .sourceAccurate)
    finder.walk(statement)
    return finder.found
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    guard let operation = node.item.as(ExprSyntax.self).flatMap({ Operation($0.withoutKeywords) }) else {
      return .visitChildren
    }
    found.append(operation)
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension FunctionCallExprSyntax {
  fileprivate var isOfSuperclass: Bool {
    var base = calledExpression
    while let member = base.as(MemberAccessExprSyntax.self)?.base { base = member }
    return base.is(SuperExprSyntax.self)
  }

  /// Functions of the standard library read only what they are given, and literals don't change.
  fileprivate var readsNothing: Bool {
    guard let name = calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
    return Self.functionsOfTheStandardLibrary.contains(name) && trailingClosure == nil
      && arguments.allSatisfy(\.expression.isConstant)
  }

  private static let functionsOfTheStandardLibrary: Set = [
    "assert", "assertionFailure", "debugPrint", "dump", "fatalError", "precondition", "preconditionFailure", "print",
  ]
}

extension ExprSyntax {
  /// Whether it's a literal.
  var isConstant: Bool {
    switch kind {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr: true
    case .stringLiteralExpr:
      self.as(StringLiteralExprSyntax.self)!.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
    case .prefixOperatorExpr: self.as(PrefixOperatorExprSyntax.self)!.expression.isConstant
    case .arrayExpr: self.as(ArrayExprSyntax.self)!.elements.allSatisfy { $0.expression.isConstant }
    default: false
    }
  }
}
