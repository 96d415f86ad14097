import SwiftSyntax

/// A property of a view, and the models in its type.
struct ViewProperty {
  let node: VariableDeclSyntax
  let owner: TypeSymbol.ID
  let name: String
  let binding: PatternBindingSyntax
  /// Nil if the type is unknown, empty without models in it.
  let types: [TypeSymbol.ID]?
  /// It's private to a struct and keeps its default value. With a wrapper it isn't a parameter of the memberwise initializer; a
  /// variable without one would be, and make the initializer private. A constant isn't a parameter either.
  let isHiddenFromMemberwiseInitializer: Bool
  /// It has no initial value, and no initializer of its struct sets it.
  let isParameterOfMemberwiseInitializer: Bool

  init?(_ node: VariableDeclSyntax, _ id: TypeSymbol.ID, _ walk: Walk) {
    self.node = node
    owner = id
    guard let binding = node.bindings.first,
      let name = binding.name?.identifierText,
      let member = walk.table.types[id].members(name, seenFrom: walk.file).first
    else { return nil }
    self.name = name
    self.binding = binding
    let isOfStruct = walk.table.types[id].kind == .struct && !node.modifiers.hasStatic
    let isAssigned = node.enclosingType.map { walk.memo(AssignedNames.self).names(in: $0).contains(name) } == true
    isHiddenFromMemberwiseInitializer =
      isOfStruct && binding.initializer != nil
      && (node.modifiers.has("private") || node.modifiers.has("fileprivate")) && !isAssigned
    isParameterOfMemberwiseInitializer = isOfStruct && binding.initializer == nil && !isAssigned
    let type = walk.table.typeWithArguments(of: member, in: walk.table.types[id].scope(of: member))
    types = type == .elsewhere ? [] : walk.modelTypes(in: type)
  }
}

extension ViewProperty {
  /// What initializers do with the initial value of a property with a wrapper.
  ///
  /// `_model = StateObject(…)` replaced the initial value at the declaration. `_model = State(…)` doesn't from Xcode 27 on, where
  /// `@State` is a macro (TN3211): the value at the declaration wins.
  enum Replacement {
    /// Each initializer replaces it. The edit writes the type in its place.
    case always(Edit)
    /// Each initializer replaces it, and its type isn't known, or comments would go with it.
    case alwaysByHand
    /// An initializer may keep it.
    case sometimes
  }

  /// Nil if there is no initial value, or no initializer in the type's own declaration replaces it.
  func replacementOfInitialValue(_ walk: Walk) -> Replacement? {
    guard let initializer = binding.initializer, let type = node.enclosingType else { return nil }
    let all = type.nodes(InitializerDeclSyntax.self, skipping: [.functionDecl, .closureExpr]).filter {
      $0.enclosingType?.id == type.id
    }
    let assigning = all.filter { $0.assignsWrapper(of: name) }
    guard !assigning.isEmpty else { return nil }
    // An extension may declare initializers that rely on the value.
    let extensions = walk.extensions(of: owner, inFileOf: node)
    let isWhole =
      walk.table.types[owner].declarationCount == 1 + extensions.count
      && extensions.allSatisfy { $0.memberBlock.nodes(InitializerDeclSyntax.self).isEmpty }
    let isConditional = (assigning.map { Syntax($0) } + [Syntax(node)]).contains { member in
      member.ancestors.prefix { $0.id != type.id }.contains { $0.is(IfConfigDeclSyntax.self) }
    }
    guard isWhole, !isConditional,
      all.allSatisfy({ $0.delegates || $0.surelyAssignsWrapper(of: name) })
    else { return .sometimes }
    guard let edit = edit(replacing: initializer, walk) else { return .alwaysByHand }
    return .always(edit)
  }

  /// Writes the type in place of the initial value.
  private func edit(replacing initializer: InitializerClauseSyntax, _ walk: Walk) -> Edit? {
    let start = binding.typeAnnotation?.utf8Range.upperBound ?? binding.pattern.utf8Range.upperBound
    let range = start..<initializer.utf8Range.upperBound
    let removed = Array(binding.tokens(viewMode: .sourceAccurate).drop { $0.startOffset < start })
    let isCommented =
      removed.contains { $0.leadingTrivia.hasComment } || removed.dropLast().contains { $0.trailingTrivia.hasComment }
      || removed[0].previousToken(viewMode: .sourceAccurate)?.trailingTrivia.hasComment == true
    if isCommented { return nil }
    if binding.typeAnnotation != nil { return Edit(range, with: "") }
    guard let types, types.count == 1, walk.table.types[types[0]].genericNames.isEmpty else { return nil }
    return initializer.value.textOfMadeType.map { Edit(range, with: ": \($0)") }
  }
}

extension InitializerDeclSyntax {
  /// Whether it calls another initializer of its type, or copies a value.
  fileprivate var delegates: Bool {
    nodes(FunctionCallExprSyntax.self).contains { $0.calledExpression.trimmedText == "self.init" }
      || nodes(SequenceExprSyntax.self).contains { ExprSyntax($0).assignment?.target.isSelf == true }
  }

  fileprivate func assignsWrapper(of property: String) -> Bool {
    nodes(SequenceExprSyntax.self).contains { StorageAssignment(ExprSyntax($0))?.property == property }
  }

  /// Whether an assignment is a statement of the body, behind none that may return.
  fileprivate func surelyAssignsWrapper(of property: String) -> Bool {
    for item in body?.statements ?? [] {
      if let expression = item.item.as(ExprSyntax.self), StorageAssignment(expression)?.property == property {
        return true
      }
      let returns = item.nodes(ReturnStmtSyntax.self, skipping: [.closureExpr, .functionDecl])
      if returns.contains(where: { $0.expression?.is(NilLiteralExprSyntax.self) != true }) { return false }
    }
    return false
  }
}

extension ExprSyntax {
  /// `Page.Query` of `Page.Query(text: "")` and of `Page.Query.init()`
  fileprivate var textOfMadeType: String? {
    guard var callee = self.as(FunctionCallExprSyntax.self)?.calledExpression else { return nil }
    if let access = callee.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "init" {
      guard let base = access.base else { return nil }
      callee = base
    }
    let name = callee.as(MemberAccessExprSyntax.self)?.declName ?? callee.as(DeclReferenceExprSyntax.self)
    return name?.baseName.text.isTypeName == true ? callee.trimmedText : nil
  }
}

extension Syntax {
  /// The used members of a variable, including those of bindings.
  func membersUsed(of name: String) -> Set<String> {
    var members: Set<String> = []
    for token in tokens(viewMode: .sourceAccurate) where token.text == name || token.text == "$" + name {
      var next = token.nextToken(viewMode: .sourceAccurate)
      while let mark = next, [.postfixQuestionMark, .exclamationMark].contains(mark.tokenKind) {
        next = mark.nextToken(viewMode: .sourceAccurate)
      }
      guard next?.tokenKind == .period, let member = next?.nextToken(viewMode: .sourceAccurate) else { continue }
      members.insert(member.identifierText)
    }
    return members
  }
}

/// The names of assigned variables in types, for their wrappers as well.
private final class AssignedNames: WalkMemo {
  private var types: [SyntaxIdentifier: Set<String>] = [:]

  func names(in type: Syntax) -> Set<String> {
    if let names = types[type.id] { return names }
    var names: Set<String> = []
    let tokens = Array(type.tokens(viewMode: .sourceAccurate))
    for (target, next) in zip(tokens, tokens.dropFirst()) where next.tokenKind == .equal {
      guard target.parent?.is(DeclReferenceExprSyntax.self) == true else { continue }
      names.insert(target.text)
      if target.text.hasPrefix("_") { names.insert(String(target.text.dropFirst())) }
    }
    types[type.id] = names
    return names
  }
}

/// A local variable with a wrapper of views, and the models in its type.
struct LocalWrapper {
  let name: String
  /// Nil if the type is unknown, empty without models in it.
  let types: [TypeSymbol.ID]?
  let isProjected: Bool
  /// `@Previewable` requires a wrapper.
  let isPreviewable: Bool
  /// The first use of the wrapper itself: `_name`, or `$name` as a whole.
  let use: TokenSyntax?

  /// Nil unless the declaration is one variable. Names are resolved as before the declaration.
  init?(_ node: VariableDeclSyntax, _ walk: Walk) {
    guard let (binding, token) = node.onlyVariable else { return nil }
    let name = token.identifierText
    self.name = name
    isPreviewable = node.attributes.attribute("Previewable") != nil
    let type = walk.type(of: binding)
    types = type == .elsewhere ? [] : walk.modelTypes(in: type)
    let tokens = node.parent?.parent.map { Array($0.tokens(viewMode: .sourceAccurate)) } ?? []
    let projections = tokens.filter { $0.text == "$" + name }
    isProjected = !projections.isEmpty
    use = tokens.first { $0.text == "_" + name } ?? projections.first { !$0.isBaseOfBinding }
  }
}

extension TokenSyntax {
  fileprivate var isBaseOfBinding: Bool {
    guard let reference = parent?.as(DeclReferenceExprSyntax.self), ExprSyntax(reference).isBase else { return false }
    let member = reference.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
    return !["projectedValue", "wrappedValue"].contains(member)
  }
}

/// The view builder of a member.
struct ViewBody {
  let brace: TokenSyntax
  let first: CodeBlockItemSyntax

  /// Nil for other members, and if it's empty.
  init?(around node: some SyntaxProtocol) {
    var current: Syntax? = Syntax(node)
    var body: (statements: CodeBlockItemListSyntax, brace: TokenSyntax)?
    while let syntax = current, !syntax.is(MemberBlockItemSyntax.self) {
      if let block = syntax.as(AccessorBlockSyntax.self), case .getter(let statements) = block.accessors {
        body = (statements, block.leftBrace)
      } else if let block = syntax.as(CodeBlockSyntax.self), syntax.parent?.is(FunctionDeclSyntax.self) == true {
        body = (block.statements, block.leftBrace)
      }
      current = syntax.parent
    }
    guard let member = current?.as(MemberBlockItemSyntax.self)?.decl, Self.isBuilder(member), let body,
      let first = body.statements.first
    else { return nil }
    brace = body.brace
    self.first = first
  }

  private static func isBuilder(_ member: DeclSyntax) -> Bool {
    if let variable = member.as(VariableDeclSyntax.self) {
      return variable.bindings.first?.pattern.trimmedText == "body"
        || variable.attributes.attribute("ViewBuilder") != nil
    }
    guard let function = member.as(FunctionDeclSyntax.self) else { return false }
    // `ViewModifier.body(content:)`
    return function.name.text == "body" || function.attributes.attribute("ViewBuilder") != nil
  }
}
