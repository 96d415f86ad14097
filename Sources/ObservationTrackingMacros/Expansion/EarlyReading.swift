import SwiftSyntax
import SwiftSyntaxBuilder

/// Makes a statement observed as a whole register its reads before it goes on and may change their values.
///
/// A condition is evaluated inside `pass.reading(…)`. A passed or assigned value is not, because the compiler could
/// infer another type: each path in the value is evaluated once more, in `(pass.reading(model.text), model.text).1`.
/// Effects aren't repeated, since calls are left out.
///
/// Code that runs many times, or at another time, stays unchanged: loops, closures, local functions.
final class EarlyReading: SyntaxRewriter {
  private let pass: String
  private let locals: LocalDeclarations
  /// Whether the value of the visited code is passed or assigned.
  private var isValue = false

  /// - Parameters:
  ///   - pass: The name of the parameter for the run.
  ///   - locals: The names of the enclosing method visible to the statement.
  init(in pass: String, _ locals: LocalDeclarations) {
    self.pass = pass
    self.locals = locals
  }

  private func rewrite<Node: SyntaxProtocol>(_ node: Node, isValue: Bool) -> Node {
    let outer = self.isValue
    defer { self.isValue = outer }
    self.isValue = isValue
    return rewrite(node).as(Node.self) ?? node
  }

  // MARK: Conditions

  override func visit(_ node: ConditionElementSyntax) -> ConditionElementSyntax {
    switch node.condition {
    case .expression(let expression):
      node.with(\.condition, .expression(condition(expression)))
    case .optionalBinding(let binding):
      node.with(\.condition, .optionalBinding(condition(binding)))
    case .matchingPattern(let pattern):
      node.with(\.condition, .matchingPattern(pattern.with(\.initializer.value, condition(pattern.initializer.value))))
    default:
      node
    }
  }

  private func condition(_ binding: OptionalBindingConditionSyntax) -> OptionalBindingConditionSyntax {
    if let value = binding.initializer?.value { return binding.with(\.initializer!.value, condition(value)) }
    guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.trimmed else { return binding }
    let initializer = InitializerClauseSyntax(
      equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
      value: condition(ExprSyntax(DeclReferenceExprSyntax(baseName: name))),
      trailingTrivia: binding.trailingTrivia
    )
    return binding.with(\.trailingTrivia, []).with(\.initializer, initializer)
  }

  override func visit(_ node: SwitchExprSyntax) -> ExprSyntax {
    let cases = rewrite(node.cases, isValue: false)
    return ExprSyntax(node.with(\.subject, condition(node.subject)).with(\.cases, cases))
  }

  private func condition(_ expression: ExprSyntax) -> ExprSyntax {
    let reads =
      Reading.first(in: [Syntax(expression)], locals, includingNames: true, includingOwnProperties: true) != nil
      || Syntax(expression).contains([.functionCallExpr])
    // Throwing code would need typed errors; the other kinds can't be moved.
    if !reads || Syntax(expression).contains([.tryExpr, .awaitExpr, .ifExpr, .switchExpr, .consumeExpr]) {
      return rewrite(expression, isValue: false)
    }
    return expression.replaced { "\(pass).reading(\($0))" }
  }

  // MARK: Values

  override func visit(_ node: FunctionCallExprSyntax) -> ExprSyntax {
    let arguments = rewrite(node.arguments, isValue: !node.takesFunction)
    return ExprSyntax(
      node.with(\.calledExpression, rewrite(node.calledExpression, isValue: false)).with(\.arguments, arguments)
    )
  }

  override func visit(_ node: InitializerClauseSyntax) -> InitializerClauseSyntax {
    node.with(\.value, rewrite(node.value, isValue: true))
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> ExprSyntax {
    guard ExprSyntax(node).assignment != nil else { return super.visit(node) }
    return ExprSyntax(
      node.with(\.leftOperand, rewrite(node.leftOperand, isValue: false))
        .with(\.rightOperand, rewrite(node.rightOperand, isValue: true))
    )
  }

  override func visit(_ node: SequenceExprSyntax) -> ExprSyntax {
    guard ExprSyntax(node).assignment != nil else { return super.visit(node) }
    let elements = node.elements.enumerated().map { rewrite($1, isValue: $0 > 1) }
    return ExprSyntax(node.with(\.elements, ExprListSyntax(elements)))
  }

  override func visit(_ node: MemberAccessExprSyntax) -> ExprSyntax { value(ExprSyntax(node)) ?? super.visit(node) }
  override func visit(_ node: SubscriptCallExprSyntax) -> ExprSyntax { value(ExprSyntax(node)) ?? super.visit(node) }
  override func visit(_ node: ForceUnwrapExprSyntax) -> ExprSyntax { value(ExprSyntax(node)) ?? super.visit(node) }

  /// Nil for anything but a read path.
  private func value(_ path: ExprSyntax) -> ExprSyntax? {
    guard isValue, !Syntax(path).contains(Self.kindsNotInPaths),
      Reading.first(in: [Syntax(path)], locals, includingOwnProperties: true) != nil
    else { return nil }
    return path.replaced { "(\(pass).reading(\($0)), \($0)).1" }
  }

  /// Code with a possible effect, and the arguments in a function's name.
  private static let kindsNotInPaths: Set<SyntaxKind> = [
    .functionCallExpr, .closureExpr, .macroExpansionExpr, .tryExpr, .awaitExpr, .inOutExpr, .declNameArguments,
  ]

  // Code without a value.
  override func visit(_ node: ExpressionPatternSyntax) -> PatternSyntax { PatternSyntax(node) }
  override func visit(_ node: IfConfigClauseSyntax) -> IfConfigClauseSyntax {
    super.visit(node).with(\.condition, node.condition)
  }
  override func visit(_ node: InOutExprSyntax) -> ExprSyntax { ExprSyntax(node) }
  override func visit(_ node: KeyPathExprSyntax) -> ExprSyntax { ExprSyntax(node) }
  override func visit(_ node: MacroExpansionExprSyntax) -> ExprSyntax { ExprSyntax(node) }
  override func visit(_ node: PackExpansionExprSyntax) -> ExprSyntax { ExprSyntax(node) }
  override func visit(_ node: ConsumeExprSyntax) -> ExprSyntax { ExprSyntax(node) }

  // MARK: Code that runs many times, or at another time

  override func visit(_ node: ForStmtSyntax) -> StmtSyntax { StmtSyntax(node) }
  override func visit(_ node: WhileStmtSyntax) -> StmtSyntax { StmtSyntax(node) }
  override func visit(_ node: RepeatStmtSyntax) -> StmtSyntax { StmtSyntax(node) }
  override func visit(_ node: ClosureExprSyntax) -> ExprSyntax { ExprSyntax(node) }
  override func visit(_ node: FunctionDeclSyntax) -> DeclSyntax { DeclSyntax(node) }
  override func visit(_ node: StructDeclSyntax) -> DeclSyntax { DeclSyntax(node) }
  override func visit(_ node: ClassDeclSyntax) -> DeclSyntax { DeclSyntax(node) }
  override func visit(_ node: EnumDeclSyntax) -> DeclSyntax { DeclSyntax(node) }
  override func visit(_ node: AccessorBlockSyntax) -> AccessorBlockSyntax { node }
}

extension FunctionCallExprSyntax {
  /// Whether an argument is a function, as in `dates.map(formatter.string)`: an overloaded one means nothing by itself.
  fileprivate var takesFunction: Bool {
    guard let name = calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text else { return false }
    return ["compactMap", "filter", "flatMap", "forEach", "map"].contains(name)
  }
}

extension ExprSyntax {
  /// A replacement made of the code's text.
  fileprivate func replaced(_ code: (String) -> String) -> ExprSyntax {
    let new: ExprSyntax = "\(raw: code(trimmedDescription))"
    return new.with(\.leadingTrivia, leadingTrivia).with(\.trailingTrivia, trailingTrivia)
  }
}

extension Syntax {
  func contains(_ kinds: Set<SyntaxKind>) -> Bool {
    kinds.contains(kind) || children(viewMode: .sourceAccurate).contains { $0.contains(kinds) }
  }
}
