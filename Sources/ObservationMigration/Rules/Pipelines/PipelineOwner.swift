import SwiftSyntax

/// A class whose methods subscribe, as far as one file shows it.
struct PipelineOwner {
  let id: TypeSymbol.ID
  let node: ClassDeclSyntax
  /// Its own and those of its extensions in the file.
  private let bodies: [MemberBlockSyntax]
  /// Where those stand.
  var ranges: [Range<Int>] { bodies.map(\.utf8Range) }
  /// How far its members are indented.
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

  /// A property of this class that other files can't see; or, for a set of a function, the one that it becomes.
  func privateStorage(_ expression: ExprSyntax, isLocal: Bool) -> SubscriptionStorage? {
    if isLocal { return storages.first { $0.isPrivate && $0.localSets.contains { $0.isMeant(by: expression) } } }
    guard let path = ExpressionPath(expression) else { return nil }
    let name: String
    if case .name(let own) = path.root, path.steps.isEmpty {
      name = own
    } else if path.root == .selfReference, path.steps.count == 1, case .member(let own) = path.steps[0] {
      name = own
    } else {
      return nil
    }
    return storages.first { $0.name == name && $0.isPrivate }
  }

  /// The function of the class that a statement stands in, outside closures, not static or nonisolated.
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

extension ExpressionPath {
  /// Whether nothing but members follows.
  var isOfMembers: Bool {
    steps.allSatisfy { if case .member = $0 { true } else { false } }
  }
}

extension Syntax {
  /// The declarations of a type, and its extensions, in a file.
  fileprivate func declarations(of id: TypeSymbol.ID, _ walk: Walk) -> [any DeclGroupSyntax] {
    walk.table.declarationOffsets[walk.file].filter { $0.value == id }.keys.sorted().compactMap { offset in
      token(at: AbsolutePosition(utf8Offset: offset))?.ancestors.lazy
        .compactMap(\.typeDeclaration).first
    }
  }
}
