import SwiftSyntax

/// A use of something that is gone when a binding runs again.
struct LocalUse {
  enum Declaration: Equatable {
    case parameter
    case genericParameter
    case local
    case function
    case type

    /// Functions and types are seen before they are declared.
    fileprivate var isSeenBefore: Bool { self == .function || self == .type }
  }

  let name: TokenSyntax
  let declaration: Declaration
  /// `if let name`, which declares what it uses.
  let isShorthand: Bool
  /// Alone in a capture list.
  var isCaptured: Bool {
    name.parent?.is(ClosureCaptureSyntax.self) == true || name.parent?.parent?.is(ClosureCaptureSyntax.self) == true
  }

  /// The uses of a method's parameters and local declarations in a statement of its body.
  static func all(in statement: BindingStatement, of function: FunctionDeclSyntax) -> [LocalUse] {
    var outer: [String: Declaration] = [:]
    for parameter in function.genericParameterClause?.parameters ?? [] {
      outer[parameter.name.identifierText] = .genericParameter
    }
    for parameter in function.signature.parameterClause.parameters {
      outer[(parameter.secondName ?? parameter.firstName).identifierText] = .parameter
    }
    let start = statement.code.first?.position ?? function.position
    for item in function.body?.statements ?? [] {
      for (name, declaration) in item.declarations where declaration.isSeenBefore || name.position < start {
        outer[name.identifierText] = declaration
      }
    }
    guard !outer.isEmpty else { return [] }
    return statement.code.flatMap { UseFinder.uses(of: outer, in: $0) }
  }
}

/// Finds names that are looked up by themselves, not as members, and not hidden by what the code declares itself.
private final class UseFinder: SyntaxVisitor {
  private let outer: [String: LocalUse.Declaration]
  private var uses: [LocalUse] = []
  /// Where names stand for something that is declared inside.
  private var hidden: [String: [Range<AbsolutePosition>]] = [:]

  private init(_ outer: [String: LocalUse.Declaration]) {
    self.outer = outer
    super.init(viewMode: .sourceAccurate)
  }

  static func uses(of outer: [String: LocalUse.Declaration], in code: Syntax) -> [LocalUse] {
    let finder = UseFinder(outer)
    finder.walk(code)
    return finder.uses.filter { use in
      finder.hidden[use.name.identifierText]?.contains { $0.contains(use.name.position) } != true
    }
  }

  private func add(_ name: TokenSyntax, isShorthand: Bool = false) {
    guard let declaration = outer[name.identifierText] else { return }
    uses.append(LocalUse(name: name, declaration: declaration, isShorthand: isShorthand))
  }

  private func hide(_ names: [TokenSyntax], _ range: Range<AbsolutePosition>) {
    for name in names { hidden[name.identifierText, default: []].append(range) }
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if node.parent?.as(MemberAccessExprSyntax.self)?.declName.id != node.id,
      node.parent?.is(KeyPathPropertyComponentSyntax.self) != true
    {
      add(node.baseName)
    }
    return .visitChildren
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if outer[node.name.identifierText] == .genericParameter || outer[node.name.identifierText] == .type {
      add(node.name)
    }
    return .visitChildren
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    guard node.initializer == nil, let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
      return .visitChildren
    }
    add(name, isShorthand: true)
    return .visitChildren
  }

  // MARK: Declarations inside

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    guard let list = node.parent else { return .visitChildren }
    for (name, declaration) in node.declarations {
      let end = name.parent?.ancestorBinding?.endPosition ?? node.endPosition
      hide([name], (declaration.isSeenBefore ? list.position : end)..<list.endPosition)
    }
    return .visitChildren
  }

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    // Those of a `guard` belong to what follows it.
    let statement = node.parent?.parent
    let end = statement?.as(IfExprSyntax.self)?.body.endPosition ?? statement?.as(WhileStmtSyntax.self)?.endPosition
    if let end { hide(node.condition.boundNames, node.endPosition..<end) }
    return .visitChildren
  }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    hide(node.pattern.boundNames, node.sequence.endPosition..<node.endPosition)
    return .visitChildren
  }

  override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
    if let label = node.label.as(SwitchCaseLabelSyntax.self) {
      hide(label.caseItems.flatMap(\.pattern.boundNames), label.position..<node.endPosition)
    }
    return .visitChildren
  }

  override func visit(_ node: CatchClauseSyntax) -> SyntaxVisitorContinueKind {
    hide(node.catchItems.flatMap { $0.pattern?.boundNames ?? [] }, node.position..<node.endPosition)
    if node.catchItems.isEmpty { hidden["error", default: []].append(node.position..<node.endPosition) }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    let end = node.endPosition
    for item in node.signature?.capture?.items ?? [] where item.initializer != nil {
      hide([item.name], node.statements.position..<end)
    }
    switch node.signature?.parameterClause {
    case .simpleInput(let parameters): hide(parameters.map(\.name), parameters.position..<end)
    case .parameterClause(let clause):
      hide(clause.parameters.map { $0.secondName ?? $0.firstName }, clause.position..<end)
    default: break
    }
    return .visitChildren
  }

  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind {
    for name in [node.parameters?.name.identifierText ?? "newValue", "oldValue"] {
      hidden[name, default: []].append(node.position..<node.endPosition)
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let names = node.signature.parameterClause.parameters.map { $0.secondName ?? $0.firstName }
    hide(names + (node.genericParameterClause?.parameters.map(\.name) ?? []), node.position..<node.endPosition)
    return .visitChildren
  }

  // Their members are looked up first.
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension CodeBlockItemSyntax {
  /// What the statements after this one can see.
  fileprivate var declarations: [(TokenSyntax, LocalUse.Declaration)] {
    if let variable = item.as(VariableDeclSyntax.self) {
      return variable.bindings.flatMap { $0.pattern.boundNames.map { ($0, .local) } }
    }
    if let function = item.as(FunctionDeclSyntax.self) { return [(function.name, .function)] }
    if let statement = item.as(GuardStmtSyntax.self) {
      return statement.conditions.flatMap { $0.condition.boundNames.map { ($0, .local) } }
    }
    if let conditional = item.as(IfConfigDeclSyntax.self) { return conditional.statements.flatMap(\.declarations) }
    if let alias = item.as(TypeAliasDeclSyntax.self) { return [(alias.name, .type)] }
    if item.asProtocol((any DeclGroupSyntax).self) != nil, let named = item.asProtocol((any NamedDeclSyntax).self) {
      return [(named.name, .type)]
    }
    return []
  }
}

extension Syntax {
  /// The part of a declaration that declares a name: others follow.
  fileprivate var ancestorBinding: PatternBindingSyntax? {
    self.as(PatternBindingSyntax.self) ?? parent?.ancestorBinding
  }
}

extension ConditionElementSyntax.Condition {
  /// The names that a condition binds.
  fileprivate var boundNames: [TokenSyntax] {
    switch self {
    case .optionalBinding(let binding): binding.pattern.boundNames
    case .matchingPattern(let pattern): pattern.pattern.boundNames
    default: []
    }
  }
}

extension PatternSyntax {
  /// The names that a pattern binds.
  var boundNames: [TokenSyntax] {
    let finder = PatternNames(viewMode: .sourceAccurate)
    finder.walk(self)
    return finder.names
  }
}

private final class PatternNames: SyntaxVisitor {
  var names: [TokenSyntax] = []

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    names.append(node.identifier)
    return .skipChildren
  }
}

extension TokenSyntax {
  /// The text without backquotes.
  var identifierText: String {
    identifier?.name ?? text
  }
}
