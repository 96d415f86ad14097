import SwiftSyntax

/// `objectWillChange.send()` where the registrar notices the change by itself.
enum ObjectWillChangeRule: Rule {
  static let id: RuleID = "object-will-change"
  static let summary = "objectWillChange.send() goes where it announces the change of a tracked property."
  static let explanation = """
    The registrar notices each change of a tracked property. So the call goes when it stands in an observer of a property, or
    next to a statement that changes one. The stored properties that such a function changes, itself or in functions of the class
    that it calls, are tracked from now on.

    Everything else that has to do with `objectWillChange` needs a decision: what it announces may be no property at all, a part of
    an object that a property refers to, or lazy, which can't be tracked. Give
    that a tracked property; let a computed property over a store elsewhere report its reads and changes, with
    `access(keyPath:)` and `withMutation(keyPath:)`; where another object subscribes, observe the properties that matter there.
    """
  static let outcome = Finding.State.changed
  static let before = """
    import Combine

    final class Gauge: ObservableObject {
      var value = 0 {
        willSet { objectWillChange.send() }
      }
      private var samples: [Int] = []

      func add(_ sample: Int) {
        objectWillChange.send()
        samples.append(sample)
      }
    }

    """
  static let after = """
    import Observation

    @Observable
    final class Gauge {
      var value = 0
      private var samples: [Int] = []

      func add(_ sample: Int) {
        samples.append(sample)
      }
    }

    """

  // MARK: Looking ahead

  /// Finds the calls in a class or an extension that go.
  static func findRedundantAnnouncements(
    in body: MemberBlockSyntax,
    of id: TypeSymbol.ID,
    _ inspection: Inspection
  ) {
    guard inspection.models[id] == .model else { return }
    let finder = AnnouncementFinder(id, inspection.table, inspection.models)
    finder.walk(body)
    inspection.redundantAnnouncements.formUnion(finder.redundant)
  }

  // MARK: What goes

  /// Observers that have nothing else to do go as a whole; and so does a publisher of one's own.
  static func inspect(_ node: VariableDeclSyntax, _ id: TypeSymbol.ID, _ inspection: Inspection) {
    guard let binding = node.bindings.first else { return }
    if binding.pattern.trimmedDescription == "objectWillChange" {
      inspection.decide(self, at: binding.pattern, of: [id], isOfOnesOwn)
      return
    }
    guard let block = binding.accessorBlock, case .accessors(let accessors) = block.accessors else { return }
    // `filter` of a collection of nodes would make a tree of its own.
    let idle = Array(accessors).filter { accessor in
      guard let body = accessor.body else { return false }
      return !body.statements.isEmpty && !hasComment(body)
        && body.statements.allSatisfy { inspection.redundantAnnouncements.contains($0.id) }
    }
    guard !idle.isEmpty else { return }
    var edits: [Edit] = []
    if idle.count == accessors.count {
      let end = block.previousToken(viewMode: .sourceAccurate)?.utf8Range.upperBound ?? block.startOffset
      edits = [Edit(range: end..<block.utf8Range.upperBound, replacement: "", rule: self.id)]
    } else {
      edits = idle.map { inspection.removing($0, self) }
    }
    for accessor in idle {
      for statement in accessor.body?.statements ?? [] { inspection.handled.insert(statement.id) }
      inspection.change(self, at: accessor, of: [id], edits, isNoticed)
      edits = []
    }
  }

  /// A protocol that asks for the publisher: who conforms to it may be any of the types.
  static func inspectRequirement(_ node: VariableDeclSyntax, _ inspection: Inspection) {
    guard let name = node.bindings.first?.pattern, name.trimmedDescription == "objectWillChange" else { return }
    inspection.decide(self, at: name, of: inspection.models.candidates, isRequired)
  }

  private static func hasComment(_ body: CodeBlockSyntax) -> Bool {
    body.tokens(viewMode: .sourceAccurate).contains { token in
      (token != body.leftBrace && token.leadingTrivia.hasComment)
        || (token != body.rightBrace && token.trailingTrivia.hasComment)
    }
  }

  /// A statement that goes.
  ///
  /// - Returns: Whether it is dealt with.
  static func inspect(_ item: CodeBlockItemSyntax, _ inspection: Inspection) -> Bool {
    if inspection.handled.contains(item.id) { return true }
    guard inspection.redundantAnnouncements.contains(item.id), let id = inspection.names.enclosingType else {
      return false
    }
    inspection.change(self, at: item, of: [id], [inspection.removing(item, self)], isNoticed)
    return true
  }

  // MARK: What needs a decision

  /// `objectWillChange` alone: of the type around it.
  static func inspect(_ node: DeclReferenceExprSyntax, _ inspection: Inspection) {
    guard !inspection.names.isLocal("objectWillChange") else { return }
    if let id = inspection.names.enclosingType {
      if inspection.models.isCandidate(id) {
        inspection.decide(self, at: node, of: [id], message(for: ExprSyntax(node)))
      }
    } else {
      inspection.decide(self, at: node, of: inspection.models.candidates, isUsed)
    }
  }

  /// `object.objectWillChange`
  static func inspect(_ node: MemberAccessExprSyntax, base: ExprSyntax, _ inspection: Inspection) {
    guard let types = inspection.modelTypes(in: inspection.type(of: base)) else {
      return inspection.decide(
        self,
        at: node.declName,
        of: inspection.models.candidates,
        isUsedByUnknown(inspection.text(base))
      )
    }
    let isOwn = base.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
    let message = isOwn ? message(for: ExprSyntax(node)) : isUsed
    inspection.decide(self, at: node.declName, of: types.filter { inspection.models.isCandidate($0) }, message)
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
