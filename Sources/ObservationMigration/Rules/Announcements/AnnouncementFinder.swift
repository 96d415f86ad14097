import SwiftSyntax

/// Finds the statements of a class or an extension that announce a change, and which of them the registrar makes superfluous.
final class AnnouncementFinder: SyntaxVisitor {
  struct Statement {
    let item: CodeBlockItemSyntax
    let calls: [FunctionCallExprSyntax]
    /// Its own and those in which the change is that it stands beside; nil if it stands beside none.
    let noticing: Set<TypeSymbol.ID>?
    /// The properties through which the function that it stands in may change objects; nil for any.
    let touched: Set<String>?
  }

  private let id: TypeSymbol.ID
  private let table: SymbolTable
  private let models: Models
  private(set) var statements: [SyntaxIdentifier: Statement] = [:]
  /// The member that is being looked at, and what hides properties in it.
  private var function: String?
  private var localNames: Set<String> = []
  /// A part of an object is assigned in that member; found out for the first of its announcements.
  private var changesAnObject: Bool?
  /// Found out for the first announcement that stands beside no change.
  private lazy var touched = TouchedProperties(of: id, table)

  init(_ id: TypeSymbol.ID, _ project: Project) {
    self.id = id
    table = project.table
    models = project.models
    super.init(viewMode: .sourceAccurate)
  }

  // Other types' announcements are their own.
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
      if let observed {
        noticing = table.noticed(PropertyChange(property: observed), of: id) == nil ? nil : [id]
      } else if isInComputedProperty(node) {
        // What else it does may store the value where the registrar does not see it.
        let isAll = items.indices.allSatisfy { calls[$0] != nil || onlyChanges(items[$0]) }
        noticing = isAll && items.count > announcements.count ? [id] : nil
      } else if changesAnObject {
        noticing = nil
      } else {
        noticing = noticed(beside: index, in: items, calls)
      }
      statements[items[index].id] = Statement(
        item: items[index],
        calls: calls[index] ?? [],
        noticing: noticing,
        touched: noticing == nil ? touchedAround : nil
      )
    }
    return .visitChildren
  }

  private var touchedAround: Set<String>? {
    // What has the name of a property may be something else.
    function.flatMap { touched[$0] }.flatMap { $0.isDisjoint(with: localNames) ? $0 : nil }
  }

  /// The property whose `willSet` or `didSet` the statements are.
  private func observedProperty(_ node: CodeBlockItemListSyntax) -> String? {
    guard let accessor = node.parent?.parent?.as(AccessorDeclSyntax.self), accessor.isObserver,
      let binding = accessor.parent?.parent?.parent?.as(PatternBindingSyntax.self)
    else { return nil }
    return binding.name?.identifierText
  }

  private func isInComputedProperty(_ node: CodeBlockItemListSyntax) -> Bool {
    node.ancestorsInMember.lazy.compactMap { $0.as(AccessorDeclSyntax.self) }.first?.isObserver == false
  }

  /// The models in which the next statement changes a property, or the one before, or its own condition.
  private func noticed(
    beside index: Int,
    in items: [CodeBlockItemSyntax],
    _ calls: [[FunctionCallExprSyntax]?]
  ) -> Set<TypeSymbol.ID>? {
    if let condition = items[index].announcingCondition, let models = noticing(condition) { return models }
    if items[index].postponed != nil { return items.lazy.compactMap { self.noticing($0) }.first }
    let next = items.indices[(index + 1)...].first { calls[$0] == nil }
    let previous = items.indices[..<index].last { calls[$0] == nil }
    if let next, let models = noticing(items[next]) { return models }
    if let previous { return noticing(items[previous], isBefore: true) }
    // `if items.insert(item) { objectWillChange.send() }`, with more in the block.
    let block = items[index].parent?.parent?.as(CodeBlockSyntax.self)
    guard let conditional = block?.parent?.as(IfExprSyntax.self), conditional.body.id == block?.id else { return nil }
    return noticing(conditional.conditions)
  }

  /// The models whose registrars notice a change that a statement makes, or one of its blocks; nil if none does.
  private func noticing(_ node: some SyntaxProtocol, isBefore: Bool = false) -> Set<TypeSymbol.ID>? {
    var found: Set<TypeSymbol.ID>?
    _ = ChangeFinder.find(in: node, isBefore: isBefore) { [self] change, hasUse in
      if isTracked(change), !hasUse || change.method.map(MutatingMethods.names.contains) ?? true {
        found = [id]
      } else if change.isQualified || !localNames.contains(change.property),
        let model = table.model(noticing: change, in: id, models)
      {
        found = [id, model]
      }
      return found != nil
    }
    return found
  }

  private func isTracked(_ change: PropertyChange) -> Bool {
    (change.isQualified || !localNames.contains(change.property)) && table.noticed(change, of: id) != nil
  }

  /// Whether a statement is nothing but a change of a property.
  private func onlyChanges(_ item: CodeBlockItemSyntax) -> Bool {
    if let sequence = item.item.as(SequenceExprSyntax.self) {
      let changes = PropertyChange.all(in: sequence)
      return !changes.isEmpty && changes.allSatisfy(isTracked)
    }
    return item.item.as(FunctionCallExprSyntax.self).flatMap { PropertyChange($0) }.map(isTracked) ?? false
  }

  /// Whether a part of an object is assigned in the function around: that may be what is announced.
  private func changesAnObject(around node: CodeBlockItemListSyntax) -> Bool {
    let body = Array(node.ancestorsInMember).last ?? Syntax(node)
    return body.assignments.contains { change in
      (change.isQualified || !localNames.contains(change.property)) && table.changesAnObject(change, of: id, models)
    }
  }
}
