import SwiftSyntax

/// A class with subscribing methods, as far as one file shows it.
struct PipelineOwner {
  let id: TypeSymbol.ID
  let node: ClassDeclSyntax
  /// The bodies of its declaration and extensions in the file.
  private let bodies: [MemberBlockSyntax]
  var ranges: [Range<Int>] { bodies.map(\.utf8Range) }
  /// The indentation of its members.
  let step: String
  let storages: [SubscriptionStorage]

  init?(_ id: TypeSymbol.ID, in root: Syntax, _ walk: Walk) {
    self.id = id
    var node: ClassDeclSyntax?
    var bodies: [MemberBlockSyntax] = []
    for declaration in root.declarations(of: id, walk) {
      bodies.append(declaration.memberBlock)
      if let found = declaration.as(ClassDeclSyntax.self) { node = found }
    }
    guard let node else { return nil }
    self.node = node
    self.bodies = bodies
    step = walk.step(around: node.memberBlock)
    storages = [SubscriptionStorage](in: node, bodies: bodies, names: walk.storageNames)
  }

  /// A private property of the class; for a local set of a function, the property that gets its value.
  func privateStorage(_ expression: ExprSyntax, isLocal: Bool) -> SubscriptionStorage? {
    if isLocal { return storages.first { $0.isPrivate && $0.localSets.contains { $0.isMeant(by: expression) } } }
    guard let name = ExpressionPath(expression)?.ownName else { return nil }
    return storages.first { $0.name == name && $0.isPrivate }
  }

  /// The function of the class around a statement, outside closures, neither static nor nonisolated.
  func function(around statement: ExprSyntax) -> Syntax? {
    let around = Array(statement.ancestors.prefix { !$0.is(MemberBlockSyntax.self) })
    let functions = around.filter { [.functionDecl, .initializerDecl].contains($0.kind) }
    let modifiers = functions.compactMap { $0.asProtocol((any WithModifiersSyntax).self)?.modifiers }
    guard let body = around.last?.parent, bodies.contains(where: { $0.id == body.id }),
      !around.contains(where: { [.closureExpr, .accessorBlock, .deinitializerDecl].contains($0.kind) }),
      !modifiers.contains(where: { $0.hasStatic || $0.has("nonisolated") })
    else { return nil }
    return functions.last
  }
}

extension Syntax {
  /// The declaration and the extensions of a type in a file.
  fileprivate func declarations(of id: TypeSymbol.ID, _ walk: Walk) -> [any DeclGroupSyntax] {
    walk.table.declarationOffsets[walk.file].filter { $0.value == id }.keys.sorted().compactMap { offset in
      token(at: AbsolutePosition(utf8Offset: offset))?.ancestors.lazy
        .compactMap(\.typeDeclaration).first
    }
  }
}
