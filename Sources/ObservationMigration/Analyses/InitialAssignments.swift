import SwiftSyntax

/// Where does an initializer or `deinit` change a stored property of its own object, past the observers?
///
/// There, observers of a stored property don't run. Observers of a tracked property do, because its setter is called,
/// though not for the storage, `_name`.
struct InitialAssignments {
  /// The names, without `self`.
  let targets: [TokenSyntax]

  /// Nested types, and code in which assignments run observers.
  private static let called: Set<SyntaxKind> = [.closureExpr, .functionDecl, .deferStmt, .classDecl, .structDecl]

  init(in body: CodeBlockSyntax) {
    targets = body.nodes(ExprSyntax.self, skipping: Self.called).flatMap { node -> [ExprSyntax] in
      switch node.as(ExprSyntaxEnum.self) {
      case .sequenceExpr(let sequence): return sequence.assigned
      case .inOutExpr(let expression): return [expression.expression]
      case .functionCallExpr(let call):
        guard let (base, name) = call.method, MutatingMethods.names.contains(name.text) else { return [] }
        return [base]
      default: return []
      }
    }
    .compactMap(Self.target)
  }

  private static func target(of expression: ExprSyntax) -> TokenSyntax? {
    switch expression.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference):
      reference.isHidden(reference.baseName.identifierText) ? nil : reference.baseName
    case .memberAccessExpr(let access):
      access.base.flatMap { $0.isSelf ? access.declName.baseName : target(of: $0) }
    default: expression.accessed.flatMap { target(of: $0) }
    }
  }
}
