import SwiftSyntax

/// `objectWillChange.send()` where the registrar notices the change by itself.
enum ObjectWillChangeRule: Rule {
  static let id: RuleID = "object-will-change"
  static let words = ["objectWillChange"]

  static func register(_ visits: inout Visits<NoFacts>) {
    visits.on(ClassDeclSyntax.self, lookAhead)
    visits.on(ExtensionDeclSyntax.self, lookAhead)
    visits.on(VariableDeclSyntax.self, inspect)
    visits.on(PatternBindingSyntax.self, inspect)
    visits.on(CodeBlockItemSyntax.self, inspect)
    visits.on(DeclReferenceExprSyntax.self, inspect)
    visits.on(MemberAccessExprSyntax.self, inspect)
  }

  /// Statements and observers that announce a change which the registrar notices by itself.
  private final class Announcements: WalkMemo {
    var redundant: Set<SyntaxIdentifier> = []
    /// Those that go with what they stand in.
    var gone: Set<SyntaxIdentifier> = []
  }

  // MARK: Looking ahead

  /// Finds the calls in a class or an extension that go.
  private static func lookAhead(_ node: some DeclGroupSyntax, _ walk: Walk) {
    guard let id = walk.names.enclosingType, walk.models[id] == .model else { return }
    let finder = AnnouncementFinder(id, walk.table, walk.models)
    finder.walk(node.memberBlock)
    walk.memo(Announcements.self).redundant.formUnion(finder.redundant)
  }

  // MARK: What goes

  /// Observers that have nothing else to do go as a whole; and so does a publisher of one's own.
  private static func inspect(_ binding: PatternBindingSyntax, _ walk: Walk) {
    guard let id = binding.memberDeclaration.flatMap({ walk.model(storing: $0) }) else { return }
    if binding.pattern.trimmedDescription == "objectWillChange" {
      walk.decide(Self.id, at: binding.pattern, of: [id], isOfOnesOwn)
      return
    }
    guard let block = binding.accessorBlock, case .accessors(let accessors) = block.accessors else { return }
    // `filter` of a collection of nodes would make a tree of its own.
    let idle = Array(accessors).filter { accessor in
      guard let body = accessor.body else { return false }
      return !body.statements.isEmpty && !hasComment(body)
        && body.statements.allSatisfy { walk.memo(Announcements.self).redundant.contains($0.id) }
    }
    guard !idle.isEmpty else { return }
    let announcements = walk.memo(Announcements.self)
    var edits: [Edit] = []
    if idle.count == accessors.count {
      let end = block.previousToken(viewMode: .sourceAccurate)?.utf8Range.upperBound ?? block.startOffset
      edits = [Edit(range: end..<block.utf8Range.upperBound, replacement: "", rule: Self.id)]
    } else {
      edits = idle.map { walk.removing($0, Self.id) }
    }
    for accessor in idle {
      for statement in accessor.body?.statements ?? [] { announcements.gone.insert(statement.id) }
      walk.change(Self.id, at: accessor, of: [id], edits, isNoticed)
      edits = []
    }
  }

  private static func inspect(_ node: VariableDeclSyntax, _ walk: Walk) {
    guard node.isMember, let type = walk.names.enclosingType else { return }
    if walk.table.types[type].kind == .protocol, let name = node.bindings.first?.pattern,
      name.trimmedDescription == "objectWillChange"
    {
      // Who conforms to it may be any of the types.
      walk.decide(id, at: name, of: walk.models.candidates, isRequired)
    }
    guard walk.models[type] == .model, let variables = StoredVariables(node, of: type, walk) else { return }
    for variable in variables.all where variable.isAnnounced {
      // What else has to be done with the declaration is that of its other variables.
      let edits = variables.isAnnounced && variable.name == variables.all[0].name ? variables.split(id, walk) : []
      walk.change(id, at: variable.binding.pattern, of: [type], edits, isTrackedNow(variable.name))
    }
  }

  private static func hasComment(_ body: CodeBlockSyntax) -> Bool {
    body.tokens(viewMode: .sourceAccurate).contains { token in
      (token != body.leftBrace && token.leadingTrivia.hasComment)
        || (token != body.rightBrace && token.trailingTrivia.hasComment)
    }
  }

  /// A statement that goes.
  private static func inspect(_ item: CodeBlockItemSyntax, _ walk: Walk) -> Claim {
    let announcements = walk.memo(Announcements.self)
    if announcements.gone.contains(item.id) { return .whole }
    guard announcements.redundant.contains(item.id), let id = walk.names.enclosingType else { return .none }
    walk.change(Self.id, at: item, of: [id], [walk.removing(item, Self.id)], isNoticed)
    return .whole
  }

  // MARK: What needs a decision

  /// `objectWillChange` alone: of the type around it.
  private static func inspect(_ node: DeclReferenceExprSyntax, _ walk: Walk) {
    guard node.baseName.text == "objectWillChange", !walk.names.isLocal("objectWillChange") else { return }
    if let id = walk.names.enclosingType {
      if walk.models.isCandidate(id) {
        walk.decide(Self.id, at: node, of: [id], message(for: ExprSyntax(node)))
      }
    } else {
      walk.decide(Self.id, at: node, of: walk.models.candidates, isUsed)
    }
  }

  /// `object.objectWillChange`
  private static func inspect(_ node: MemberAccessExprSyntax, _ walk: Walk) {
    guard node.declName.baseName.text == "objectWillChange", let base = node.base else { return }
    guard let types = walk.modelTypes(in: walk.type(of: base)) else {
      return walk.decide(
        Self.id,
        at: node.declName,
        of: walk.models.candidates,
        isUsedByUnknown(walk.text(base))
      )
    }
    let isOwn = base.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
    let message = isOwn ? message(for: ExprSyntax(node)) : isUsed
    walk.decide(Self.id, at: node.declName, of: types.filter { walk.models.isCandidate($0) }, message)
  }

  /// What to write instead of a use of the publisher of `self`.
  private static func message(for publisher: ExprSyntax) -> String {
    guard let access = publisher.parent?.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "send" else {
      return isUsed
    }
    var current = publisher.parent
    while let syntax = current, !syntax.is(MemberBlockItemSyntax.self) {
      if let binding = syntax.as(PatternBindingSyntax.self),
        syntax.parent?.parent?.parent?.is(MemberBlockItemSyntax.self) == true,
        !binding.isStored, let name = binding.pattern.boundNames.first
      {
        return announcesComputed(name)
      }
      current = syntax.parent
    }
    return announcesUnknown
  }
}

/// Finds calls of `objectWillChange.send()` beside a change of a property that can be tracked.
private final class AnnouncementFinder: SyntaxVisitor {
  let id: TypeSymbol.ID
  let table: SymbolTable
  let models: Models
  var redundant: Set<SyntaxIdentifier> = []
  /// What hides properties in the member that is being looked at.
  private var localNames: Set<String> = []

  init(_ id: TypeSymbol.ID, _ table: SymbolTable, _ models: Models) {
    self.id = id
    self.table = table
    self.models = models
    super.init(viewMode: .sourceAccurate)
  }

  // Other types' announcements are their own.
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: MemberBlockItemSyntax) -> SyntaxVisitorContinueKind {
    localNames = node.decl.is(VariableDeclSyntax.self) ? [] : LocalNameFinder.names(in: node)
    return .visitChildren
  }

  override func visit(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
    let items = Array(node)
    let announcements = items.indices.filter { items[$0].isAnnouncement }
    guard !announcements.isEmpty else { return .visitChildren }
    let observed = observedProperty(node)
    for index in announcements {
      let isRedundant =
        if let observed {
          table.tracked(PropertyChange(property: observed), of: id) != nil
        } else if isInComputedProperty(node) {
          // What else it does may store the value where the registrar does not see it.
          items.allSatisfy { $0.isAnnouncement || onlyChanges($0) } && items.count > announcements.count
        } else {
          isBesideAChange(index, in: items) && !changesAnObject(around: node)
        }
      if isRedundant { redundant.insert(items[index].id) }
    }
    if announcements.count == items.count, let item = postponing(node), isInAFunctionThatChanges(item) {
      redundant.insert(item.id)
    }
    return .visitChildren
  }

  /// The property whose `willSet` or `didSet` the statements are.
  private func observedProperty(_ node: CodeBlockItemListSyntax) -> String? {
    guard let accessor = node.parent?.parent?.as(AccessorDeclSyntax.self), accessor.isObserver,
      let binding = accessor.parent?.parent?.parent?.as(PatternBindingSyntax.self)
    else { return nil }
    return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText
  }

  private func isInComputedProperty(_ node: CodeBlockItemListSyntax) -> Bool {
    var current = node.parent
    while let syntax = current, !syntax.is(MemberBlockItemSyntax.self) {
      if let accessor = syntax.as(AccessorDeclSyntax.self) { return !accessor.isObserver }
      current = syntax.parent
    }
    return false
  }

  /// Whether the next statement changes a property, or the one before.
  private func isBesideAChange(_ index: Int, in items: [CodeBlockItemSyntax]) -> Bool {
    let next = items[(index + 1)...].first { !$0.isAnnouncement }
    let previous = items[..<index].last { !$0.isAnnouncement }
    return next.map(changes) ?? false || previous.map(changes) ?? false
  }

  private func isTracked(_ change: PropertyChange) -> Bool {
    (change.isQualified || !localNames.contains(change.property)) && table.tracked(change, of: id) != nil
  }

  /// Whether a statement, or the blocks of one, change a property.
  private func changes(_ item: CodeBlockItemSyntax) -> Bool {
    ChangeFinder.find(in: item, isTracked)
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
    var body = Syntax(node)
    while let parent = body.parent, !parent.is(MemberBlockItemSyntax.self) { body = parent }
    return AssignmentFinder.changes(in: body).contains { change in
      (change.isQualified || !localNames.contains(change.property)) && table.changesAnObject(change, of: id, models)
    }
  }

  /// `defer { objectWillChange.send() }`
  private func postponing(_ node: CodeBlockItemListSyntax) -> CodeBlockItemSyntax? {
    node.parent?.parent?.as(DeferStmtSyntax.self)?.parent?.as(CodeBlockItemSyntax.self)
  }

  private func isInAFunctionThatChanges(_ item: CodeBlockItemSyntax) -> Bool {
    guard let list = item.parent?.as(CodeBlockItemListSyntax.self), !changesAnObject(around: list) else { return false }
    return list.contains(where: changes)
  }
}

/// Finds the names of parameters and variables of a function.
private final class LocalNameFinder: SyntaxVisitor {
  private var names: Set<String> = []

  static func names(in node: some SyntaxProtocol) -> Set<String> {
    let finder = LocalNameFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.names
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    names.insert(node.identifier.identifierText)
    return .skipChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    names.insert((node.secondName ?? node.firstName).identifierText)
    return .visitChildren
  }

  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    names.insert((node.secondName ?? node.firstName).identifierText)
    return .visitChildren
  }

  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    names.insert(node.name.identifierText)
    return .skipChildren
  }
}

/// Finds all that is assigned.
private final class AssignmentFinder: SyntaxVisitor {
  private var changes: [PropertyChange] = []

  static func changes(in node: Syntax) -> [PropertyChange] {
    let finder = AssignmentFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.changes
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    changes += PropertyChange.all(in: node)
    return .visitChildren
  }
}

/// Looks for a change in the blocks of a statement, but for what runs at another time.
private final class ChangeFinder: SyntaxVisitor {
  private let isMeant: (PropertyChange) -> Bool
  private var isFound = false

  private init(_ isMeant: @escaping (PropertyChange) -> Bool) {
    self.isMeant = isMeant
    super.init(viewMode: .sourceAccurate)
  }

  static func find(in item: CodeBlockItemSyntax, _ isMeant: @escaping (PropertyChange) -> Bool) -> Bool {
    let finder = ChangeFinder(isMeant)
    finder.walk(item)
    return finder.isFound
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    if let sequence = node.item.as(SequenceExprSyntax.self), PropertyChange.all(in: sequence).contains(where: isMeant) {
      isFound = true
    } else if let call = node.item.as(FunctionCallExprSyntax.self), let change = PropertyChange(call), isMeant(change) {
      isFound = true
    }
    return isFound ? .skipChildren : .visitChildren
  }

  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
    if let change = PropertyChange(node), isMeant(change) { isFound = true }
    return .visitChildren
  }
}

extension ObjectWillChangeRule {
  static func isTrackedNow(_ name: String) -> String {
    "`\(name)` is tracked now: its changes were announced with `objectWillChange.send()`."
  }

  static let isNoticed = "The registrar notices the change that was announced here."
  static let isUsed = """
    `objectWillChange` is gone afterwards: give what it announces a tracked property, and observe the properties that matter, \
    with `withPortableContinuousObservation { _ in … }`.
    """
  static let announcesUnknown = """
    What is announced here is no change of a stored property that is seen: give it a tracked property, or announce it with \
    `withMutation(keyPath:)` of the property that is read, which reports its reads with `access(keyPath:)`.
    """

  static func announcesComputed(_ name: String) -> String {
    """
    `\(name)` is stored elsewhere, where the registrar does not see it: begin its getter with `access(keyPath: \\.\(name))`, and \
    let its setter store the value in `withMutation(keyPath: \\.\(name)) { … }` instead of announcing it.
    """
  }

  static let isRequired = """
    A protocol asks for `objectWillChange`, which no type has afterwards: remove the requirement.
    """
  static let isOfOnesOwn = """
    A publisher of one's own for `objectWillChange`: remove it where it announces changes of tracked properties only.
    """

  static func isUsedByUnknown(_ expression: String) -> String {
    """
    `objectWillChange` of `\(expression)`, whose type is not known here, so that no type can be converted: declare the type of \
    `\(expression)`.
    """
  }
}
