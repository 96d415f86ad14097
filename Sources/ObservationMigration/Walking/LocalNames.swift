import SwiftSyntax

/// What names stand for at the point that the walk of a file has reached.
struct LocalNames {
  private let table: SymbolTable
  private let file: Int
  private let typesByOffset: [Int: TypeSymbol.ID]
  /// The types around that point; nil for one that is declared elsewhere.
  private var types: [TypeSymbol.ID?] = []
  private var blocks: [[String: ResolvedType]] = []
  private var generics: [[String: TypeReference?]] = []
  private var genericsOfBlocks: [Bool] = []

  init(table: SymbolTable, file: Int) {
    self.table = table
    self.file = file
    typesByOffset = table.declarationOffsets[file]
  }

  var scope: LookupScope {
    guard let id = types.last, let id else {
      // Inside an extension of another module's type.
      return LookupScope(file: file, types: types.compactMap(\.self))
    }
    return LookupScope(file: file, types: table.types[id].scope.types)
  }

  /// The type whose members are looked at; nil outside, and in an extension of another module's type.
  var enclosingType: TypeSymbol.ID? { types.last ?? nil }

  func type(at offset: Int) -> TypeSymbol.ID? { typesByOffset[offset] }

  mutating func enterType(_ node: some DeclGroupSyntax) {
    let name: TokenSyntax? =
      if let node = node.as(ExtensionDeclSyntax.self) {
        node.extendedType.firstToken(viewMode: .sourceAccurate)
      } else {
        node.asProtocol((any NamedDeclSyntax).self)?.name
      }
    types.append(name.flatMap { typesByOffset[$0.startOffset] })
    // Names of functions around it aren't seen inside.
    generics.append(Syntax(node).genericParameters)
    genericsOfBlocks.append(true)
    blocks.append([:])
  }

  mutating func leaveType() {
    types.removeLast()
    leaveBlock()
  }

  mutating func enterBlock() {
    blocks.append([:])
    genericsOfBlocks.append(false)
  }

  mutating func leaveBlock() {
    blocks.removeLast()
    if genericsOfBlocks.removeLast() { generics.removeLast() }
  }

  mutating func enterFunction(_ node: Syntax, parameters: FunctionParameterListSyntax) {
    blocks.append([:])
    genericsOfBlocks.append(true)
    generics.append(node.genericParameters)
    for parameter in parameters {
      declare((parameter.secondName ?? parameter.firstName).identifierText, resolve(TypeReference(parameter.type)))
    }
  }

  mutating func enterClosure(_ node: ClosureExprSyntax) {
    enterBlock()
    for capture in node.signature?.capture?.items ?? [] {
      guard let value = capture.initializer?.value else { continue }
      declare(capture.name.identifierText, ExpressionPath(value).map { resolve($0) } ?? .unknown)
    }
    let element = elementType(passedTo: node)
    switch node.signature?.parameterClause {
    case .simpleInput(let parameters):
      for (index, parameter) in parameters.enumerated() {
        declare(parameter.name.identifierText, index == 0 ? element : .unknown)
      }
    case .parameterClause(let clause):
      for parameter in clause.parameters {
        let type = parameter.type.map { resolve(TypeReference($0)) }
        declare((parameter.secondName ?? parameter.firstName).identifierText, type ?? .unknown)
      }
    default: declare("$0", element)
    }
  }

  /// What `ForEach(stores) { store in` and `stores.forEach { store in` hand over.
  private func elementType(passedTo node: ClosureExprSyntax) -> ResolvedType {
    guard let call = node.parent?.as(FunctionCallExprSyntax.self) else { return .unknown }
    var sequence: ExprSyntax?
    if let callee = call.calledExpression.as(DeclReferenceExprSyntax.self),
      ClosureTakers.ofElements.contains(callee.baseName.text)
    {
      sequence = call.arguments.first?.expression
    } else if let callee = call.calledExpression.as(MemberAccessExprSyntax.self),
      ClosureTakers.methodsOfElements.contains(callee.declName.baseName.text)
    {
      sequence = callee.base
    }
    guard let sequence, let path = ExpressionPath(sequence) else { return .unknown }
    guard case .collection(let element) = resolve(path) else { return .unknown }
    return element
  }

  // MARK: - Declarations

  private mutating func declare(_ name: String, _ type: ResolvedType) {
    blocks[blocks.count - 1][name] = type
  }

  /// A local variable; a global one is in the table.
  mutating func declare(_ node: VariableDeclSyntax) {
    guard !blocks.isEmpty else { return }
    for binding in node.bindings {
      for name in binding.pattern.boundNames {
        var type = ResolvedType.unknown
        if binding.pattern.is(IdentifierPatternSyntax.self) {
          type = self.type(annotation: binding.typeAnnotation?.type, value: binding.initializer?.value)
        }
        // A wrapper of its own: its projection is none of an enclosing type's.
        if !node.attributes.names.isEmpty { declare("$" + name, .external("Binding")) }
        declare(name, type)
      }
    }
  }

  mutating func declare(_ node: ForStmtSyntax) {
    for name in node.pattern.boundNames {
      var type = ResolvedType.unknown
      if node.pattern.is(IdentifierPatternSyntax.self), let path = ExpressionPath(node.sequence),
        case .collection(let element) = resolve(path)
      {
        type = element
      }
      declare(name, type)
    }
  }

  mutating func declare(_ node: OptionalBindingConditionSyntax) {
    guard !blocks.isEmpty, let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText else {
      return
    }
    if node.initializer == nil {
      // `if let store`
      if name != "self" { declare(name, resolve(ExpressionPath(name: name))) }
    } else if name != "self" {
      declare(name, type(annotation: node.typeAnnotation?.type, value: node.initializer?.value))
    }
  }

  private func type(annotation: TypeSyntax?, value: ExprSyntax?) -> ResolvedType {
    if let annotation { return resolve(TypeReference(annotation)) }
    guard let value, let path = ExpressionPath(value) else { return .unknown }
    return resolve(path)
  }

  // MARK: - Lookup

  func isLocal(_ name: String) -> Bool {
    blocks.contains { $0[name] != nil }
  }

  func resolve(_ type: TypeReference) -> ResolvedType {
    table.resolve(type, in: scope, generics: generics)
  }

  func resolve(_ path: ExpressionPath) -> ResolvedType {
    // In an extension of another module's type nothing is known of its members.
    if path.root == .selfReference, enclosingType == nil { return .unknown }
    return table.resolve(path, in: scope, generics: generics) { name in
      for block in blocks.reversed() {
        if let type = block[name] { return type }
      }
      return nil
    }
  }
}

extension ExpressionPath {
  init(name: String) {
    root = .name(name)
  }
}

extension PatternSyntax {
  /// The names that a pattern binds.
  var boundNames: [String] {
    switch self.as(PatternSyntaxEnum.self) {
    case .identifierPattern(let pattern): [pattern.identifier.identifierText]
    case .tuplePattern(let pattern): pattern.elements.flatMap { $0.pattern.boundNames }
    case .valueBindingPattern(let pattern): pattern.pattern.boundNames
    default: []
    }
  }
}
