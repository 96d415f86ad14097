import SwiftSyntax

/// The meaning of parameters and local variables at the point that a visitor of a file has reached.
///
/// Each name stands for a path from a type, from `self` or from a name that isn't local, so its value doesn't depend on
/// later declarations. The symbol table resolves the path.
struct LocalNames {
  private struct Block {
    var paths: [String: ExpressionPath] = [:]
    var generics: [String: TypeReference?] = [:]
    /// The parameters whose new values the caller gets.
    var inOut: Set<String> = []
    /// The names of the next outer block that aren't visible here: what a condition binds isn't visible in its `else`.
    var hidden: Set<String> = []
    /// Code in a type doesn't see names declared around the type.
    var isType = false
  }

  private var blocks: [Block] = []

  /// The generic parameters of the enclosing functions, and of types unknown to the symbol table, innermost last.
  var generics: [[String: TypeReference?]] { blocks.lazy.map(\.generics).filter { !$0.isEmpty } }

  // MARK: - Blocks

  mutating func enterType(generics: [String: TypeReference?] = [:]) {
    blocks.append(Block(generics: generics, isType: true))
  }

  mutating func leaveType() { blocks.removeLast() }

  mutating func enter(_ node: Syntax, _ kind: SyntaxKind) {
    guard kind.hasNames else { return }
    let hidden = kind == .codeBlock || kind == .ifExpr ? namesHidden(inElse: node) : []
    blocks.append(Block(hidden: hidden))
    declareOwnNames(of: node)
  }

  /// The names of the enclosing block that a condition binds, if the node is what runs where the condition is false.
  private func namesHidden(inElse node: Syntax) -> Set<String> {
    if let outer = node.parent?.as(IfExprSyntax.self), outer.elseBody?.id == node.id {
      return Set(blocks.last?.paths.keys.map(\.self) ?? [])
    }
    guard let guarding = node.parent?.as(GuardStmtSyntax.self) else { return [] }
    return Set(guarding.conditions.nodes(IdentifierPatternSyntax.self).map(\.identifier.identifierText))
  }

  // A function handling many kinds of syntax looks up their types at each call, and most nodes have no names.
  @inline(never)
  private mutating func declareOwnNames(of node: Syntax) {
    switch node.as(SyntaxEnum.self) {
    case .functionDecl(let node): declare(node.signature.parameterClause.parameters, of: Syntax(node))
    case .initializerDecl(let node): declare(node.signature.parameterClause.parameters, of: Syntax(node))
    case .subscriptDecl(let node): declare(node.parameterClause.parameters, of: Syntax(node))
    case .accessorDecl(let node):
      let implicit = ["willSet": "newValue", "didSet": "oldValue", "set": "newValue"][node.accessorSpecifier.text]
      if let name = node.parameters?.name.identifierText ?? implicit { declare(name, nil) }
    case .closureExpr(let node): declare(node)
    case .forStmt(let node): declare(node)
    case .switchCase(let node): declare(node)
    case .catchClause(let node): for item in node.catchItems { declare(item.pattern, nil) }
    default: break
    }
  }

  /// Leaves a block, or declares the names that a node binds. The node's value has been visited by then, and may
  /// contain other names spelled alike.
  mutating func leave(_ node: Syntax, _ kind: SyntaxKind) {
    if kind.hasNames { blocks.removeLast() }
    if kind.bindsNames, !blocks.isEmpty { declareBoundNames(of: node) }
  }

  @inline(never)
  private mutating func declareBoundNames(of node: Syntax) {
    switch node.as(SyntaxEnum.self) {
    case .variableDecl(let node) where !node.isMember: for binding in node.bindings { declare(binding) }
    case .optionalBindingCondition(let node): declare(node)
    case .matchingPatternCondition(let node): declare(node.pattern, path(of: node.initializer.value))
    default: break
    }
  }

  // MARK: - Lookup

  /// Whether a parameter or a local variable has a name at a node of a member.
  fileprivate static func contain(_ name: String, at node: Syntax) -> Bool {
    var part = node
    while let outer = part.parent, !outer.is(MemberBlockItemSyntax.self) {
      var names = LocalNames()
      names.blocks = [Block()]
      names.enter(outer, outer.kind)
      // What a condition binds isn't visible in the `else` part.
      let isElse =
        outer.as(IfExprSyntax.self)?.elseBody?.id == part.id || outer.as(GuardStmtSyntax.self)?.body.id == part.id
      for sibling in isElse ? [] : outer.children(viewMode: .sourceAccurate).prefix(while: { $0.id != part.id }) {
        for declaration in sibling.nodes(Syntax.self, entering: { !$0.kind.hasNames }) where declaration.kind.bindsNames
        {
          names.declareBoundNames(of: declaration)
        }
      }
      if names.isLocal(name) { return true }
      part = outer
    }
    return false
  }

  func isLocal(_ name: String) -> Bool { value(of: name) != nil }

  /// Whether a name is that of a local variable, whose new value isn't passed back to a caller.
  func isOwnVariable(_ name: String) -> Bool { block(declaring: name).map { !$0.inOut.contains(name) } ?? false }

  /// The path of an expression, with a local name replaced by its own path.
  func path(_ path: ExpressionPath) -> ExpressionPath {
    var path = path
    path.steps = path.steps.map { step in
      guard case .arguments(let arguments) = step else { return step }
      return .arguments(
        arguments.map { .init(label: $0.label, path: $0.path.map { self.path($0) }) }
      )
    }
    guard case .name(let name) = path.root, let value = value(of: name) else { return path }
    return value.appending(path.steps)
  }

  /// The path of an expression without local names; nil where the type depends on more than declarations.
  func path(of expression: ExprSyntax) -> ExpressionPath? { ExpressionPath(expression).map { path($0) } }

  private func value(of name: String) -> ExpressionPath? { block(declaring: name)?.paths[name] }

  /// The innermost block with a declaration of a name that is visible here.
  private func block(declaring name: String) -> Block? {
    var isHidden = false
    for block in blocks.reversed() {
      if !isHidden, block.paths[name] != nil { return block }
      if block.isType { return nil }
      isHidden = block.hidden.contains(name)
    }
    return nil
  }

  // MARK: - Declarations

  private mutating func declare(_ name: String, _ path: ExpressionPath?) {
    blocks[blocks.count - 1].paths[name] = path ?? ExpressionPath(type: .unknown)
  }

  private mutating func declare(_ parameters: FunctionParameterListSyntax, of function: Syntax) {
    blocks[blocks.count - 1].generics = function.genericParameters
    for parameter in parameters {
      let name = (parameter.secondName ?? parameter.firstName).identifierText
      declare(name, ExpressionPath(type: TypeReference(parameter.type)))
      if parameter.type.isInOut { blocks[blocks.count - 1].inOut.insert(name) }
    }
  }

  private mutating func declare(_ node: ClosureExprSyntax) {
    if let captures = node.signature?.capture?.items {
      for capture in captures {
        guard let value = capture.initializer?.value else { continue }
        declare(capture.name.identifierText, path(of: value))
      }
    }
    let elements = elements(passedTo: node)
    func element(_ index: Int) -> ExpressionPath? { index < elements.count ? elements[index] : nil }
    switch node.signature?.parameterClause {
    case .simpleInput(let parameters):
      for (index, parameter) in parameters.enumerated() {
        declareParameter(parameter.name.identifierText, element(index))
      }
    case .parameterClause(let clause):
      for (index, parameter) in clause.parameters.enumerated() {
        let type = parameter.type.map { ExpressionPath(type: TypeReference($0)) }
        declareParameter((parameter.secondName ?? parameter.firstName).identifierText, type ?? element(index))
      }
    default:
      declareParameter("$0", element(0))
      if elements.count > 1 { declareParameter("$1", element(1)) }
    }
  }

  /// Declares a parameter of a closure, which may be `inout` without saying so.
  private mutating func declareParameter(_ name: String, _ path: ExpressionPath?) {
    declare(name, path)
    blocks[blocks.count - 1].inOut.insert(name)
  }

  /// A part of a local variable's declaration.
  mutating func declare(_ node: PatternBindingSyntax) {
    let value = node.initializer?.value
    for name in node.pattern.boundNames {
      let isAlone = node.pattern.is(IdentifierPatternSyntax.self)
      declare(name, isAlone ? path(annotation: node.typeAnnotation?.type, value: value) : nil)
      // A local wrapper has a projection of its own, which isn't the enclosing type's.
      let variable = node.parent?.parent?.as(VariableDeclSyntax.self)
      if variable?.attributes.names.isEmpty == false { declare("$" + name, ExpressionPath(type: .named(["Binding"]))) }
    }
  }

  private mutating func declare(_ node: ForStmtSyntax) {
    let elements = elements(of: node.sequence)
    if let pattern = node.pattern.as(TuplePatternSyntax.self) {
      // Numbered elements, or a dictionary's.
      for (index, part) in pattern.elements.enumerated() { declare(part.pattern, index == 0 ? nil : elements.last) }
    } else {
      declare(node.pattern, elements.count == 1 ? elements[0] : nil)
    }
  }

  private mutating func declare(_ node: SwitchCaseSyntax) {
    guard case .case(let label) = node.label else { return }
    let subject = node.parent?.parent?.as(SwitchExprSyntax.self)?.subject
    let path = subject.flatMap { self.path(of: $0) }
    for item in label.caseItems { declare(item.pattern, path) }
  }

  private mutating func declare(_ node: OptionalBindingConditionSyntax) {
    guard let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText, name != "self" else {
      return
    }
    // `if let store`
    let shorthand = node.initializer == nil ? path(ExpressionPath(name: name)) : nil
    declare(name, shorthand ?? path(annotation: node.typeAnnotation?.type, value: node.initializer?.value))
  }

  /// Declares the names that a pattern binds when matched with a value.
  private mutating func declare(_ pattern: PatternSyntax?, _ path: ExpressionPath?) {
    switch pattern?.as(PatternSyntaxEnum.self) {
    case .identifierPattern(let pattern): declare(pattern.identifier.identifierText, path)
    case .valueBindingPattern(let pattern): declare(pattern.pattern, path)
    case .tuplePattern(let pattern): for element in pattern.elements { declare(element.pattern, nil) }
    case .expressionPattern(let pattern): declare(pattern.expression, path)
    default: return
    }
  }

  private mutating func declare(_ expression: ExprSyntax, _ path: ExpressionPath?) {
    switch expression.as(ExprSyntaxEnum.self) {
    case .patternExpr(let pattern): declare(pattern.pattern, path)
    case .optionalChainingExpr(let chain): declare(chain.expression, path)
    // `let store as Store`
    case .sequenceExpr(let sequence): for element in sequence.elements { declare(element, nil) }
    case .tupleExpr(let tuple):
      for element in tuple.elements { declare(element.expression, tuple.elements.count == 1 ? path : nil) }
    case .functionCallExpr(let call):
      guard let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.identifierText else {
        return
      }
      for (index, argument) in call.arguments.enumerated() {
        declare(argument.expression, name == "some" ? path : path?.appending([.payload(of: name, index)]))
      }
    default: return
    }
  }

  private func path(annotation: TypeSyntax?, value: ExprSyntax?) -> ExpressionPath? {
    if let annotation { return ExpressionPath(type: TypeReference(annotation)) }
    return value.flatMap { $0.is(ClosureExprSyntax.self) ? nil : path(of: $0) }
  }

  // MARK: - Elements

  /// The elements passed to a closure: `ForEach(stores) { store in`, `stores.forEach { store in`.
  private func elements(passedTo node: ClosureExprSyntax) -> [ExpressionPath] {
    guard let call = node.enclosingCall else { return [] }
    if let callee = call.calledExpression.as(DeclReferenceExprSyntax.self) {
      guard ClosureTakers.ofElements.contains(callee.baseName.text) else { return [] }
      return call.arguments.first.map { elements(of: $0.expression) } ?? []
    }
    guard let callee = call.calledExpression.as(MemberAccessExprSyntax.self) else { return [] }
    let name = callee.declName.baseName.text
    if CombineNames.takingValues.contains(name), let value = callee.base.flatMap(value(sentBy:)) {
      return [value, value]
    }
    if ClosureTakers.ofItems.contains(name), let value = item(passedTo: call) { return [value] }
    return ClosureTakers.methodsOfElements.contains(name) ? callee.base.map(elements) ?? [] : []
  }

  /// The item passed to a closure, from the binding or the optional value: `sheet(item: $library.selected) { track in`.
  private func item(passedTo call: FunctionCallExprSyntax) -> ExpressionPath? {
    guard let item = call.arguments.first(where: { ["item", "presenting"].contains($0.label?.text) })?.expression,
      var path = ExpressionPath(item)
    else { return nil }
    if case .name(let name) = path.root, name.hasPrefix("$") { path.root = .name(String(name.dropFirst())) }
    path.steps = path.steps.map { step in
      guard case .member(let name) = step, name.hasPrefix("$") else { return step }
      return .member(String(name.dropFirst()))
    }
    return self.path(path)
  }

  /// A value sent by `store.$name`, also through operators that pass values on; nil for other publishers.
  private func value(sentBy publisher: ExprSyntax) -> ExpressionPath? {
    switch publisher.as(ExprSyntaxEnum.self) {
    case .optionalChainingExpr(let chain): return value(sentBy: chain.expression)
    case .functionCallExpr(let call):
      guard let (base, name) = call.method, CombineNames.passingValuesOn.contains(name.text) else { return nil }
      return value(sentBy: base)
    case .declReferenceExpr(let reference):
      guard let property = reference.baseName.projectedProperty, !isLocal("$" + property) else { return nil }
      return path(ExpressionPath(name: property))
    case .memberAccessExpr(let access):
      guard let property = access.declName.baseName.projectedProperty, let base = access.base else { return nil }
      return path(of: base)?.appending([.member(property)])
    default: return nil
    }
  }

  /// The parts of an element of a sequence: two where elements are numbered.
  private func elements(of sequence: ExprSyntax) -> [ExpressionPath] {
    if let call = sequence.as(FunctionCallExprSyntax.self) {
      // `Array(stores.enumerated())`
      if let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
        CollectionMembers.types.contains(name), call.arguments.count == 1, let argument = call.arguments.first
      {
        return elements(of: argument.expression)
      }
      if let (base, name) = call.method, name.text == "enumerated" {
        return [ExpressionPath(type: .named(["Int"]))] + elements(of: base).prefix(1)
      }
    }
    return path(of: sequence).map { [$0.appending([.iteration])] } ?? []
  }
}

extension SyntaxProtocol {
  /// Whether a name alone means a parameter or a local variable here, and no property of that name. Those of other
  /// closures and blocks don't hide it.
  func isHidden(_ name: String) -> Bool { LocalNames.contain(name, at: Syntax(self)) }
}

extension TypeSyntax {
  fileprivate var isInOut: Bool { firstToken(viewMode: .sourceAccurate)?.tokenKind == .keyword(.inout) }
}

extension SyntaxKind {
  /// Whether such a node declares names that are visible behind it.
  fileprivate var bindsNames: Bool {
    switch self {
    case .variableDecl, .optionalBindingCondition, .matchingPatternCondition: true
    default: false
    }
  }

  /// Whether names declared in such a node are visible only there.
  fileprivate var hasNames: Bool {
    switch self {
    case .functionDecl, .initializerDecl, .subscriptDecl, .accessorBlock, .accessorDecl, .closureExpr, .codeBlock,
      .forStmt, .ifExpr, .whileStmt, .switchCase, .catchClause:
      true
    default: false
    }
  }
}

extension PatternSyntax {
  var boundNames: [String] {
    switch self.as(PatternSyntaxEnum.self) {
    case .identifierPattern(let pattern): [pattern.identifier.identifierText]
    case .tuplePattern(let pattern): pattern.elements.flatMap { $0.pattern.boundNames }
    case .valueBindingPattern(let pattern): pattern.pattern.boundNames
    default: []
    }
  }
}
