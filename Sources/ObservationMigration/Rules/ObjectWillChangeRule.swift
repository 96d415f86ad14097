import SwiftSyntax

/// `objectWillChange.send()` where the registrar notices the change by itself.
enum ObjectWillChangeRule: Rule {
  static let id: RuleID = "object-will-change"
  static let summary = "objectWillChange.send() goes where it announces the change of a tracked property."
  static let explanation = """
    The registrar notices each change of a tracked property. So the call goes when it stands in an observer of a property, or
    next to a statement that changes one. A stored property whose changes were announced that way is tracked from now on.

    Everything else that has to do with `objectWillChange` needs a decision: what it announces may be no property at all. Give
    that a tracked property; where another object subscribes to it, observe the properties that matter there.
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

  /// Finds the calls in a class that go, and the properties that are tracked therefore.
  static func findRedundantAnnouncements(in node: ClassDeclSyntax, of id: TypeSymbol.ID, _ inspection: Inspection) {
    guard inspection.models[id] == .model else { return }
    let finder = AnnouncementFinder(symbol: inspection.table.types[id])
    finder.walk(node.memberBlock)
    inspection.redundantAnnouncements.formUnion(finder.redundant)
    inspection.announcedProperties.formUnion(finder.properties.map { PropertyKey(type: id, name: $0) })
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
  static func inspect(_ item: CodeBlockItemSyntax, _ expression: ExprSyntax, _ inspection: Inspection) -> Bool {
    if inspection.handled.contains(item.id) { return true }
    guard inspection.redundantAnnouncements.contains(item.id), let id = inspection.names.enclosingType else {
      return false
    }
    inspection.change(self, at: expression, of: [id], [inspection.removing(item, self)], isNoticed)
    return true
  }

  // MARK: What needs a decision

  /// `objectWillChange` alone: of the type around it.
  static func inspect(_ node: DeclReferenceExprSyntax, _ inspection: Inspection) {
    guard !inspection.names.isLocal("objectWillChange") else { return }
    if let id = inspection.names.enclosingType {
      if inspection.models.isCandidate(id) { inspection.decide(self, at: node, of: [id], isUsed) }
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
    inspection.decide(self, at: node.declName, of: types.filter { inspection.models.isCandidate($0) }, isUsed)
  }
}

/// Finds calls of `objectWillChange.send()` beside a change of a property.
private final class AnnouncementFinder: SyntaxVisitor {
  let symbol: TypeSymbol
  var redundant: Set<SyntaxIdentifier> = []
  var properties: Set<String> = []

  init(symbol: TypeSymbol) {
    self.symbol = symbol
    super.init(viewMode: .sourceAccurate)
  }

  // Other types' announcements are their own.
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
    let items = Array(node)
    for (index, item) in items.enumerated() where isAnnouncement(item) {
      guard let property = observedProperty(around: node) ?? changed(beside: index, in: items) else { continue }
      redundant.insert(item.id)
      properties.insert(property)
    }
    return .visitChildren
  }

  private func isAnnouncement(_ item: CodeBlockItemSyntax) -> Bool {
    guard let call = item.item.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
      let path = ExpressionPath(ExprSyntax(call))
    else { return false }
    let steps: [ExpressionPath.Step] = [.member("send"), .call]
    return path == ExpressionPath(name: "objectWillChange", steps)
      || path == ExpressionPath(name: nil, [.member("objectWillChange")] + steps)
  }

  /// The property whose `willSet` or `didSet` the statements are.
  private func observedProperty(around node: CodeBlockItemListSyntax) -> String? {
    guard let accessor = node.parent?.parent?.as(AccessorDeclSyntax.self),
      ["willSet", "didSet"].contains(accessor.accessorSpecifier.text),
      let binding = accessor.parent?.parent?.parent?.as(PatternBindingSyntax.self),
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText
    else { return nil }
    return isTrackable(name) ? name : nil
  }

  /// The property that the next statement changes, or the one before.
  private func changed(beside index: Int, in items: [CodeBlockItemSyntax]) -> String? {
    let next = items[(index + 1)...].first { !isAnnouncement($0) }
    let previous = items[..<index].last { !isAnnouncement($0) }
    return [next, previous].lazy.compactMap { $0.flatMap(self.changedProperty) }.first
      ?? next.flatMap(changedInside)
  }

  /// The property that a conditional statement or a loop changes.
  private func changedInside(_ item: CodeBlockItemSyntax) -> String? {
    let blocks = item.tokens(viewMode: .sourceAccurate).lazy.compactMap { $0.parent?.as(CodeBlockSyntax.self) }
    for block in blocks where !block.isInClosure(within: item) {
      for statement in block.statements {
        if let property = changedProperty(statement) { return property }
      }
    }
    return nil
  }

  private func changedProperty(_ item: CodeBlockItemSyntax) -> String? {
    var target: ExprSyntax?
    if let sequence = item.item.as(SequenceExprSyntax.self), let first = sequence.elements.first {
      let second = sequence.elements.dropFirst().first
      let isCompound = second?.as(BinaryOperatorExprSyntax.self).map {
        $0.operator.text.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!=="].contains($0.operator.text)
      }
      if second?.is(AssignmentExprSyntax.self) == true || isCompound == true { target = first }
    } else if let call = item.item.as(FunctionCallExprSyntax.self),
      let callee = call.calledExpression.as(MemberAccessExprSyntax.self), let base = callee.base
    {
      // A method of a value may change it; one of an object does not change the property.
      guard let name = property(of: base), !isObject(name) else { return nil }
      target = base
    }
    return target.flatMap(property).flatMap { isTrackable($0) ? $0 : nil }
  }

  /// The name of the property of `self` that an expression begins with.
  private func property(of expression: ExprSyntax) -> String? {
    guard let path = ExpressionPath(expression) else { return nil }
    switch path.root {
    case .name(let name): return name
    case .selfReference:
      guard case .member(let name)? = path.steps.first else { return nil }
      return name
    case .type: return nil
    }
  }

  private func isTrackable(_ name: String) -> Bool {
    guard let member = symbol.storedProperty(name), !member.isLet else { return false }
    return member.attributes.isEmpty || member.attributes == ["Published"]
  }

  /// Whether nothing tells that a property is a collection or another value with methods that change it.
  private func isObject(_ name: String) -> Bool {
    guard let member = symbol.storedProperty(name) else { return true }
    if case .collection? = member.type { return false }
    if let path = member.value, case .type(.collection) = path.root { return false }
    return member.type != nil || member.value != nil
  }
}

extension CodeBlockSyntax {
  /// Whether it runs at another time than the statement that it is part of.
  fileprivate func isInClosure(within item: CodeBlockItemSyntax) -> Bool {
    var current = parent
    while let syntax = current, syntax.id != item.id {
      if syntax.is(ClosureExprSyntax.self) || syntax.is(FunctionDeclSyntax.self) { return true }
      current = syntax.parent
    }
    return false
  }
}

extension ExpressionPath {
  init(name: String?, _ steps: [Step]) {
    root = name.map { .name($0) } ?? .selfReference
    self.steps = steps
  }
}

extension ObjectWillChangeRule {
  static let isNoticed = "The registrar notices the change that was announced here."
  static let isUsed = """
    `objectWillChange` is gone afterwards: give what it announces a tracked property, and observe the properties that matter, \
    with `withPortableContinuousObservation { _ in … }`.
    """
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
