import SwiftSyntax

/// Finds what a piece of code reads when it runs, as far as its text shows that: members of what isn't local.
///
/// Not looked at is what code does with views, which nobody observes, and what runs at another time: closures, local
/// functions, and what was put into a bare `do` to run once.
final class Reading: ScopeVisitor {
  private let includesNames: Bool
  private var found: [(expression: ExprSyntax, root: TokenSyntax)] = []
  /// The members that lead to a method that is called for what it does: `store.lock` in `store.lock.unlock()`.
  private var receivers: Set<SyntaxIdentifier> = []

  /// The first that is read.
  ///
  /// - Parameters:
  ///   - code: The code, in the order of the source.
  ///   - locals: What it can see of the method around it.
  ///   - includesNames: Whether a name by itself is read as well: it may be a property of the object.
  /// - Returns: The member, with what it is taken of; nil if nothing is read.
  static func first(
    in code: [Syntax],
    _ locals: LocalDeclarations,
    includingNames includesNames: Bool = false
  ) -> ExprSyntax? {
    code.lazy.compactMap { node in
      let finder = Reading(locals, includesNames)
      finder.walk(node)
      return finder.found.first { !finder.isDeclaredInside($0.root) }?.expression
    }.first
  }

  private init(_ locals: LocalDeclarations, _ includesNames: Bool) {
    self.includesNames = includesNames
    super.init(locals)
  }

  // MARK: What is read

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if !receivers.contains(node.id), !node.isOfSequences, let root = MemberPath(node)?.readRoot,
      outer[root.identifierText] == nil
    {
      found.append((ExprSyntax(node), root))
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

/// A member of a member of …, as in `model.rows[0].title`.
private struct MemberPath {
  /// What is looked up first.
  private var root: TokenSyntax
  private var members: [TokenSyntax] = []

  /// Nil for what begins with something else than a name, like `.bold`, `super.title` and `[1, 2].count`.
  init?(_ node: MemberAccessExprSyntax) {
    var expression = ExprSyntax(node)
    while !expression.is(DeclReferenceExprSyntax.self) {
      if let member = expression.as(MemberAccessExprSyntax.self) { members.insert(member.declName.baseName, at: 0) }
      guard let receiver = expression.receiver else { return nil }
      expression = receiver
    }
    root = expression.cast(DeclReferenceExprSyntax.self).baseName
    // `self.model.title` is `model.title`.
    if root.tokenKind == .keyword(.self) { root = members.removeFirst() }
  }

  /// The name that decides whether this is read: nil for what doesn't change, or isn't observed.
  var readRoot: TokenSyntax? {
    guard let last = members.last, last.tokenKind != .keyword(.self), !last.isOfViewHierarchy,
      !([root] + members.dropLast()).contains(where: \.isPartOfView)
    else { return nil }
    if root.isPropertyName { return root }
    // `Style.bold` and `Style.Weight.bold` don't change; `Settings.shared.style` does.
    let isOfTheSystem = ["UI", "NS"].contains { root.text.hasPrefix($0) } || Self.typesOfTheSystem.contains(root.text)
    return root.isTypeName && !isOfTheSystem && members.filter(\.isPropertyName).count > 1 ? root : nil
  }

  /// Whose shared instances nobody observes.
  private static let typesOfTheSystem: Set = [
    "Bundle", "Calendar", "DispatchQueue", "FileManager", "Locale", "NotificationCenter", "ProcessInfo", "TimeZone",
    "URLSession", "UserDefaults",
  ]
}

extension TokenSyntax {
  /// By its first letter, which is all there is; not so `$0`, a parameter of a closure.
  fileprivate var isPropertyName: Bool {
    guard case .identifier = tokenKind, let first = identifierText.first(where: { $0 != "_" && $0 != "$" }) else {
      return false
    }
    return first.isLetter && !first.isUppercase
  }

  fileprivate var isTypeName: Bool {
    tokenKind == .keyword(.Self) || identifierText.first?.isUppercase == true
  }

  /// Whether this is a view, or one of the objects around it, as far as its name says so: `titleLabel`.
  fileprivate var isPartOfView: Bool {
    ["view", "label", "button", "textField", "layer", "window", "viewController", "navigationController"].contains {
      identifierText == $0 || identifierText.hasSuffix($0.prefix(1).uppercased() + $0.dropFirst())
    }
  }

  /// Whether views are found by this member of another one.
  fileprivate var isOfViewHierarchy: Bool {
    ["subviews", "arrangedSubviews", "superview", "sublayers", "gestureRecognizers", "constraints", "viewControllers"]
      .contains(identifierText)
  }
}

extension MemberAccessExprSyntax {
  /// Whether the standard library has this for all sequences: only what it is taken of may be read.
  fileprivate var isOfSequences: Bool {
    let name = declName.baseName.text
    if name == "indices" || name == "lazy" { return true }
    return parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == id && Self.methodsOfSequences.contains(name)
  }

  private static let methodsOfSequences: Set = [
    "compactMap", "dropFirst", "dropLast", "enumerated", "filter", "flatMap", "map", "prefix", "reversed", "sorted",
    "suffix",
  ]
}

extension ExprSyntax {
  /// What a member, an element or a result is taken of.
  fileprivate var receiver: ExprSyntax? {
    switch kind {
    case .memberAccessExpr: cast(MemberAccessExprSyntax.self).base
    case .subscriptCallExpr: cast(SubscriptCallExprSyntax.self).calledExpression
    case .functionCallExpr: cast(FunctionCallExprSyntax.self).calledExpression
    case .optionalChainingExpr: cast(OptionalChainingExprSyntax.self).expression
    case .forceUnwrapExpr: cast(ForceUnwrapExprSyntax.self).expression
    case .tupleExpr: cast(TupleExprSyntax.self).onlyExpression
    default: nil
    }
  }
}

extension TupleExprSyntax {
  /// What is in parentheses.
  fileprivate var onlyExpression: ExprSyntax? {
    elements.count == 1 ? elements.first?.expression : nil
  }
}
