import SwiftSyntax

/// Finds what a piece of code reads when it runs, as far as its text shows that: members of what isn't local.
///
/// Not looked at is what code does with views, which nobody observes, and what runs at another time: closures, local
/// functions, and what was put into a bare `do` to run once.
final class Reading: ScopeVisitor {
  private let includesNames: Bool
  private let includesOwnProperties: Bool
  /// With the names that decide what they are, which may be declared inside.
  private var found: [(expression: ExprSyntax, root: TokenSyntax?)] = []
  /// The members that lead to a method that is called for what it does: `store.lock` in `store.lock.unlock()`.
  private var receivers: Set<SyntaxIdentifier> = []

  /// The first that is read.
  ///
  /// - Parameters:
  ///   - code: The code, in the order of the source.
  ///   - locals: What it can see of the method around it.
  ///   - includesNames: Whether a name by itself is read as well: it may be a property of the object.
  ///   - includesOwnProperties: Whether `self.text` is read: the object may be a model.
  /// - Returns: The member, with what it is taken of; nil if nothing is read.
  static func first(
    in code: [Syntax],
    _ locals: LocalDeclarations,
    includingNames includesNames: Bool = false,
    includingOwnProperties includesOwnProperties: Bool = false
  ) -> ExprSyntax? {
    code.lazy.compactMap { node in
      let finder = Reading(locals, includesNames, includesOwnProperties)
      finder.walk(node)
      return finder.found.first { $0.root.map(finder.isDeclaredInside) != true }?.expression
    }.first
  }

  /// The first that a closure reads when it runs, and hasn't captured.
  static func first(
    inBodyOf closure: ClosureExprSyntax,
    from start: AbsolutePosition,
    _ locals: LocalDeclarations,
    includingOwnProperties includesOwnProperties: Bool
  ) -> ExprSyntax? {
    let finder = Reading(locals, false, includesOwnProperties)
    finder.hideNames(of: closure)
    finder.walk(closure.statements)
    return finder.found.first { expression, root in
      expression.position >= start && root.map(finder.isDeclaredInside) != true
    }?.expression
  }

  private init(_ locals: LocalDeclarations, _ includesNames: Bool, _ includesOwnProperties: Bool) {
    self.includesNames = includesNames
    self.includesOwnProperties = includesOwnProperties
    super.init(locals)
  }

  // MARK: What is read

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    guard !receivers.contains(node.id), !node.isOfSequences else { return .visitChildren }
    if let root = MemberPath(node)?.readRoot, outer[root.identifierText] == nil {
      found.append((ExprSyntax(node), root))
    } else if includesOwnProperties, node.isOwnProperty {
      found.append((ExprSyntax(node), nil))
    }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName
    if includesNames, !node.isMember, node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id != node.id,
      name.isPropertyName, outer[name.identifierText] == nil
    {
      found.append((ExprSyntax(node), name))
    }
    return .visitChildren
  }

  // MARK: What is done

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    if let expression = node.item.as(ExprSyntax.self)?.withoutKeywords {
      let assignment = expression.assignment
      if assignment == nil {
        addReceivers(of: expression)
      } else if let assignment, assignment.target.is(DiscardAssignmentExprSyntax.self),
        let only = assignment.value.operands.first, assignment.value.operands.count == 1
      {
        addReceivers(of: only.withoutKeywords)
      }
    }
    return super.visit(node)
  }

  private func addReceivers(of statement: ExprSyntax) {
    guard let call = statement.call else { return }
    for expression in sequence(first: call.calledExpression, next: \.receiver) { receivers.insert(expression.id) }
  }

  // What is assigned to is only looked for.
  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind { visitValue(ExprSyntax(node)) }
  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind { visitValue(ExprSyntax(node)) }

  private func visitValue(_ expression: ExprSyntax) -> SyntaxVisitorContinueKind {
    guard let value = expression.assignment?.value else { return .visitChildren }
    for operand in value.operands { walk(operand) }
    return .skipChildren
  }

  // MARK: What runs at another time

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    if let captures = node.signature?.capture { walk(captures) }
    return .skipChildren
  }

  override func visit(_ node: DoStmtSyntax) -> SyntaxVisitorContinueKind {
    node.catchClauses.isEmpty ? .skipChildren : .visitChildren
  }

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    ["selector", "keyPath"].contains(node.macroName.text) ? .skipChildren : .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  // For the caller of the method.
  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ThrowStmtSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
