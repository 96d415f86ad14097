import SwiftSyntax

/// Finds the reads of a piece of code, as far as the text shows: members of values that aren't local.
///
/// Reads of views are ignored, because nobody observes views. So is code that runs at another time: closures, local
/// functions, and a bare `do`, which runs once.
final class Reading: ScopeVisitor {
  private let includesNames: Bool
  private let includesOwnProperties: Bool
  /// With the names that decide the meaning, which may be declared inside.
  private var found: [(expression: ExprSyntax, root: TokenSyntax?)] = []
  /// The members leading to a method called for an effect: `store.lock` in `store.lock.unlock()`.
  private var receivers: Set<SyntaxIdentifier> = []

  /// The first read.
  ///
  /// - Parameters:
  ///   - code: The code, in the order of the source.
  ///   - locals: The visible names of the enclosing method.
  ///   - includesNames: Whether a name by itself counts as well: it may be a property of the object.
  ///   - includesOwnProperties: Whether `self.text` counts: the object may be a model.
  /// - Returns: The member with its base; nil if nothing is read.
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

  /// The first read of a running closure, other than its captures.
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

  // MARK: Reads

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

  // MARK: Effects

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

  // The target of an assignment is only looked up.
  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind { visitValue(ExprSyntax(node)) }
  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind { visitValue(ExprSyntax(node)) }

  private func visitValue(_ expression: ExprSyntax) -> SyntaxVisitorContinueKind {
    guard let value = expression.assignment?.value else { return .visitChildren }
    for operand in value.operands { walk(operand) }
    return .skipChildren
  }

  // MARK: Code that runs at another time

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
