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
    // Those of a type that the files declare are in the table.
    let isInTable = enclosingType != nil && !node.is(ExtensionDeclSyntax.self)
    generics.append(isInTable ? [:] : Syntax(node).genericParameters)
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
      declare((parameter.secondName ?? parameter.firstName).identifierText, interpret(TypeReference(parameter.type)))
    }
  }

  mutating func enterClosure(_ node: ClosureExprSyntax) {
    enterBlock()
    for capture in node.signature?.capture?.items ?? [] {
      guard let value = capture.initializer?.value else { continue }
      declare(capture.name.identifierText, ExpressionPath(value).map { follow($0) } ?? .unknown)
    }
    let elements = elementTypes(passedTo: node)
    func element(_ index: Int) -> ResolvedType { index < elements.count ? elements[index] : .unknown }
    switch node.signature?.parameterClause {
    case .simpleInput(let parameters):
      for (index, parameter) in parameters.enumerated() { declare(parameter.name.identifierText, element(index)) }
    case .parameterClause(let clause):
      for (index, parameter) in clause.parameters.enumerated() {
        let type = parameter.type.map { interpret(TypeReference($0)) }
        declare((parameter.secondName ?? parameter.firstName).identifierText, type ?? element(index))
      }
    default:
      declare("$0", element(0))
      if elements.count > 1 { declare("$1", element(1)) }
    }
  }

  /// What `ForEach(stores) { store in` and `stores.forEach { store in` hand over.
  private func elementTypes(passedTo node: ClosureExprSyntax) -> [ResolvedType] {
    let outer = node.parent?.is(LabeledExprSyntax.self) == true ? node.parent?.parent?.parent : node.parent
    guard let call = outer?.as(FunctionCallExprSyntax.self) else { return [] }
    var sequence: ExprSyntax?
    if let callee = call.calledExpression.as(DeclReferenceExprSyntax.self),
      ClosureTakers.ofElements.contains(callee.baseName.text)
    {
      sequence = call.arguments.first?.expression
    } else if let callee = call.calledExpression.as(MemberAccessExprSyntax.self) {
      let name = callee.declName.baseName.text
      if CombineNames.takingValues.contains(name), let base = callee.base, let value = valueType(sentBy: base) {
        return [value, value]
      }
      if ClosureTakers.methodsOfElements.contains(name) { sequence = callee.base }
      if ClosureTakers.ofItems.contains(name), let value = itemType(passedTo: call) { return [value] }
    }
    return sequence.map(elements) ?? []
  }

  /// What `sheet(item: $library.selected) { track in` hands over: what the binding, or the optional value, has in it.
  private func itemType(passedTo call: FunctionCallExprSyntax) -> ResolvedType? {
    guard let item = call.arguments.first(where: { ["item", "presenting"].contains($0.label?.text) })?.expression,
      var path = ExpressionPath(item)
    else { return nil }
    if case .name(let name) = path.root, name.hasPrefix("$") { path.root = .name(String(name.dropFirst())) }
    path.steps = path.steps.map { step in
      guard case .member(let name) = step, name.hasPrefix("$") else { return step }
      return .member(String(name.dropFirst()))
    }
    return follow(path)
  }

  /// The type of the values of `store.$name`, and of operators that send them on; nil where it's no such publisher.
  private func valueType(sentBy publisher: ExprSyntax) -> ResolvedType? {
    switch publisher.as(ExprSyntaxEnum.self) {
    case .optionalChainingExpr(let chain): return valueType(sentBy: chain.expression)
    case .functionCallExpr(let call):
      guard let callee = call.calledExpression.as(MemberAccessExprSyntax.self),
        CombineNames.passingValuesOn.contains(callee.declName.baseName.text)
      else { return nil }
      return callee.base.flatMap(valueType)
    case .declReferenceExpr(let reference):
      guard let property = reference.baseName.projectedProperty, !isLocal("$" + property) else { return nil }
      return follow(ExpressionPath(name: property))
    case .memberAccessExpr(let access):
      guard let property = access.declName.baseName.projectedProperty, let base = access.base,
        var path = ExpressionPath(base)
      else { return nil }
      path.steps.append(.member(property))
      return follow(path)
    default: return nil
    }
  }

  /// The types of the parts that the elements of a sequence consist of: two where they are numbered.
  private func elements(of sequence: ExprSyntax) -> [ResolvedType] {
    if let call = sequence.as(FunctionCallExprSyntax.self) {
      // `Array(stores.enumerated())`
      if let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
        CollectionMembers.types.contains(name), call.arguments.count == 1, let argument = call.arguments.first
      {
        return elements(of: argument.expression)
      }
      if let access = call.calledExpression.as(MemberAccessExprSyntax.self),
        access.declName.baseName.text == "enumerated", let base = access.base
      {
        return [.external("Int")] + elements(of: base).prefix(1)
      }
    }
    guard let path = ExpressionPath(sequence), case .collection(let element) = follow(path) else { return [] }
    return [element]
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
      declare(name, .unknown)
    }
    let elements = elements(of: node.sequence)
    if let pattern = node.pattern.as(TuplePatternSyntax.self) {
      // Numbered elements, or a dictionary's.
      for part in pattern.elements.dropFirst() { declare(part.pattern, elements.last ?? .unknown) }
    } else {
      declare(node.pattern, elements.count == 1 ? elements[0] : .unknown)
    }
  }

  /// The names that the items of a `case` bind.
  mutating func declare(_ node: SwitchCaseSyntax) {
    guard case .case(let label) = node.label else { return }
    let subject = node.parent?.parent?.as(SwitchExprSyntax.self)?.subject
    let type = subject.flatMap { ExpressionPath($0) }.map { follow($0) } ?? .unknown
    for item in label.caseItems { declare(item.pattern, type) }
  }

  /// `if case .first(let store) = content`
  mutating func declare(_ node: MatchingPatternConditionSyntax) {
    guard !blocks.isEmpty else { return }
    declare(node.pattern, ExpressionPath(node.initializer.value).map { follow($0) } ?? .unknown)
  }

  mutating func declare(_ node: CatchClauseSyntax) {
    for item in node.catchItems { if let pattern = item.pattern { declare(pattern, .unknown) } }
  }

  /// The names that a pattern binds, where it is matched with a value of a type.
  private mutating func declare(_ pattern: PatternSyntax, _ type: ResolvedType) {
    switch pattern.as(PatternSyntaxEnum.self) {
    case .identifierPattern(let pattern): declare(pattern.identifier.identifierText, type)
    case .valueBindingPattern(let pattern): declare(pattern.pattern, type)
    case .tuplePattern(let pattern):
      for element in pattern.elements { declare(element.pattern, .unknown) }
    case .expressionPattern(let pattern): declare(pattern.expression, type)
    default: return
    }
  }

  private mutating func declare(_ expression: ExprSyntax, _ type: ResolvedType) {
    switch expression.as(ExprSyntaxEnum.self) {
    case .patternExpr(let pattern): declare(pattern.pattern, type)
    case .optionalChainingExpr(let chain): declare(chain.expression, type)
    case .sequenceExpr(let sequence):
      // `let store as Store`
      for element in sequence.elements { declare(element, .unknown) }
    case .tupleExpr(let tuple):
      for element in tuple.elements { declare(element.expression, tuple.elements.count == 1 ? type : .unknown) }
    case .functionCallExpr(let call):
      guard let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.identifierText else {
        return
      }
      let payload = name == "some" ? [type] : table.payload(of: name, in: type)
      for (index, argument) in call.arguments.enumerated() {
        declare(argument.expression, index < payload.count ? payload[index] : .unknown)
      }
    default: return
    }
  }

  mutating func declare(_ node: OptionalBindingConditionSyntax) {
    guard !blocks.isEmpty, let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText else {
      return
    }
    if node.initializer == nil {
      // `if let store`
      if name != "self" { declare(name, follow(ExpressionPath(name: name))) }
    } else if name != "self" {
      declare(name, type(annotation: node.typeAnnotation?.type, value: node.initializer?.value))
    }
  }

  private func type(annotation: TypeSyntax?, value: ExprSyntax?) -> ResolvedType {
    if let annotation { return interpret(TypeReference(annotation)) }
    guard let value, let path = ExpressionPath(value) else { return .unknown }
    return follow(path)
  }

  // MARK: - Lookup

  func isLocal(_ name: String) -> Bool {
    blocks.contains { $0[name] != nil }
  }

  func resolve(_ type: TypeReference) -> ResolvedType {
    table.resolve(type, in: scope, generics: generics)
  }

  private func interpret(_ type: TypeReference) -> ResolvedType {
    table.interpret(type, in: scope, generics: generics)
  }

  func resolve(_ path: ExpressionPath) -> ResolvedType {
    follow(path).plain
  }

  /// What a path leads to, with arguments of generic types, and `elsewhere` where it leaves the files.
  func follow(_ path: ExpressionPath) -> ResolvedType {
    // In an extension of another module's type nothing is known of its members.
    if path.root == .selfReference, enclosingType == nil { return .unknown }
    return table.follow(path, in: scope, generics: generics) { name in
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
