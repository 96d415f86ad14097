import SwiftParser
import SwiftSyntax

/// Finds the declarations of a file.
///
/// Survey all files, with the bodies of functions: any code may change what views show, or compare it.
final class Survey: SyntaxAnyVisitor {
  private var survey = FileSurvey()
  private var enclosing: [Int] = []
  private var functionDepth = 0
  /// The function or property whose code is being visited, of the innermost type; nil outside.
  private var currentFunctions: [String?] = []
  private var locals = LocalNames()
  private var units = CodeUnits()

  static func survey(_ file: SourceFile, index: Int, trees: TreeCache) -> FileSurvey {
    let tree = Parser.parse(source: file.text)
    if let problem = SyntaxProblem(in: tree) { return FileSurvey(problem: problem) }
    trees.store(tree, of: index, bytes: file.text.utf8.count)
    let visitor = Survey(viewMode: .sourceAccurate)
    visitor.survey.folder = file.path.lastIndex(of: "/").map { file.path[..<$0] } ?? ""
    visitor.walk(tree)
    visitor.survey.units = visitor.units.all
    visitor.survey.pipelines = visitor.units.pipelines
    visitor.survey.changes = visitor.units.changes
    return visitor.survey
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    if let module = node.path.first?.name.identifierText, !node.isImportedOnlyIfItExists(module) {
      survey.imports.insert(module)
    }
    return .skipChildren
  }

  // MARK: Types

  private func enter(_ node: any DeclGroupSyntax) {
    let kind = TypeDeclaration.Kind(rawValue: node.introducer.text) ?? .extension
    var token = node.asProtocol((any NamedDeclSyntax).self)?.name
    var name = token.map { [$0.identifierText] } ?? ["_"]
    if let type = node.as(ExtensionDeclSyntax.self)?.extendedType, case .named(let names, _) = TypeReference(type) {
      (token, name) = (type.firstToken(viewMode: .sourceAccurate), names)
    }
    var declaration = TypeDeclaration(
      kind: kind,
      name: name,
      offset: (token ?? node.introducer).startOffset,
      outer: enclosing.last
    )
    let modifiers = node.modifiers.map(\.name.text)
    declaration.isPrivate = modifiers.contains("private") || modifiers.contains("fileprivate") || functionDepth > 0
    declaration.isPublic = modifiers.contains("public") || modifiers.contains("open")
    declaration.isLocal = functionDepth > 0
    declaration.isNonisolated = modifiers.contains("nonisolated")
    declaration.attributes = node.attributes.names
    declaration.inherited = node.inheritanceClause?.inheritedTypes.map { TypeReference($0.type) } ?? []
    declaration.genericParameters = Syntax(node).genericParameters
    declaration.genericNames = Syntax(node).genericNames
    declaration.condition = CompilationCondition(around: node)
    enclosing.append(survey.declarations.count)
    currentFunctions.append(nil)
    locals.enterType(generics: kind == .extension ? declaration.genericParameters : [:])
    survey.declarations.append(declaration)
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    var declaration = TypeDeclaration(
      kind: .typealias,
      name: [node.name.identifierText],
      offset: node.name.positionAfterSkippingLeadingTrivia.utf8Offset,
      outer: enclosing.last
    )
    declaration.inherited = [TypeReference(node.initializer.value)]
    declaration.isPrivate = node.modifiers.contains { ["private", "fileprivate"].contains($0.name.text) }
    survey.declarations.append(declaration)
    return .visitChildren
  }

  override func visit(_ node: AssociatedTypeDeclSyntax) -> SyntaxVisitorContinueKind {
    if let index = enclosing.last {
      survey.declarations[index].genericParameters[node.name.identifierText] =
        .some(node.inheritanceClause?.inheritedTypes.first.map { TypeReference($0.type) })
    }
    return .skipChildren
  }

  // MARK: Members

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    if functionDepth == 0 || node.parent?.is(MemberBlockItemSyntax.self) == true {
      for member in node.members { add(member) }
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    var member = Member(name: node.name.identifierText, kind: .function)
    member.isStatic = node.modifiers.hasStatic
    member.isMutating = node.modifiers.has("mutating")
    member.isOverride = node.modifiers.has("override")
    member.type = node.signature.returnClause.map { TypeReference($0.type) }
    member.takesArguments = !node.signature.parameterClause.parameters.isEmpty
    member.label = node.signature.parameterClause.parameters.first.flatMap { parameter in
      parameter.firstName.text == "_" ? nil : parameter.firstName.text
    }
    member.generics = Syntax(node).genericParameters
    if case .named(let names, _)? = member.type, names.count == 1, member.generics[names[0]] != nil {
      member.resultArgument = node.signature.parameterClause.parameters.place(of: names[0])
    }
    member.attributes = node.attributes.names
    if functionDepth == 0 || node.parent?.is(MemberBlockItemSyntax.self) == true { add(member) }
    if node.implementsEncoding { noteCoding(.encoding) }
    units.begin(node)
    return visitAny(Syntax(node))
  }

  override func visitPost(_ node: FunctionDeclSyntax) {
    units.end()
    visitAnyPost(Syntax(node))
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.implementsDecoding { noteCoding(.decoding) }
    if let index = enclosing.last {
      survey.declarations[index].initializers.append(Initializer(node))
      if node.optionalMark != nil { survey.declarations[index].hasFailableInitializer = true }
    }
    return visitAny(Syntax(node))
  }

  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.modifiers.hasStatic, node.parameterClause.parameters.first?.firstName.text == Member.enclosingInstance {
      add(Member(name: Member.enclosingInstance, kind: .function, isStatic: true))
    }
    return visitAny(Syntax(node))
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    units.begin(node)
    return visitAny(Syntax(node))
  }

  override func visitPost(_ node: ClosureExprSyntax) {
    visitAnyPost(Syntax(node))
    units.endClosure()
  }

  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind {
    units.add(node)
    return visitAny(Syntax(node))
  }

  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
    guard let index = enclosing.last else { return .skipChildren }
    var member = Member(name: node.name.identifierText, kind: node.parameterClause == nil ? .property : .function)
    member.isStatic = true
    member.isCase = true
    member.type = .named(survey.declarations[index].name)
    member.payload = node.parameterClause?.parameters.map { TypeReference($0.type) } ?? []
    survey.declarations[index].members.append(member)
    survey.declarations[index].associatedValues += member.payload
    return .skipChildren
  }

  // MARK: Local names

  private static let functions: Set<SyntaxKind> = [
    .functionDecl, .initializerDecl, .deinitializerDecl, .accessorBlock, .closureExpr,
  ]

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    let kind = node.kind
    if let group = node.typeDeclaration { enter(group) }
    if Self.functions.contains(kind) { functionDepth += 1 }
    locals.enter(node, kind)
    return .visitChildren
  }

  override func visitAnyPost(_ node: Syntax) {
    let kind = node.kind
    if kind.isOfType {
      enclosing.removeLast()
      currentFunctions.removeLast()
      locals.leaveType()
    }
    if Self.functions.contains(kind) { functionDepth -= 1 }
    locals.leave(node, kind)
  }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    if case .identifier(let name) = token.tokenKind, name.first?.isUppercase == true {
      survey.mentionedTypes.insert(token.identifierText.hashValue)
    }
    return .skipChildren
  }
  override func visitPost(_ token: TokenSyntax) {}

  // MARK: Effects

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    noteEffects(of: ExprSyntax(node))
    units.add(node, locals)
    return .visitChildren
  }

  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
    noteEffects(of: ExprSyntax(node))
    units.add(node, locals)
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    noteEffects(of: ExprSyntax(node))
    units.add(node, locals)
    if let index = enclosing.last, currentFunctions.last == .some(nil), node.isAnnouncement {
      survey.declarations[index].announces = true
    }
    if let name = node.nameOfType {
      let values = node.arguments.compactMap { locals.path(of: $0.expression) }
      if !values.isEmpty {
        survey.specializations.append(FileSurvey.Specialization(name: name, place: codePlace, values: values))
      }
    }
    return .visitChildren
  }

  override func visit(_ node: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.nameOfType {
      survey.specializations.append(
        FileSurvey.Specialization(name: name, place: codePlace, arguments: node.typeReferences)
      )
    }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.identifierText
    units.add(node, name, locals)
    if name == "objectWillChange" { notePublisher(node) }
    return .visitChildren
  }

  /// `objectWillChange` or `object.objectWillChange`
  private func notePublisher(_ node: DeclReferenceExprSyntax) {
    let publisher = node.whole
    let object = node.access.map { $0.base.flatMap { locals.path(of: $0) } } ?? ExpressionPath(name: nil, [])
    let isSent = publisher.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "send"
    survey.publisherUses.append(
      PublisherUse(
        object: object,
        place: codePlace,
        isSubscription: publisher.isSubscribedTo,
        isAnnouncementOfOther: isSent && object != ExpressionPath(name: nil, []),
        isForward: publisher.isForwarded
      )
    )
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    if node.initializer == nil, let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier { addRead(name) }
    return .visitChildren
  }

  override func visit(_ node: ClosureCaptureSyntax) -> SyntaxVisitorContinueKind {
    if node.initializer == nil { addRead(node.name) }
    return .visitChildren
  }

  /// `if let account`, and `[account]` of a closure.
  private func addRead(_ name: TokenSyntax) {
    let name = name.identifierText
    units.addRead(name, isLocal: locals.isLocal(name))
  }

  private var codePlace: FileSurvey.CodePlace {
    FileSurvey.CodePlace(declaration: enclosing.last, generics: locals.generics)
  }

  private func noteEffects(of node: ExprSyntax) {
    note { $0.add(node, locals) }
  }

  private func note(_ change: (inout FunctionEffects) -> Void) {
    guard let index = enclosing.last, let function = currentFunctions.last?.flatMap(\.self),
      [.class, .extension].contains(survey.declarations[index].kind)
    else { return }
    change(&survey.declarations[index].functions[function, default: FunctionEffects()])
  }

  // The following code is the member's.
  override func visit(_ node: MemberBlockItemSyntax) -> SyntaxVisitorContinueKind {
    units.begin(node, in: enclosing.last)
    guard !currentFunctions.isEmpty else { return .visitChildren }
    currentFunctions[currentFunctions.count - 1] = node.decl.effectsName
    return .visitChildren
  }

  override func visitPost(_ node: MemberBlockItemSyntax) { units.end() }

  // An observer shows that its property changes.
  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind {
    units.begin(node)
    if node.isObserver, let name = currentFunctions.last?.flatMap(\.self) {
      note { $0.changes.insert(PropertyChange(property: name)) }
    }
    return .visitChildren
  }

  override func visitPost(_ node: AccessorDeclSyntax) { units.end() }

  private func noteCoding(_ half: CodingHalf) {
    if let index = enclosing.last { survey.declarations[index].implementedCoding.insert(half) }
  }

  private func add(_ member: Member) {
    if let index = enclosing.last {
      survey.declarations[index].members.append(member)
    } else {
      survey.globals.append(member)
    }
  }
}

extension ImportDeclSyntax {
  /// `#if canImport(Module)`
  fileprivate func isImportedOnlyIfItExists(_ module: String) -> Bool {
    ancestors.contains { node in
      guard let condition = node.as(IfConfigClauseSyntax.self)?.condition else { return false }
      let words = Set(condition.tokens(viewMode: .sourceAccurate).map(\.text))
      return words.isSuperset(of: ["canImport", module])
    }
  }
}

extension FunctionCallExprSyntax {
  /// The initialized type, if the callee's name looks like a type's.
  fileprivate var nameOfType: [String]? {
    guard let reference = calledExpression.as(DeclReferenceExprSyntax.self),
      reference.baseName.text.isTypeName
    else { return nil }
    return [reference.baseName.identifierText]
  }
}

extension GenericArgumentClauseSyntax {
  /// The type that gets the arguments.
  fileprivate var nameOfType: [String]? {
    switch parent?.as(SyntaxEnum.self) {
    case .identifierType(let type): [type.name.identifierText]
    case .memberType(let type):
      if case .named(let names, _) = TypeReference(TypeSyntax(type)) { names } else { nil }
    case .genericSpecializationExpr(let expression):
      expression.expression.as(DeclReferenceExprSyntax.self).map { [$0.baseName.identifierText] }
    default: nil
    }
  }
}

extension FunctionParameterListSyntax {
  /// The place of the first argument whose type is a generic parameter, or that is the type itself, `T.Type`.
  fileprivate func place(of generic: String) -> ArgumentPlace? {
    let parameter = first {
      TypeReference($0.type.as(MetatypeTypeSyntax.self)?.baseType ?? $0.type) == .named([generic])
    }
    guard let parameter else { return nil }
    let label = parameter.firstName.identifierText
    let unlabeled = prefix { $0.id != parameter.id }.filter { $0.firstName.text == "_" }
    return ArgumentPlace(label: label == "_" ? nil : label, number: unlabeled.count)
  }
}
