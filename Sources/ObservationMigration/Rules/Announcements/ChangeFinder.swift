import SwiftSyntax

/// Looks for a change in a statement and its blocks, but for what runs at another time.
final class ChangeFinder: SyntaxVisitor {
  /// Is told as well whether the change is a call whose result is used, which may be made for the result alone.
  typealias Predicate = (_ change: PropertyChange, _ hasUse: Bool) -> Bool

  private let isMeant: Predicate
  /// Whether a change counts only if the statement behind runs after it.
  private let isBefore: Bool
  private var isFound = false

  private init(isBefore: Bool, _ isMeant: @escaping Predicate) {
    self.isMeant = isMeant
    self.isBefore = isBefore
    super.init(viewMode: .sourceAccurate)
  }

  /// Whether a statement, or a condition, makes a change that is meant. Where `isBefore` is set, changes in blocks that end with `return`
  /// and the like are left out: nothing behind the statement runs after them.
  static func find(in node: some SyntaxProtocol, isBefore: Bool = false, _ isMeant: @escaping Predicate) -> Bool {
    let finder = ChangeFinder(isBefore: isBefore, isMeant)
    finder.walk(node)
    return finder.isFound
  }

  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind {
    isBefore && node.statements.leave ? .skipChildren : .visitChildren
  }

  override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
    isBefore && node.statements.leave ? .skipChildren : .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    if PropertyChange.all(in: node).contains(where: { isMeant($0, false) }) { isFound = true }
    return isFound ? .skipChildren : .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let change = PropertyChange(node), isMeant(change, !node.isStatement) { isFound = true }
    return isFound ? .skipChildren : .visitChildren
  }

  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
    if let change = PropertyChange(node), isMeant(change, false) { isFound = true }
    return .visitChildren
  }
}

extension CodeBlockItemListSyntax {
  /// Whether they end with a statement behind which nothing runs.
  fileprivate var leave: Bool {
    guard let last = last?.item.as(StmtSyntax.self) else { return false }
    return [.returnStmt, .throwStmt, .continueStmt].contains(last.kind)
  }
}

extension FunctionCallExprSyntax {
  /// Whether nothing is made of its result.
  fileprivate var isStatement: Bool {
    let outer = ancestors.first { ![.awaitExpr, .tryExpr, .optionalChainingExpr].contains($0.kind) }
    return outer?.is(CodeBlockItemSyntax.self) == true
  }
}

extension Syntax {
  /// All that is assigned in it.
  var assignments: [PropertyChange] { nodes(SequenceExprSyntax.self).flatMap { PropertyChange.all(in: $0) } }
}
