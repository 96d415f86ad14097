import SwiftSyntax

/// The operation of a statement: a call or an assignment.
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

  /// Whether the operation is a binding by itself, because it may read something.
  func isBinding(_ locals: LocalDeclarations) -> Bool {
    switch self {
    case .assignment(_, let value):
      // An assigned closure reads nothing but its captures; and adding a constant repeatedly isn't intended.
      if value.sign == "=", value.operands.count > 1 || value.operands.first?.is(ClosureExprSyntax.self) != true {
        return true
      }
      return Reading.first(in: value.operands.map { Syntax($0) }, locals) != nil
    case .call(let call, _):
      // A superclass's operations are its own affair.
      if call.isOfSuperclass { return Reading.first(in: [Syntax(call)], locals) != nil }
      return !call.readsNothing
    }
  }
}

/// Finds the operations in the branches of a statement, in the order of the source.
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

  /// Functions of the standard library read only their arguments, and literals don't change.
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
  /// Whether the expression is a literal.
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
