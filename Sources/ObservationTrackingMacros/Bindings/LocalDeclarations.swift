import SwiftSyntax

/// The names of a method's local declarations, which no longer exist when a binding runs again.
struct LocalDeclarations {
  enum Kind: Equatable {
    case parameter
    case genericParameter
    /// A constant, with its value.
    case local(LocalValue?)
    /// A name from a `guard`, with the conditions of the `guard`.
    case unwrapped(ConditionElementListSyntax)
    case closure
    case function
    case type

    /// Functions and types are visible before their declaration.
    var isSeenBefore: Bool { self == .function || self == .type }
  }

  private var kinds: [String: Kind] = [:]

  /// The declarations visible to a statement of the method's body.
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

extension CodeBlockItemSyntax {
  /// The declarations visible to the following statements.
  var declarations: [(TokenSyntax, LocalDeclarations.Kind)] {
    if let variable = item.as(VariableDeclSyntax.self) {
      return variable.bindings.flatMap { binding -> [(TokenSyntax, LocalDeclarations.Kind)] in
        let isClosure = binding.initializer?.value.is(ClosureExprSyntax.self) == true
        let value = LocalValue(binding, of: variable)
        return binding.pattern.boundNames.map { ($0, isClosure ? .closure : .local(value)) }
      }
    }
    if let function = item.as(FunctionDeclSyntax.self) { return [(function.name, .function)] }
    if let statement = item.as(GuardStmtSyntax.self) {
      return statement.conditions.flatMap { $0.condition.boundNames.map { ($0, .unwrapped(statement.conditions)) } }
    }
    if let conditional = item.as(IfConfigDeclSyntax.self) { return conditional.statements.flatMap(\.declarations) }
    if let alias = item.as(TypeAliasDeclSyntax.self) { return [(alias.name, .type)] }
    if item.asProtocol((any DeclGroupSyntax).self) != nil, let named = item.asProtocol((any NamedDeclSyntax).self) {
      return [(named.name, .type)]
    }
    return []
  }
}

extension IfConfigDeclSyntax {
  /// The statements of all clauses.
  var statements: [CodeBlockItemSyntax] {
    clauses.flatMap { clause -> [CodeBlockItemSyntax] in
      guard case .statements(let list)? = clause.elements else { return [] }
      return Array(list)
    }
  }
}

extension ConditionElementSyntax.Condition {
  /// The names that a condition binds.
  var boundNames: [TokenSyntax] {
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
