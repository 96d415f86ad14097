import SwiftSyntax

/// The names that stand for something declared in a method, and gone when a binding runs again.
struct LocalDeclarations {
  enum Kind: Equatable {
    case parameter
    case genericParameter
    case local
    case function
    case type

    /// Functions and types are seen before they are declared.
    fileprivate var isSeenBefore: Bool { self == .function || self == .type }
  }

  private var kinds: [String: Kind] = [:]

  /// What a statement of the method's body can see.
  init(of function: FunctionDeclSyntax, seenBy statement: CodeBlockItemSyntax) {
    for parameter in function.genericParameterClause?.parameters ?? [] {
      kinds[parameter.name.identifierText] = .genericParameter
    }
    for parameter in function.signature.parameterClause.parameters {
      kinds[(parameter.secondName ?? parameter.firstName).identifierText] = .parameter
    }
    for item in function.body?.statements ?? [] {
      for (name, kind) in item.declarations where kind.isSeenBefore || name.position < statement.position {
        kinds[name.identifierText] = kind
      }
    }
  }

  subscript(_ name: String) -> Kind? {
    kinds[name]
  }
}

/// Walks through code of a method, and knows which names stand for something that is declared inside.
class ScopeVisitor: SyntaxVisitor {
  let outer: LocalDeclarations
  /// Where names stand for something that is declared inside.
  private var hidden: [String: [Range<AbsolutePosition>]] = [:]

  init(_ outer: LocalDeclarations) {
    self.outer = outer
    super.init(viewMode: .sourceAccurate)
  }

  /// Whether a name stands for something that is declared inside; to be asked after the walk.
  func isDeclaredInside(_ name: TokenSyntax) -> Bool {
    hidden[name.identifierText]?.contains { $0.contains(name.position) } == true
  }

  private func hide(_ names: [TokenSyntax], _ range: Range<AbsolutePosition>) {
    for name in names { hidden[name.identifierText, default: []].append(range) }
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    guard let list = node.parent else { return .visitChildren }
    for (name, kind) in node.declarations {
      let end = name.parent?.ancestorBinding?.endPosition ?? node.endPosition
      hide([name], (kind.isSeenBefore ? list.position : end)..<list.endPosition)
    }
    return .visitChildren
  }

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    let statement = node.parent?.parent
    // Those of a `guard` belong to what follows it as well.
    let end =
      statement?.as(IfExprSyntax.self)?.body.endPosition ?? statement?.as(WhileStmtSyntax.self)?.endPosition
      ?? statement?.as(GuardStmtSyntax.self)?.endPosition
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
  fileprivate var declarations: [(TokenSyntax, LocalDeclarations.Kind)] {
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

extension IfConfigDeclSyntax {
  /// Those of all clauses.
  var statements: [CodeBlockItemSyntax] {
    clauses.flatMap { clause -> [CodeBlockItemSyntax] in
      guard case .statements(let list)? = clause.elements else { return [] }
      return Array(list)
    }
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
