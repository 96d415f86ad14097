import SwiftSyntax

extension TokenSyntax {
  /// The name without backticks.
  var identifierText: String { identifier?.name ?? text }

  /// The property behind a projection: `name` of `$name`; nil for `$0` and other tokens.
  var projectedProperty: String? {
    let text = identifierText
    guard text.hasPrefix("$"), !text.dropFirst().allSatisfy(\.isNumber) else { return nil }
    return String(text.dropFirst())
  }
}

extension AttributeSyntax {
  /// The name without its module: `Published` of `@Combine.Published`.
  var name: String { TypeReference(attributeName).lastName ?? attributeName.trimmedText }
}

extension AttributeListSyntax {
  var names: [String] {
    var names: [String] = []
    for element in self {
      if case .attribute(let attribute) = element { names.append(attribute.name) }
      // Attributes inside `#if` count as well.
      guard case .ifConfigDecl(let conditional) = element else { continue }
      for clause in conditional.clauses {
        if case .attributes(let list) = clause.elements { names += list.names }
      }
    }
    return names
  }

  func attribute(_ name: String) -> AttributeSyntax? {
    for case .attribute(let attribute) in self where attribute.name == name { return attribute }
    return nil
  }
}

extension DeclModifierListSyntax {
  var hasStatic: Bool { has("static") || has("class") }

  /// `nonisolated(unsafe)`
  var isUnsafe: Bool { contains { $0.name.text == "nonisolated" && $0.detail?.detail.text == "unsafe" } }

  /// Whether a modifier is present without a detail: `private(set)` is not `private`.
  func has(_ name: String) -> Bool { contains { $0.name.text == name && $0.detail == nil } }
}

extension SyntaxProtocol {
  /// The enclosing nodes, innermost first.
  var ancestors: UnfoldSequence<Syntax, Syntax?> {
    sequence(state: parent) { next in
      defer { next = next?.parent }
      return next
    }
  }

  func ancestor<Node: SyntaxProtocol>(_ type: Node.Type) -> Node? { ancestors.lazy.compactMap { $0.as(type) }.first }

  /// The enclosing nodes within the member.
  var ancestorsInMember: some Sequence<Syntax> { ancestors.prefix { !$0.is(MemberBlockItemSyntax.self) } }

  /// The call that gets this expression as an argument in its parentheses.
  var callOfArgument: FunctionCallExprSyntax? {
    parent?.as(LabeledExprSyntax.self)?.parent?.parent?.as(FunctionCallExprSyntax.self)
  }
}

extension DeclSyntaxProtocol {
  /// Whether the declaration stands in a type, outside functions.
  var isMember: Bool { parent?.is(MemberBlockItemSyntax.self) == true }

  /// Whether the declaration is a member in an `#if` of its type.
  var isConditional: Bool { parent?.parent?.parent?.is(IfConfigClauseSyntax.self) == true && isMember }

  var enclosingType: Syntax? { ancestors.first { $0.kind.isOfType } }
}

extension VariableDeclSyntax {
  var isLazy: Bool { modifiers.has("lazy") }

  /// Whether `@Observable` would track this stored variable of instances.
  var isTrackedByMacro: Bool {
    bindingSpecifier.tokenKind == .keyword(.var) && !modifiers.hasStatic && bindings.allSatisfy(\.isStored)
      && !["Published", "ObservationIgnored", "NSManaged"].contains { attributes.attribute($0) != nil }
  }
}

extension PatternBindingSyntax {
  /// Nil for a pattern of several names.
  var name: TokenSyntax? { pattern.as(IdentifierPatternSyntax.self)?.identifier }

  /// The declaration of a member that contains this binding.
  var memberDeclaration: VariableDeclSyntax? {
    guard let variable = parent?.parent?.as(VariableDeclSyntax.self), variable.isMember else { return nil }
    return variable
  }

  /// Whether the binding has storage: no accessors, or observers only.
  var isStored: Bool {
    guard let accessorBlock else { return true }
    guard case .accessors(let accessors) = accessorBlock.accessors else { return false }
    return accessors.allSatisfy(\.isObserver)
  }
}

extension ClosureExprSyntax {
  /// The call that gets the closure as an argument.
  var enclosingCall: FunctionCallExprSyntax? {
    if let call = parent?.as(FunctionCallExprSyntax.self) {
      return call.calledExpression.id == ExprSyntax(self).id ? nil : call
    }
    return callOfArgument
  }
}

extension DeclReferenceExprSyntax {
  /// The access to a member by this name: `object.name`.
  var access: MemberAccessExprSyntax? {
    parent?.as(MemberAccessExprSyntax.self).flatMap { $0.declName.id == id ? $0 : nil }
  }

  /// The name with the base before it, if any.
  var whole: ExprSyntax { access.map { ExprSyntax($0) } ?? ExprSyntax(self) }

  /// Whether the name is called, also as `name?()`.
  var isCalled: Bool {
    var callee = Syntax(whole)
    while let parent = callee.parent, [.optionalChainingExpr, .forceUnwrapExpr].contains(parent.kind) {
      callee = parent
    }
    return callee.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == callee.id
  }
}

extension FunctionCallExprSyntax {
  /// The method called behind a period, and its base.
  var method: (base: ExprSyntax, name: TokenSyntax)? {
    guard let access = calledExpression.as(MemberAccessExprSyntax.self), let base = access.base else { return nil }
    return (base, access.declName.baseName)
  }
}

extension ExprSyntax {
  /// `target = value`
  var assignment: (target: ExprSyntax, value: ExprSyntax)? {
    guard let sequence = self.as(SequenceExprSyntax.self) else { return nil }
    let parts = Array(sequence.elements)
    return parts.count == 3 && parts[1].is(AssignmentExprSyntax.self) ? (parts[0], parts[2]) : nil
  }

  /// The accessed expression of a subscript, `?` or `!`.
  var accessed: ExprSyntax? {
    switch self.as(ExprSyntaxEnum.self) {
    case .subscriptCallExpr(let call): call.calledExpression
    case .optionalChainingExpr(let chain): chain.expression
    case .forceUnwrapExpr(let unwrap): unwrap.expression
    default: nil
    }
  }

  /// The expression without `?`, `!`, `try`, `await`, parentheses or generic arguments; nil if there are none.
  var inner: ExprSyntax? {
    switch self.as(ExprSyntaxEnum.self) {
    case .optionalChainingExpr(let chain): chain.expression
    case .forceUnwrapExpr(let unwrap): unwrap.expression
    case .tryExpr(let expression): expression.expression
    case .awaitExpr(let expression): expression.expression
    case .genericSpecializationExpr(let expression): expression.expression
    case .tupleExpr(let tuple): tuple.elements.count == 1 ? tuple.elements.first?.expression : nil
    default: nil
    }
  }

  var isSelf: Bool { self.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self) }

  /// The name in `name` and in `self.name`.
  var ownReference: DeclReferenceExprSyntax? {
    guard let access = self.as(MemberAccessExprSyntax.self) else { return self.as(DeclReferenceExprSyntax.self) }
    return access.base?.isSelf == true ? access.declName : nil
  }

  /// Whether a member or a subscript of the expression is used: `$model` of `$model.name` and of `$model[key]`.
  var isBase: Bool {
    parent?.as(MemberAccessExprSyntax.self)?.base?.id == id
      || parent?.as(SubscriptCallExprSyntax.self)?.calledExpression.id == id
  }
}

extension Member.Access {
  init(_ modifiers: DeclModifierListSyntax) {
    self =
      modifiers.has("private")
      ? .type : ["public", "open", "package"].contains(where: modifiers.has) ? .anyone : .module
  }
}

extension SyntaxKind {
  /// Whether the node declares a type, or is an extension.
  var isOfType: Bool {
    switch self {
    case .classDecl, .structDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl: true
    default: false
    }
  }
}

extension Syntax {
  /// The node as a type's declaration, or an extension.
  var typeDeclaration: (any DeclGroupSyntax)? { kind.isOfType ? asProtocol((any DeclGroupSyntax).self) : nil }

  /// The name of the expanded macro, as `#Preview`; nil for other nodes.
  var expandedMacro: String? {
    switch self.as(SyntaxEnum.self) {
    case .macroExpansionDecl(let node): node.macroName.text
    case .macroExpansionExpr(let node): node.macroName.text
    default: nil
    }
  }

  var genericNames: [String] { genericClauses.parameters?.parameters.map(\.name.identifierText) ?? [] }

  /// The generic parameters of a declaration with their constraints, written in either place.
  var genericParameters: [String: TypeReference?] {
    let clauses = genericClauses
    var parameters: [String: TypeReference?] = [:]
    // An empty collection of nodes in place of a missing clause would be a tree of its own.
    if let clause = clauses.parameters {
      for parameter in clause.parameters {
        parameters[parameter.name.identifierText] = .some(parameter.inheritedType.map { TypeReference($0) })
      }
    }
    guard let clause = clauses.constraints else { return parameters }
    for requirement in clause.requirements {
      guard case .conformanceRequirement(let conformance) = requirement.requirement,
        case .named(let names, _) = TypeReference(conformance.leftType), names.count == 1
      else { continue }
      let constraint = TypeReference(conformance.rightType)
      if case .some(.some(let other)) = parameters[names[0]] {
        parameters[names[0]] = .some(.composition([other, constraint]))
      } else {
        parameters[names[0]] = .some(constraint)
      }
    }
    return parameters
  }

  private var genericClauses: (parameters: GenericParameterClauseSyntax?, constraints: GenericWhereClauseSyntax?) {
    switch self.as(SyntaxEnum.self) {
    case .classDecl(let node): (node.genericParameterClause, node.genericWhereClause)
    case .structDecl(let node): (node.genericParameterClause, node.genericWhereClause)
    case .enumDecl(let node): (node.genericParameterClause, node.genericWhereClause)
    case .actorDecl(let node): (node.genericParameterClause, node.genericWhereClause)
    case .functionDecl(let node): (node.genericParameterClause, node.genericWhereClause)
    case .initializerDecl(let node): (node.genericParameterClause, node.genericWhereClause)
    case .extensionDecl(let node): (nil, node.genericWhereClause)
    default: (nil, nil)
    }
  }
}

extension String {
  /// Whether it's a type's name by its case.
  var isTypeName: Bool { unicodeScalars.first?.properties.isUppercase == true }
}
