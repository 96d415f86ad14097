import SwiftParser
import SwiftSyntax

/// Walks one file with all rules, which propose edits and object to conversions.
///
/// The walk knows what the names of a file stand for; each kind of syntax is shown to the rules that care for it.
final class Inspection: SyntaxVisitor {
  let table: SymbolTable
  let models: Models
  let options: MigrationOptions
  let file: Int
  let source: SourceText
  var result = FileInspection()
  var names: LocalNames
  /// What a rule has dealt with as part of something larger.
  var handled: Set<SyntaxIdentifier> = []
  /// Ranges below a comment that asks to leave them alone.
  var ignored: [Range<Int>] = []
  /// Statements and observers that announce a change which the registrar notices by itself.
  var redundantAnnouncements: Set<SyntaxIdentifier> = []
  /// Properties whose changes were announced by hand.
  var announcedProperties: Set<PropertyKey> { table.announcedProperties }
  /// Names of properties that keep subscriptions.
  let storageNames: Set<String>
  /// The classes of this file whose subscriptions have been looked at.
  var pipelineOwners: [TypeSymbol.ID: PipelineOwner] = [:]
  /// The names in functions, with those that rules have added.
  var namesInFunctions: [SyntaxIdentifier: Set<String>] = [:]
  /// Where the code around runs, innermost last.
  private var contexts: [ExecutionContext] = []
  /// Members in which a projection has got its local `@Bindable`.
  var boundMembers: Set<BoundMember> = []

  struct BoundMember: Hashable {
    let member: SyntaxIdentifier
    let property: String
  }

  init(_ file: SourceFile, index: Int, table: SymbolTable, models: Models, options: MigrationOptions) {
    self.table = table
    self.models = models
    self.options = options
    self.file = index
    source = SourceText(file.text)
    names = LocalNames(table: table, file: index)
    storageNames = Set(
      table.declarationOffsets[index].values.flatMap { id in
        table.types[id].members.values.joined().filter(\.keepsSubscriptions).map(\.name)
      }
    )
    super.init(viewMode: .sourceAccurate)
  }

  /// Inspects a file, which is parsed once more if its tree was not kept.
  static func inspect(
    _ file: SourceFile,
    _ tree: SourceFileSyntax?,
    index: Int,
    table: SymbolTable,
    models: Models,
    options: MigrationOptions
  ) -> FileInspection {
    let inspection = Inspection(file, index: index, table: table, models: models, options: options)
    let tree = tree ?? Parser.parse(source: file.text)
    if let refusal = Survey.refusal(of: tree) {
      // Only its declarations have been parsed so far.
      return FileInspection(refusal: refusal)
    }
    inspection.walk(tree)
    ImportRule.collect(from: tree, inspection)
    return inspection.result
  }

  // MARK: - Types

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node)
    if let id = names.type(at: node.name.startOffset) {
      ObjectWillChangeRule.findRedundantAnnouncements(in: node.memberBlock, of: id, self)
      ObservableRule.inspect(node, id, self)
      CodableRule.inspect(node, id, self)
    }
    return .visitChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node) }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { enter(node) }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node)
    if let id = names.enclosingType {
      ObjectWillChangeRule.findRedundantAnnouncements(in: node.memberBlock, of: id, self)
      ObservableRule.inspect(node, id, self)
    }
    return .visitChildren
  }

  override func visitPost(_ node: ClassDeclSyntax) { leave() }
  override func visitPost(_ node: StructDeclSyntax) { leave() }
  override func visitPost(_ node: EnumDeclSyntax) { leave() }
  override func visitPost(_ node: ActorDeclSyntax) { leave() }
  override func visitPost(_ node: ProtocolDeclSyntax) { leave() }
  override func visitPost(_ node: ExtensionDeclSyntax) { leave() }

  @discardableResult
  private func enter(_ node: some DeclGroupSyntax) -> SyntaxVisitorContinueKind {
    noteIgnored(node)
    names.enterType(node)
    let isIsolated = names.enclosingType.map { table.isIsolated($0) } ?? false
    contexts.append(ExecutionContext(place: isIsolated || node.attributes.names.hasGlobalActor ? .main : .unknown))
    return .visitChildren
  }

  private func leave() {
    names.leaveType()
    contexts.removeLast()
  }

  /// Where the code that is being looked at runs.
  var context: ExecutionContext {
    get { contexts.last ?? ExecutionContext(place: .unknown) }
    set { if !contexts.isEmpty { contexts[contexts.count - 1] = newValue } }
  }

  override func visit(_ node: InheritedTypeListSyntax) -> SyntaxVisitorContinueKind { .visitChildren }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if !handled.contains(node.id) {
      ConstraintRule.inspect(TypeSyntax(node), name: node.name.text, self)
      WrapperTypeRule.inspect(node, self)
      if node.name.text == "CodingKeys" { CodableRule.inspectMention(at: node, of: nil, self) }
    }
    return .visitChildren
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    if !handled.contains(node.id), node.name.text == "ObservableObject" {
      ConstraintRule.inspect(TypeSyntax(node), name: node.name.text, self)
      return .skipChildren
    }
    if node.name.text == "CodingKeys" {
      CodableRule.inspectMention(at: node.name, of: names.resolve(TypeReference(node.baseType)), self)
    }
    return .visitChildren
  }

  // MARK: - Members

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    noteIgnored(node)
    if node.parent?.is(MemberBlockItemSyntax.self) == true {
      inspectProperty(node)
    } else {
      StateObjectRule.inspectLocal(node, self)
      ObservedObjectRule.inspectLocal(node, self)
      EnvironmentObjectRule.inspectLocal(node, self)
      names.declare(node)
    }
    return .visitChildren
  }

  private func inspectProperty(_ node: VariableDeclSyntax) {
    guard let id = names.enclosingType else { return }
    if table.types[id].kind == .protocol { ObjectWillChangeRule.inspectRequirement(node, self) }
    if models[id] == .model {
      PublishedRule.inspect(node, id, self)
      ObjectWillChangeRule.inspect(node, id, self)
      StorageRule.inspect(node, id, self)
      LazyRule.inspect(node, id, self)
      WrappedPropertyRule.inspect(node, id, self)
    } else if node.attributes.attribute("Published") != nil {
      PublishedRule.inspectStray(node, id, self)
    }
    CancellableRule.inspect(node, id, self)
    StateObjectRule.inspect(node, id, self)
    ObservedObjectRule.inspect(node, id, self)
    EnvironmentObjectRule.inspect(node, id, self)
    FocusedObjectRule.inspect(node, id, self)
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    noteIgnored(node)
    names.enterFunction(Syntax(node), parameters: node.signature.parameterClause.parameters)
    let isIsolated = names.enclosingType.map { table.isIsolated($0) } ?? false
    let isInIsolation = isIsolated || (context.place == .main && node.parent?.is(MemberBlockItemSyntax.self) == true)
    contexts.append(ExecutionContext(place: .init(node, isIsolated: isInIsolation)))
    return .visitChildren
  }

  override func visitPost(_ node: FunctionDeclSyntax) {
    names.leaveBlock()
    contexts.removeLast()
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    noteIgnored(node)
    names.enterFunction(Syntax(node), parameters: node.signature.parameterClause.parameters)
    return .visitChildren
  }

  override func visitPost(_ node: InitializerDeclSyntax) { names.leaveBlock() }

  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    noteIgnored(node)
    names.enterFunction(Syntax(node), parameters: node.parameterClause.parameters)
    return .visitChildren
  }

  override func visitPost(_ node: SubscriptDeclSyntax) { names.leaveBlock() }

  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind {
    names.enterBlock()
    return .visitChildren
  }

  override func visitPost(_ node: AccessorDeclSyntax) { names.leaveBlock() }

  // MARK: - Blocks

  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind {
    names.enterBlock()
    return .visitChildren
  }

  override func visitPost(_ node: CodeBlockSyntax) { names.leaveBlock() }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    let place = ExecutionContext.Place(node, in: context.place) { [names, table] name in
      names.isLocal(name) ? nil : names.enclosingType.flatMap { table.types[$0].storedProperty(name) }
    }
    contexts.append(ExecutionContext(place: place))
    names.enterClosure(node)
    return .visitChildren
  }

  override func visitPost(_ node: ClosureExprSyntax) {
    names.leaveBlock()
    contexts.removeLast()
  }

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    names.enterBlock()
    return .visitChildren
  }

  override func visitPost(_ node: IfExprSyntax) { names.leaveBlock() }

  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
    names.enterBlock()
    return .visitChildren
  }

  override func visitPost(_ node: WhileStmtSyntax) { names.leaveBlock() }

  override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
    names.enterBlock()
    return .visitChildren
  }

  override func visitPost(_ node: SwitchCaseSyntax) { names.leaveBlock() }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    names.enterBlock()
    names.declare(node)
    return .visitChildren
  }

  override func visitPost(_ node: ForStmtSyntax) { names.leaveBlock() }

  // Declared after its value has been seen, which may have the same name.
  override func visitPost(_ node: OptionalBindingConditionSyntax) { names.declare(node) }

  override func visit(_ node: MemberBlockItemSyntax) -> SyntaxVisitorContinueKind {
    result.parts.add(node)
    return .visitChildren
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    result.parts.add(node)
    if ObjectWillChangeRule.inspect(node, self) { return .skipChildren }
    if let expression = node.item.as(ExprSyntax.self) {
      if NestedObservableRule.inspect(node, expression, self) { return .skipChildren }
      PipelineRule.inspect(node, expression, self)
      PublishedRule.inspectStatement(expression, self)
      StateObjectRule.inspectStatement(expression, self)
      ObservedObjectRule.inspectStatement(expression, self)
    }
    return .visitChildren
  }

  // MARK: - Expressions

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard !handled.contains(node.id) else { return .visitChildren }
    EnvironmentObjectRule.inspect(node, self)
    FocusedObjectRule.inspect(node, self)
    OnReceiveRule.inspect(node, self)
    ReflectionRule.inspect(node, self)
    IsolationRule.inspect(PropertyChange(node).map { [$0] } ?? [], through: node, self)
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    IsolationRule.inspect(PropertyChange.all(in: node), through: node, self)
    return .visitChildren
  }

  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
    IsolationRule.inspect(PropertyChange(node).map { [$0] } ?? [], through: node.expression, self)
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    guard !handled.contains(node.id), let base = node.base else { return .visitChildren }
    let name = node.declName.baseName.text
    if name.hasPrefix("$") {
      PublisherRule.inspect(node, base: base, property: String(name.dropFirst()), self)
      handled.insert(node.declName.id)
    } else if name == "objectWillChange" {
      ObjectWillChangeRule.inspect(node, base: base, self)
      handled.insert(node.declName.id)
    } else if name == "projectedValue" || name == "wrappedValue" {
      WrapperTypeRule.inspectStorageUse(node, base: base, self)
    } else if name == "CodingKeys" {
      CodableRule.inspectMention(at: node.declName, of: type(of: base), self)
      handled.insert(node.declName.id)
    } else {
      // The name of a member says nothing of what a name alone stands for.
      handled.insert(node.declName.id)
    }
    if name.hasPrefix("_"), base.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self) {
      WrapperTypeRule.inspectStorage(node.declName, at: node, self)
    }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    guard !handled.contains(node.id) else { return .visitChildren }
    let name = node.baseName.text
    if name.hasPrefix("$"), !name.dropFirst().allSatisfy(\.isNumber) {
      PublisherRule.inspect(node, property: String(name.dropFirst()), self)
    } else if name == "objectWillChange" {
      ObjectWillChangeRule.inspect(node, self)
    } else if name.hasPrefix("_") {
      WrapperTypeRule.inspectStorage(node, at: node, self)
    } else if name == "CodingKeys" {
      CodableRule.inspectMention(at: node, of: nil, self)
    } else if ["ObservableObject", "StateObject", "ObservedObject", "EnvironmentObject"].contains(name) {
      ConstraintRule.inspect(node, name: name, self)
    }
    return .visitChildren
  }

  override func visit(_ node: KeyPathPropertyComponentSyntax) -> SyntaxVisitorContinueKind {
    let name = node.declName.baseName.text
    if name.hasPrefix("$") {
      PublisherRule.inspect(keyPathComponent: node, property: String(name.dropFirst()), self)
    }
    handled.insert(node.declName.id)
    return .skipChildren
  }

  // Text that looks like code stays as it is, but for interpolations.
  override func visit(_ node: StringSegmentSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    if case .identifier(let name) = token.tokenKind { ImportRule.note(name, at: token.startOffset, self) }
    return .skipChildren
  }
}
