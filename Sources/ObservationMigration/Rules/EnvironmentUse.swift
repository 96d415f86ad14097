import SwiftSyntax

/// What a view does with an object that it takes from the environment.
enum EnvironmentUse {
  case none
  /// Only actions read it.
  case later
  case shown

  init(of name: String, declaredBy node: VariableDeclSyntax, in owner: TypeSymbol.ID, _ walk: Walk) {
    let (table, reach) = (walk.project.table, walk.project.reach)
    // Others may read it, or know it by a protocol.
    let isKnownElsewhere =
      reach.membersOfOthers.contains(name)
      || table.supertypes[owner].contains { $0 != owner && table.types[$0].members[name] != nil }
    guard !isKnownElsewhere, let type = node.enclosingType else {
      self = .shown
      return
    }
    let mentions = type.tokens(viewMode: .sourceAccurate).filter { token in
      guard [name, "$" + name, "_" + name].contains(token.identifierText) else { return false }
      return token.parent?.is(DeclReferenceExprSyntax.self) == true
        || token.parent?.is(ClosureCaptureSyntax.self) == true
    }
    if mentions.isEmpty {
      // An extension may read it.
      let reads = reach.reads(of: table.types[owner], in: walk.file)
      self = reads?.names.contains(name) == true ? .shown : .none
    } else if table.types[owner].declarationCount > 1 {
      self = .shown
    } else {
      self = mentions.allSatisfy { Self.isLater($0, in: type) } ? .later : .shown
    }
  }

  private static func isLater(_ token: TokenSyntax, in type: Syntax) -> Bool {
    var current = token.parent
    // A closure captures when it's made.
    if current?.is(ClosureCaptureSyntax.self) == true {
      while let node = current, !node.is(ClosureExprSyntax.self) { current = node.parent }
      current = current?.parent
    }
    while let node = current, node.id != type.id {
      if let closure = node.as(ClosureExprSyntax.self), closure.runsLater { return true }
      if let function = node.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause.map(\.type.isVoid) ?? true
          && !LaterClosures.functionsCalledAtOnce.contains(function.name.text)
      }
      current = node.parent
    }
    return false
  }
}

extension ClosureExprSyntax {
  /// Whether it is given to something that is known to call it later.
  fileprivate var runsLater: Bool {
    guard let parent else { return false }
    if let element = parent.as(MultipleTrailingClosureElementSyntax.self) {
      return element.parent?.parent?.as(FunctionCallExprSyntax.self)?.calls(later: element.label.text) ?? false
    }
    if let argument = parent.as(LabeledExprSyntax.self) {
      return argument.parent?.parent?.as(FunctionCallExprSyntax.self)?.calls(later: argument.label?.text) ?? false
    }
    guard let call = parent.as(FunctionCallExprSyntax.self), call.trailingClosure?.id == id else { return false }
    // `Button(action: save) { Text("Save") }`
    return !call.arguments.contains { $0.label?.text == "action" } && call.calls(later: nil)
  }
}

extension FunctionCallExprSyntax {
  fileprivate func calls(later label: String?) -> Bool {
    if let label, LaterClosures.labelsOfShown.contains(label) { return false }
    return label == "action" || calleeName.map { LaterClosures.names.contains($0.baseName.text) } ?? false
  }
}
