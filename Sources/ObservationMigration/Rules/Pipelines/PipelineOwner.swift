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
    var current = statement.parent
    var function: Syntax?
    while let syntax = current, !syntax.is(MemberBlockSyntax.self) {
      if syntax.is(ClosureExprSyntax.self) || syntax.is(AccessorBlockSyntax.self)
        || syntax.is(DeinitializerDeclSyntax.self)
      {
        return nil
      }
      let modifiers = syntax.as(FunctionDeclSyntax.self)?.modifiers ?? syntax.as(InitializerDeclSyntax.self)?.modifiers
      if let modifiers {
        if modifiers.hasStatic || modifiers.has("nonisolated") { return nil }
        function = syntax
      }
      current = syntax.parent
    }
    guard let body = current, bodies.contains(where: { $0.id == body.id }) else { return nil }
    return function
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
