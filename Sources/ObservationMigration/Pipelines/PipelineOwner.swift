import SwiftSyntax

/// A class whose methods subscribe, as far as one file shows it.
struct PipelineOwner {
  let id: TypeSymbol.ID
  let node: ClassDeclSyntax
  /// Its own and those of its extensions in the file.
  private let bodies: [MemberBlockSyntax]
  /// Where those stand.
  var ranges: [Range<Int>] { bodies.map(\.utf8Range) }
  /// Its code runs on the main actor.
  let isOnMainActor: Bool
  /// How far its members are indented.
  let step: String
  let storages: [SubscriptionStorage]

  init?(_ id: TypeSymbol.ID, in root: Syntax, _ inspection: Inspection) {
    self.id = id
    var node: ClassDeclSyntax?
    var bodies: [MemberBlockSyntax] = []
    for declaration in root.declarations(of: id, inspection) {
      bodies.append(declaration.memberBlock)
      if let found = declaration.as(ClassDeclSyntax.self) { node = found }
    }
    guard let node else { return nil }
    self.node = node
    self.bodies = bodies
    isOnMainActor = inspection.table.isOnMainActor(id)
    let outer = inspection.source.indentation(at: node.startOffset)
    let inner = node.memberBlock.members.first.map { inspection.source.indentation(at: $0.startOffset) } ?? ""
    step = inner.hasPrefix(outer) && inner != outer ? String(inner.dropFirst(outer.count)) : "  "
    storages = [SubscriptionStorage](in: node, bodies: bodies, names: inspection.storageNames)
  }

  /// A property of this class that other files can't see.
  func privateStorage(_ expression: ExprSyntax) -> SubscriptionStorage? {
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

extension Inspection {
  /// A class of this file, found from a node of it.
  func pipelineOwner(_ id: TypeSymbol.ID, around node: some SyntaxProtocol) -> PipelineOwner? {
    if let owner = pipelineOwners[id] { return owner }
    let owner = PipelineOwner(id, in: node.root, self)
    pipelineOwners[id] = owner
    return owner
  }

  /// The names that a function mentions, and those that were added to it.
  func names(in function: Syntax) -> Set<String> {
    if let names = namesInFunctions[function.id] { return names }
    var names: Set<String> = []
    for token in function.tokens(viewMode: .sourceAccurate) {
      if case .identifier = token.tokenKind { names.insert(token.identifierText) }
    }
    namesInFunctions[function.id] = names
    return names
  }

  /// A name that nothing has in a function.
  func freeName(_ base: String, in function: Syntax) -> String {
    let names = names(in: function)
    return sequence(first: 1) { $0 + 1 }.lazy.map { $0 == 1 ? base : "\(base)\($0)" }.first { !names.contains($0) }
      ?? base
  }

  /// A name for a constant in a function, which it has from here on.
  func newName(_ base: String, in function: Syntax) -> String {
    let name = freeName(base, in: function)
    namesInFunctions[function.id]?.insert(name)
    return name
  }

  /// Whether a name stands for nothing of the type around it: a global one, or a type.
  func isGlobal(_ name: String) -> Bool {
    if let id = names.enclosingType, !table.members(name, of: id).isEmpty { return false }
    return !table.globals(name).isEmpty || name.unicodeScalars.first?.properties.isUppercase == true
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
  fileprivate func declarations(of id: TypeSymbol.ID, _ inspection: Inspection) -> [any DeclGroupSyntax] {
    inspection.table.declarationOffsets[inspection.file].filter { $0.value == id }.keys.sorted().compactMap { offset in
      var current = token(at: AbsolutePosition(utf8Offset: offset))?.parent
      while let syntax = current {
        if let group = syntax.asProtocol((any DeclGroupSyntax).self) { return group }
        current = syntax.parent
      }
      return nil
    }
  }
}
