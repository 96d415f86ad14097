import SwiftSyntax

/// Finds the statements of a class or an extension that announce a change, and those made redundant by the registrar.
final class AnnouncementFinder: SyntaxVisitor {
  struct Statement {
    let calls: [FunctionCallExprSyntax]
    /// The models that the neighbouring change belongs to, with this one; nil without such a change.
    let noticing: Set<TypeSymbol.ID>?
    /// Whether the neighbouring change stands in a branch, and announces itself: `if isNew { count += 1 }`. It may not be made,
    /// and needs no announcement, so that something else may be announced.
    let isConditional: Bool
    /// The properties whose objects the enclosing function may change; nil for any property.
    let touched: Set<String>?
  }

  private let id: TypeSymbol.ID
  private let table: SymbolTable
  private let models: Models
  private(set) var statements: [SyntaxIdentifier: Statement] = [:]
  /// The current member, and the names that hide properties in it.
  private var function: String?
  private var localNames: Set<String> = []
  /// Whether the current member assigns a part of an object; computed for its first announcement.
  private var changesAnObject: Bool?

  init(_ id: TypeSymbol.ID, _ project: Project) {
    self.id = id
    table = project.table
    models = project.models
    super.init(viewMode: .sourceAccurate)
  }

  // Nested types have announcements of their own.
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: MemberBlockItemSyntax) -> SyntaxVisitorContinueKind {
    localNames = node.decl.is(VariableDeclSyntax.self) ? [] : node.localNames
    function = node.decl.effectsName
    changesAnObject = nil
    return .visitChildren
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    statements[node.id] == nil ? .visitChildren : .skipChildren
  }

  override func visit(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
    let items = Array(node)
    let calls = items.map { $0.unwrapsSelf ? nil : $0.announcingCalls }
    let announcements = items.indices.filter { calls[$0] != nil }
    guard !announcements.isEmpty else { return .visitChildren }
    let observed = observedProperty(node)
    let changesAnObject = changesAnObject ?? changesAnObject(around: node)
    self.changesAnObject = changesAnObject
    for index in announcements {
      let noticing: Set<TypeSymbol.ID>?
      var isConditional = false
      if let observed {
        noticing = table.noticed(PropertyChange(property: observed), of: id) == nil ? nil : [id]
      } else if isInComputedProperty(node) {
        // Other code may store the value where the registrar doesn't see it.
        let isAll = items.indices.allSatisfy { calls[$0] != nil || onlyChanges(items[$0]) }
        noticing = isAll && items.count > announcements.count ? [id] : nil
      } else if changesAnObject {
        noticing = nil
      } else {
        (noticing, isConditional) = noticed(beside: index, in: items, calls)
      }
      statements[items[index].id] = Statement(
        calls: calls[index] ?? [],
        noticing: noticing,
        isConditional: isConditional,
        touched: noticing == nil ? touchedAround : nil
      )
    }
    return .visitChildren
  }

  private var touchedAround: Set<String>? {
    // A local variable may have the name of a property.
    function.flatMap { table.propertiesTouched(by: $0, of: id) }.flatMap { $0.isDisjoint(with: localNames) ? $0 : nil }
  }

  /// The property that has the statements as its `willSet` or `didSet`.
  private func observedProperty(_ node: CodeBlockItemListSyntax) -> String? {
    guard let accessor = node.parent?.parent?.as(AccessorDeclSyntax.self), accessor.isObserver,
      let binding = accessor.parent?.parent?.parent?.as(PatternBindingSyntax.self)
    else { return nil }
    return binding.name?.identifierText
  }

  private func isInComputedProperty(_ node: CodeBlockItemListSyntax) -> Bool {
    node.ancestorsInMember.lazy.compactMap { $0.as(AccessorDeclSyntax.self) }.first?.isObserver == false
  }

  /// The models with a property that the next statement, the previous one or the condition changes, and whether the change is
  /// conditional.
  private func noticed(
    beside index: Int,
    in items: [CodeBlockItemSyntax],
    _ calls: [[FunctionCallExprSyntax]?]
  ) -> (models: Set<TypeSymbol.ID>?, isConditional: Bool) {
    if let condition = items[index].announcingCondition, let found = noticing(condition) { return found }
    if items[index].postponed != nil {
      let all = items.compactMap { noticing($0) }
      return all.first { !$0.isConditional } ?? all.first ?? (nil, false)
    }
    let next = items.indices[(index + 1)...].first { calls[$0] == nil }
    let previous = items.indices[..<index].last { calls[$0] == nil }
    let found = next.flatMap { noticing(items[$0]) }
    if let found, !found.isConditional { return found }
    if let previous { return noticing(items[previous], isBefore: true) ?? found ?? (nil, false) }
    if let found { return found }
    // `if items.insert(item) { objectWillChange.send() }`, with more in the block.
    let block = items[index].parent?.parent?.as(CodeBlockSyntax.self)
    guard let conditional = block?.parent?.as(IfExprSyntax.self), conditional.body.id == block?.id else {
      return (nil, false)
    }
    return noticing(conditional.conditions) ?? (nil, false)
  }

  /// The models whose registrars notice a change in a statement, its blocks, or its closures that run in place; nil if none
  /// does.
  private func noticing(
    _ statement: some SyntaxProtocol,
    isBefore: Bool = false
  ) -> (models: Set<TypeSymbol.ID>?, isConditional: Bool)? {
    var found: (models: Set<TypeSymbol.ID>?, isConditional: Bool)?
    var end = 0
    // No statement behind a block that ends with `return` runs after the block.
    let expressions = statement.nodes(ExprSyntax.self, skipping: [.functionDecl]) { node in
      (!isBefore || !node.leavesAtEnd) && node.as(ClosureExprSyntax.self)?.isCalledAtOnce != false
    }
    for node in expressions where node.startOffset >= end {
      let isStatement = node.as(FunctionCallExprSyntax.self)?.isStatement ?? true
      for change in node.changes() {
        var models: Set<TypeSymbol.ID>?
        var announcesItself = true
        if isTracked(change), isStatement || change.method.map(MutatingMethods.names.contains) ?? true {
          models = [id]
          announcesItself = table.types[id].storedProperty(change.property)?.announcesItself == true
        } else if change.isQualified || !localNames.contains(change.property),
          let model = table.model(noticing: change, in: id, self.models)
        {
          models = [id, model]
        }
        guard let models else { continue }
        found = (models, found?.isConditional != false && announcesItself && node.isInBranch(of: statement))
        break
      }
      // Behind the first change, only whole statements count: an argument like `print(child.bump())` isn't announced.
      if found != nil, node.is(SequenceExprSyntax.self) || node.is(FunctionCallExprSyntax.self) {
        end = node.utf8Range.upperBound
      }
    }
    return found
  }

  private func isTracked(_ change: PropertyChange) -> Bool {
    (change.isQualified || !localNames.contains(change.property)) && table.noticed(change, of: id) != nil
  }

  private func onlyChanges(_ item: CodeBlockItemSyntax) -> Bool {
    let changes = item.item.as(ExprSyntax.self)?.changes() ?? []
    return !changes.isEmpty && changes.allSatisfy(isTracked)
  }

  /// Whether the function around assigns a part of an object, which may be the announced change.
  private func changesAnObject(around node: CodeBlockItemListSyntax) -> Bool {
    let body = Array(node.ancestorsInMember).last ?? Syntax(node)
    return body.assignments.contains { change in
      (change.isQualified || !localNames.contains(change.property)) && table.changesAnObject(change, of: id, models)
    }
  }
}

extension Syntax {
  /// Whether the last statement of a block leaves the code around.
  fileprivate var leavesAtEnd: Bool {
    let statements = self.as(CodeBlockSyntax.self)?.statements ?? self.as(SwitchCaseSyntax.self)?.statements
    guard let last = statements?.last?.item.as(StmtSyntax.self) else { return false }
    return [.returnStmt, .throwStmt, .continueStmt].contains(last.kind)
  }
}

extension ExprSyntax {
  /// Whether it stands in a block of a statement that may not run.
  fileprivate func isInBranch(of statement: some SyntaxProtocol) -> Bool {
    id != statement.id
      && ancestors.prefix { $0.id != statement.id }.contains { node in
        node.is(SwitchCaseSyntax.self)
          || node.is(CodeBlockSyntax.self) && ![.doStmt, .deferStmt, .repeatStmt].contains(node.parent?.kind)
      }
  }
}

extension FunctionCallExprSyntax {
  fileprivate var isStatement: Bool {
    let outer = ancestors.first { ![.awaitExpr, .tryExpr, .optionalChainingExpr].contains($0.kind) }
    return outer?.is(CodeBlockItemSyntax.self) == true
  }
}
