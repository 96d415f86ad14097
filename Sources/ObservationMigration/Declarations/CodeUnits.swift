import SwiftSyntax

/// Collects the code of a file, piece by piece, during its survey.
struct CodeUnits {
  /// The first unit is the code outside of types.
  private(set) var all = [CodeUnit(role: .yielding, declaration: nil)]
  private(set) var changes = Changes()
  private(set) var pipelines: [PipelineCode] = []
  /// The pipelines whose values each closure gets.
  private var pipelinesByClosure: [SyntaxIdentifier: [PipelinePart]] = [:]
  /// For each enclosing closure, the parts of pipelines to which its code belongs.
  private var openPipelines: [[PipelinePart]] = []
  /// The unit of each enclosing piece of code, innermost last.
  private var open = [0]
  private var current: Int { open[open.count - 1] }
  private var isInitial: Bool { all[current].isInitial && closures.isEmpty }
  /// For each enclosing closure, whether it runs in place.
  private var closures: [Bool] = []
  /// For each enclosing closure, whether the surrounding code runs it before going on.
  private var closuresAtOnce: [Bool] = []
  /// For each enclosing closure, whether it, or one around it, makes the content of a presentation.
  private var presentations: [Bool] = []
  private var isPresented: Bool { presentations.last ?? false }
  /// For each enclosing closure, whether an event makes it run later, or it does nothing for an object that nobody keeps.
  private var conditionalClosures: [Bool] = []
  private var runsAtOnce: Bool { closuresAtOnce.allSatisfy(\.self) }
  /// The names whose values are replaced, not read.
  private var targets: Set<SyntaxIdentifier> = []

  // MARK: - Beginning and end

  /// The names that code changes, by kind of change.
  struct Changes: Sendable {
    /// Assigned, or changed in another way.
    var changed = ChangedNames()
    /// Replaced as a whole, or in one element.
    var replaced = ChangedNames()
    /// Replaced as a whole, with a comparison to the old value: by an assignment, or a binding.
    var assigned = ChangedNames()
    /// Perhaps set to nil, or changed without a visible value.
    var cleared = ChangedNames()
    /// Assigned by a binding: `settings` by `$model.settings`.
    var bound = ChangedNames()
    /// Assigned by a binding to the property or a part of it, for another purpose than to end a presentation.
    var edited = ChangedNames()
    /// Assigned by a binding to a part of the value: `settings` by `$model.settings.isOn`.
    var boundInPart = ChangedNames()
  }

  /// A part of the code of a pipeline.
  private struct PipelinePart {
    let index: Int
    let code: WritableKeyPath<PipelineCode, CodeUnit>
  }

  /// Begins a piece of code: a unit of its own, or if nil, a part of the enclosing unit.
  private mutating func begin(_ unit: CodeUnit?) {
    open.append(unit == nil ? current : all.count)
    if let unit { all.append(unit) }
  }

  mutating func end() { open.removeLast() }

  /// Notes something of the current code.
  private mutating func note(_ change: (inout CodeUnit) -> Void) {
    change(&all[current])
    for part in openPipelines.last ?? [] { change(&pipelines[part.index][keyPath: part.code]) }
  }

  /// Notes a name that is about to be changed or called.
  private mutating func noteUse(_ name: String) {
    // A subscription to `$name` runs its closure at once, and again later.
    if !closures.allSatisfy(\.self) {
      note { $0.usedLater.insert(name) }
      if !conditionalClosures.contains(true) { note { $0.usedByItself.insert(name) } }
    }
    let inPipeline = openPipelines.last?.isEmpty == false
    note { $0.noteUse(name, inPipeline: inPipeline) }
  }

  mutating func begin(_ node: MemberBlockItemSyntax, in declaration: Int?) {
    begin(CodeUnit(node.decl, in: declaration))
  }

  /// A function outside of types is a unit of its own, unless other modules may call the function.
  mutating func begin(_ node: FunctionDeclSyntax) {
    let isGlobal = node.parent?.parent?.parent?.is(SourceFileSyntax.self) == true
    let isOfModule = isGlobal && !node.modifiers.has("public") && !node.modifiers.has("package")
    begin(isOfModule ? CodeUnit(DeclSyntax(node), in: nil) : nil)
  }

  /// An accessor without a result is a unit of its own.
  mutating func begin(_ node: AccessorDeclSyntax) {
    let names = ["didSet", "init", "modify", "_modify", "set", "willSet", "yielding"]
    let outer = all[current]
    var unit = CodeUnit(role: .acting, declaration: outer.declaration, name: outer.name, isPrivate: outer.isPrivate)
    unit.isAccessor = true
    begin(names.contains(node.accessorSpecifier.text) ? unit : nil)
  }

  /// The result of a closure may be shown wherever the closure was made; in a view's action, not by the view itself.
  mutating func begin(_ node: ClosureExprSyntax) {
    let (role, declaration) = (all[current].role, all[current].declaration)
    switch role {
    case .yielding where node.isAction:
      var unit = CodeUnit(role: .action, declaration: declaration)
      unit.isLater = node.runsInTask || node.isSubscriber
      begin(unit)
    case .acting where node.seemsToYield || node.mayBeKept: begin(CodeUnit(role: .yielding, declaration: declaration))
    case .acting where node.runsInTask && !node.isAwaitedTask:
      var unit = all[current].laterPart
      unit.needsKeptObject = node.needsKeptObject
      begin(unit)
    default: begin(nil)
    }
    closures.append(node.isCalledAtOnce)
    closuresAtOnce.append(node.runsAtOnce)
    presentations.append(isPresented || node.isPresented)
    conditionalClosures.append(node.waitsForEvent || node.needsKeptObject)
    let outer = openPipelines.last ?? []
    openPipelines.append(
      (node.runsInTask ? outer.map { PipelinePart(index: $0.index, code: \.later) } : outer)
        + (pipelinesByClosure.removeValue(forKey: node.id) ?? [])
    )
  }

  mutating func endClosure() {
    openPipelines.removeLast()
    closures.removeLast()
    closuresAtOnce.removeLast()
    presentations.removeLast()
    conditionalClosures.removeLast()
    end()
  }

  /// Begins to collect the code that gets the values of a publisher: the closures of the operators behind its name.
  private mutating func addPipeline(
    _ name: String,
    _ node: DeclReferenceExprSyntax,
    _ locals: LocalNames
  ) {
    let calls = node.baseName.callsOfPipeline
    // A binding has no operators.
    guard calls.last?.endsPipeline == true || node.isUsedAsPublisher else { return }
    let code = CodeUnit(role: .acting, declaration: all[current].declaration)
    var pipeline = PipelineCode(
      name: name,
      offset: node.baseName.startOffset,
      isKnown: calls.last?.endsPipeline == true,
      deliversLater: calls.contains(where: \.deliversLater),
      immediate: code,
      later: code
    )
    var part: WritableKeyPath<PipelineCode, CodeUnit> = \.immediate
    for call in calls {
      if call.deliversLater { part = \.later }
      for closure in call.closuresWithValues(of: node.baseName) {
        pipelinesByClosure[closure.id, default: []].append(PipelinePart(index: pipelines.count, code: part))
      }
      for function in call.functionsWithValues {
        let base = function.as(MemberAccessExprSyntax.self)?.base
        guard let name = function.lastName(), base != nil || !locals.isLocal(name) else {
          pipeline.isKnown = false
          continue
        }
        pipeline[keyPath: part].reads.names.insert(name)
        pipeline[keyPath: part].callees.insert(name)
        let path = base.map { locals.path(of: $0) } ?? ExpressionPath(name: nil)
        pipeline[keyPath: part].members[name, default: []].insert(path)
      }
      guard let (name, isOwn) = call.assignedProperty else { continue }
      pipeline[keyPath: part].changed.insert(name)
      pipeline[keyPath: part].targets[name] = [isOwn ? ExpressionPath(name: nil) : nil]
    }
    pipelines.append(pipeline)
  }

  // MARK: - Names

  mutating func add(_ node: SequenceExprSyntax, _ locals: LocalNames) {
    for part in node.assigned {
      if node.accumulates(in: part, locals), changesMember(part, locals) { note { $0.accumulates = true } }
      let isStatement = node.parent?.is(CodeBlockItemSyntax.self) == true
      addChange(of: part, isAssigned: node.assigns, isReplaced: isStatement, locals)
      guard let (name, change) = changed(part, locals) else { continue }
      // A literal that equals the old value has nothing that `==` could leave out.
      let fillsNil = node.isBehindTestForNil(of: part)
      if node.assigns, !node.assignsLiteral, !fillsNil { changes.assigned[name, default: []].insert(change) }
      if !node.assignsSomething { changes.cleared[name, default: []].insert(change) }
    }
  }

  mutating func add(_ node: InOutExprSyntax, _ locals: LocalNames) {
    // `assign(to: &$name)`
    if let name = node.expression.ownReference?.baseName.projectedProperty { note { $0.usedLater.insert(name) } }
    addChange(of: node.expression, isReplaced: false, locals)
    if let (name, change) = changed(node.expression, locals) { changes.cleared[name, default: []].insert(change) }
  }

  mutating func add(_ node: FunctionCallExprSyntax, _ locals: LocalNames) {
    if node.arguments.isEmpty, node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "Date" {
      note { $0.reads.accesses.insert("Date()") }
    }
    // A view builder takes no call of a function without a result: such a call in a closure belongs to an action.
    if closures.allSatisfy(\.self), let name = node.calledExpression.ownReference?.baseName.identifierText {
      note { $0.reads.calls.insert(name) }
    }
    guard let (base, method) = node.method else { return }
    if EventMethods.names.contains(method.text), base.lastName() != "objectWillChange" {
      note { $0.accumulates = true }
    }
    guard MutatingMethods.names.contains(method.text) else { return }
    if !MutatingMethods.repeatable.contains(method.text), changesMember(base, locals) {
      note { $0.accumulates = true }
    }
    addChange(of: base, isReplaced: node.parent?.is(CodeBlockItemSyntax.self) == true, locals)
  }

  /// Notes the cases of enumerations that a pattern matches. `(.failed, _)` doesn't match two equal values.
  mutating func add(_ node: ExpressionPatternSyntax) {
    let parts = node.expression.as(TupleExprSyntax.self)?.elements.map(\.expression) ?? [node.expression]
    let matchesAny = parts.contains { $0.is(DiscardAssignmentExprSyntax.self) }
    for part in parts {
      let call = part.as(FunctionCallExprSyntax.self)
      guard let access = (call?.calledExpression ?? part).as(MemberAccessExprSyntax.self) else { continue }
      let name = access.declName.baseName.identifierText
      let isRead = call?.arguments.contains { !$0.expression.is(DiscardAssignmentExprSyntax.self) } ?? false
      if !isRead, matchesAny { continue }
      let matched = isRead ? CodeUnit.payload(of: name) : CodeUnit.match(of: name)
      note {
        $0.reads.names.insert(matched)
        $0.members[matched, default: []].insert(nil)
      }
    }
  }

  /// Notes the change of a variable, or of a part of it, in place unless it's assigned.
  private mutating func addChange(
    of target: ExprSyntax,
    isAssigned: Bool = false,
    isReplaced: Bool,
    _ locals: LocalNames
  ) {
    var part = target
    var isLast = true
    var isModified = !isAssigned
    while true {
      if let (name, change) = changed(part, locals) {
        changes.changed[name, default: []].insert(change)
        if name != "self" {
          noteUse(name)
          note { $0.changed.insert(name) }
        }
        if isLast {
          changes.replaced[name, default: []].insert(change)
          if isModified, runsAtOnce { note { $0.modified.insert(name) } }
        }
      }
      switch part.as(ExprSyntaxEnum.self) {
      case .declReferenceExpr(let reference):
        if isLast, isReplaced { targets.insert(reference.id) }
        return
      case .memberAccessExpr(let access):
        if isLast, isReplaced { targets.insert(access.declName.id) }
        isLast = false
        guard let base = access.base else { return }
        part = base
      default:
        guard let base = part.accessed else { return }
        isModified = true
        part = base
      }
    }
  }

  /// The name of an expression that changes as a whole; nil for a local name.
  private func changed(_ target: ExprSyntax, _ locals: LocalNames) -> (name: String, change: NameChange)? {
    switch target.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference):
      let name = reference.baseName.identifierText
      return locals.isLocal(name) ? nil : (name, change(of: .enclosing))
    case .memberAccessExpr(let access):
      return (access.declName.baseName.identifierText, change(of: owner(behind: access.base, locals)))
    default: return nil
    }
  }

  /// Whether a change of an expression, or of an element of one, changes more than a local variable.
  private func changesMember(_ target: ExprSyntax, _ locals: LocalNames) -> Bool {
    changed(target, locals) != nil || target.accessed.map { changesMember($0, locals) } ?? false
  }

  private func change(of owner: NameChange.Owner, isInitial: Bool? = nil) -> NameChange {
    let unit = all[current]
    let isOfFunction = unit.isFunction && !unit.isLater && closures.allSatisfy(\.self)
    return NameChange(
      owner: owner,
      declaration: unit.declaration,
      isInitial: isInitial ?? self.isInitial,
      function: isOfFunction ? unit.name : nil
    )
  }

  private func owner(behind base: ExprSyntax?, _ locals: LocalNames) -> NameChange.Owner {
    let keyword = base?.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind
    if keyword == .keyword(.self) || keyword == .keyword(.Self) || base?.trimmedText == "type(of: self)" {
      return .enclosing
    }
    return .base(base.flatMap { locals.path(of: $0) })
  }

  mutating func add(_ node: DeclReferenceExprSyntax, _ name: String, _ locals: LocalNames) {
    let isLocal = locals.isLocal(name)
    var name = name
    var isPublisher = false
    if name.hasPrefix("$"), name.utf8.count > 1 {
      name.removeFirst()
      // A binding may change the property, a publisher doesn't.
      isPublisher = node.isUsedAsPublisher
      if !isPublisher {
        note { $0.projections.insert(name) }
        addChange(throughBindingTo: name, node, locals)
      }
    }
    if node.baseName.projectedProperty != nil { addPipeline(name, node, locals) }
    if targets.contains(node.id) {
      let base = node.access == nil ? ExpressionPath(name: nil) : node.base(locals)
      if isLocal, node.access == nil { return }
      note { $0.targets[name, default: []].insert(base) }
      if runsAtOnce { note { $0.assignedAtOnce.insert(name) } }
      return
    }
    // Nothing is read, and the method is called by other code, later.
    if node.whole.isSelector { return note { $0.reads.names.insert(name) } }
    let isCalled = node.isCalled
    let access = node.parent?.as(MemberAccessExprSyntax.self)
    let isImplicit = access.map { $0.base == nil } ?? false
    let isMember = access?.declName.id == node.id || node.parent?.is(KeyPathPropertyComponentSyntax.self) == true
    let isReceived = isPublisher && node.baseName.callsOfPipeline.last?.calleeName?.baseName.text == "onReceive"
    let isPartOfBinding = isMember && node.whole.firstToken(viewMode: .sourceAccurate)?.projectedProperty != nil
    let (nameBefore, base) = isMember ? (node.nameBefore, node.base(locals)) : (nil, nil)
    let isPresented = isPresented
    let isAtOnce =
      runsAtOnce && (isMember || !isLocal) && node.baseName.projectedProperty == nil && !node.isCalledLater
    if isCalled { noteUse(name) }
    note { unit in
      // A publisher's values show nothing by themselves; those that a view receives are read there.
      if isPublisher, !isReceived { return _ = unit.publishers.insert(name) }
      if isAtOnce { unit.readAtOnce.insert(name) }
      if isCalled { unit.callees.insert(name) } else { unit.uncalled.insert(name) }
      if isImplicit {
        unit.implicitReads.insert(name)
      } else if isMember {
        unit.reads.names.insert(name)
        // A control that gets a binding is examined by itself. A flag that presents something seldom changes with more.
        if !isPartOfBinding || node.isGivenToPresentation {
          unit.reads.insertCalled(name, inPresentation: isPresented)
        }
        if nameBefore == nil { unit.reads.membersOfUnnamed.insert(name) }
        if access == nil { unit.keyPathMembers.insert(name) }
        unit.members[name, default: []].insert(base)
      } else {
        unit.reads.insert(name, isLocal: isLocal, inPresentation: isPresented)
      }
      if !isPublisher, !isPartOfBinding, let nameBefore { unit.reads.accesses.insert("\(nameBefore).\(name)") }
    }
  }

  /// Adds what the binding `$name` may change: the property, and the members that the binding leads to.
  private mutating func addChange(throughBindingTo name: String, _ node: DeclReferenceExprSyntax, _ locals: LocalNames)
  {
    let parts = node.namesOfBinding
    func insert(_ name: String, _ owner: NameChange.Owner, isLast: Bool) {
      // A control sets the value when the object has long been made.
      let change = change(of: owner, isInitial: false)
      changes.changed[name, default: []].insert(change)
      if !node.isGivenToPresentation {
        changes.assigned[name, default: []].insert(change)
        changes.edited[name, default: []].insert(change)
      }
      changes.cleared[name, default: []].insert(change)
      if isLast {
        changes.bound[name, default: []].insert(change)
      } else {
        changes.boundInPart[name, default: []].insert(change)
      }
    }
    let isLocal = locals.isLocal("$" + name)
    var path: ExpressionPath?
    if let access = node.access {
      insert(name, owner(behind: access.base, locals), isLast: parts.isEmpty)
      path = access.base.flatMap { locals.path(of: $0) }?.appending([.member(name)])
    } else {
      insert(name, isLocal ? .base(nil) : .enclosing, isLast: parts.isEmpty)
      // In `ForEach($rows) { $row in … }`, only `$row` is known to be local.
      if !isLocal || locals.isLocal(name) { path = locals.path(ExpressionPath(name: name)) }
    }
    for (index, name) in parts.enumerated() {
      insert(name, .base(path), isLast: index == parts.count - 1)
      path = path?.appending([.member(name)])
    }
  }

  mutating func addRead(_ name: String, isLocal: Bool) {
    let isPresented = isPresented
    note { $0.reads.insert(name, isLocal: isLocal, inPresentation: isPresented) }
  }
}

extension CodeUnit.Reads {
  /// Adds a name that stands alone.
  fileprivate mutating func insert(_ name: String, isLocal: Bool, inPresentation: Bool) {
    names.insert(name)
    guard !isLocal else { return }
    insertCalled(name, inPresentation: inPresentation)
    free.insert(name)
  }
}

extension CodeUnit {
  fileprivate init?(_ node: DeclSyntax, in declaration: Int?) {
    switch node.as(DeclSyntaxEnum.self) {
    case .variableDecl(let variable):
      let yields = variable.isLazy || !variable.bindings.allSatisfy(\.isStored)
      self.init(role: yields ? .yielding : .acting, declaration: declaration)
      name = variable.bindings.first?.pattern.boundNames.first
      isPrivate = variable.modifiers.has("private")
      isStatic = variable.modifiers.hasStatic
    case .functionDecl(let function):
      let signature = function.signature
      let isAsync = signature.effectSpecifiers?.asyncSpecifier != nil
      let yields = !isAsync && signature.returnClause.map { !$0.type.isVoid } ?? false
      self.init(role: yields ? .yielding : .acting, declaration: declaration)
      name = function.name.identifierText
      isFunction = true
      self.isAsync = isAsync
      isPrivate = function.modifiers.has("private")
      isStatic = function.modifiers.hasStatic
      guard !isAsync, !yields else { return }
      let types = signature.parameterClause.parameters.map(\.type)
      parameters = types.filter { !$0.isFunction }.map { TypeReference($0) }
      handsOver = types.contains { $0.isInOut || $0.is(FunctionTypeSyntax.self) }
    case .subscriptDecl: self.init(role: .yielding, declaration: declaration)
    case .initializerDecl(let node):
      self.init(role: .acting, declaration: declaration)
      initializer = node.startOffset
    case .deinitializerDecl(let deinitializer):
      // An isolated deinitializer can read whatever the class can.
      let isIsolated = deinitializer.modifiers.has("isolated")
      self.init(role: isIsolated ? .acting : .deinitializing, declaration: declaration)
    default: return nil
    }
  }
}

extension SequenceExprSyntax {
  /// Whether the former value, or another element, matters after this assignment: `count += 1`, `rows[id] = row`. A subscript
  /// of a type, `Defaults[.size] = size`, stands for a property.
  fileprivate func accumulates(in target: ExprSyntax, _ locals: LocalNames) -> Bool {
    guard elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true else { return true }
    if let call = target.as(SubscriptCallExprSyntax.self) {
      return call.firstToken(viewMode: .sourceAccurate)?.text.first?.isUppercase != true
    }
    guard let name = target.lastName() else { return false }
    return elements.dropFirst(2).contains { value in
      value.nodes(DeclReferenceExprSyntax.self).contains { reference in
        reference.baseName.identifierText == name && (reference.access != nil || !locals.isLocal(name))
      }
    }
  }

  /// Whether it's `rows = new`. Operators such as `+=` change the value in place, which is always announced.
  fileprivate var assigns: Bool { elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true }

  /// Whether the target has no value yet: `if rows == nil { rows = new }`.
  fileprivate func isBehindTestForNil(of target: ExprSyntax) -> Bool {
    // In the meantime, other code may have assigned a value.
    if !nodes(AwaitExprSyntax.self).isEmpty { return false }
    let test = [target.trimmedText, "==", "nil"]
    return ancestorsInMember.prefix { !$0.is(ClosureExprSyntax.self) }.contains { node in
      guard let branch = node.parent?.as(IfExprSyntax.self), branch.body.id == node.id else { return false }
      return branch.conditions.contains { condition in
        condition.condition.as(SequenceExprSyntax.self)?.elements.map(\.trimmedText) == test
      }
    }
  }

  /// `rows = []`, `selection = nil`
  fileprivate var assignsLiteral: Bool {
    guard let value = ExprSyntax(self).assignment?.value else { return false }
    switch value.as(ExprSyntaxEnum.self) {
    case .arrayExpr(let array): return array.elements.isEmpty
    case .dictionaryExpr(let dictionary): return dictionary.content.is(TokenSyntax.self)
    case .nilLiteralExpr, .stringLiteralExpr, .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr: return true
    default: return false
    }
  }

  /// Whether the assigned value certainly isn't nil: a literal, a new object, a case of an enumeration, or the error of `catch`.
  fileprivate var assignsSomething: Bool {
    let elements = Array(elements)
    guard elements.count == 3 else { return elements.count > 3 }
    switch elements[2].as(ExprSyntaxEnum.self) {
    case .stringLiteralExpr, .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .arrayExpr: return true
    case .memberAccessExpr(let access):
      let isCase = access.base.map { $0.trimmedText.first?.isUppercase == true } ?? true
      return isCase && access.declName.baseName.text != "none"
    case .functionCallExpr(let call):
      if let access = call.calledExpression.as(MemberAccessExprSyntax.self), access.base == nil { return true }
      return call.calledExpression.trimmedText.first?.isUppercase == true
        && call.calledExpression.is(DeclReferenceExprSyntax.self)
    case .declReferenceExpr(let reference): return reference.baseName.text == "error"
    default: return false
    }
  }
}

extension DeclReferenceExprSyntax {
  /// Whether an operator of a publisher calls the function of the name later: `rows` of `$text.debounce(…).map(rows(with:))`.
  fileprivate var isCalledLater: Bool {
    guard let call = whole.callOfArgument, call.functionsWithValues.contains(where: { $0.id == whole.id }) else {
      return false
    }
    return call.isOfPipeline && !call.passesCurrentValue
  }

  /// Whether a Combine operator is called on the name, or the name is passed to a method taking publishers only:
  /// `$name.sink { … }`, `model.$name.debounce(…)`, `onReceive(model.$name) { … }`.
  fileprivate var isUsedAsPublisher: Bool {
    let whole = whole
    if whole.isBase, let call = whole.parent?.as(MemberAccessExprSyntax.self) {
      return CombineNames.all.contains(call.declName.baseName.text)
    }
    if whole.parent?.isPublisherOfClosure == true { return baseName.projectedProperty != nil }
    guard let (base, name) = whole.callOfArgument?.method else { return false }
    return CombineNames.takingPublishersOnly.contains(name.text) || base.trimmedText == "Publishers"
  }

  /// Whether SwiftUI changes the value through the binding only to end a presentation, `.sheet(item: $draft)`, or to add
  /// and remove routes, `NavigationStack(path: $routes)`: the new value never equals the old one.
  fileprivate var isGivenToPresentation: Bool {
    var binding = whole
    while binding.isBase, let access = binding.parent?.as(MemberAccessExprSyntax.self) { binding = ExprSyntax(access) }
    guard let call = binding.callOfArgument, let callee = call.calleeName?.baseName.text else { return false }
    switch binding.parent?.as(LabeledExprSyntax.self)?.label?.text {
    case "path": return callee == "NavigationStack"
    case "isPresented": return call.method != nil
    case "item": return call.method != nil && ClosureTakers.ofItems.contains(callee)
    default: return false
    }
  }

  /// The members that a binding leads to: `isLarge` of `$settings.isLarge`; none of a closure's parameter, `$0`.
  fileprivate var namesOfBinding: [String] {
    guard baseName.projectedProperty != nil else { return [] }
    var part = whole
    var names: [String] = []
    // A method is one of a publisher, and `wrappedValue` is no binding.
    while part.isBase, let access = part.parent?.as(MemberAccessExprSyntax.self), !access.declName.isCalled,
      access.declName.baseName.text != "wrappedValue"
    {
      names.append(access.declName.baseName.identifierText)
      part = ExprSyntax(access)
    }
    return names
  }

  /// The path of what this name is a member of; nil where its type isn't known.
  fileprivate func base(_ locals: LocalNames) -> ExpressionPath? {
    if let base = access?.base {
      return base.is(SuperExprSyntax.self) ? ExpressionPath(name: nil) : locals.path(of: base)
    }
    guard let component = parent?.parent?.as(KeyPathComponentSyntax.self) else { return nil }
    return component.parent?.parent?.as(KeyPathExprSyntax.self).flatMap { ExpressionPath($0, before: component) }
  }

  /// The name before the period in front of this name.
  fileprivate var nameBefore: String? {
    if let access { return access.base?.lastName() }
    guard let component = parent?.parent?.as(KeyPathComponentSyntax.self),
      let components = component.parent?.as(KeyPathComponentListSyntax.self)
    else { return nil }
    let names = components.prefix { $0.id != component.id }.compactMap {
      $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.identifierText
    }
    return names.last
  }
}

extension TypeSyntax {
  var isVoid: Bool { trimmedText == "Void" || self.as(TupleTypeSyntax.self)?.elements.isEmpty == true }

  fileprivate var isInOut: Bool {
    self.as(AttributedTypeSyntax.self)?.specifiers.contains { $0.trimmedText == "inout" } == true
  }

  /// Whether values of the type are closures, also optional or escaping ones.
  fileprivate var isFunction: Bool {
    if case .function = TypeReference(self) { true } else { false }
  }
}

extension ClosureExprSyntax {
  /// Whether the closure may return a value depending on its captures. A call alone may return nothing.
  fileprivate var seemsToYield: Bool {
    // The result goes to the surrounding code.
    if isCalledAtOnce { return false }
    guard let last = statements.last else { return false }
    if let statement = last.item.as(ReturnStmtSyntax.self) { return statement.expression != nil }
    guard statements.count == 1, let expression = last.item.as(ExprSyntax.self) else { return false }
    switch expression.as(ExprSyntaxEnum.self) {
    case .sequenceExpr(let sequence): return !sequence.elements.contains { $0.isAssignment }
    case .functionCallExpr, .awaitExpr, .tryExpr, .closureExpr, .macroExpansionExpr, .ifExpr, .switchExpr: return false
    case .optionalChainingExpr(let chain): return !chain.expression.is(FunctionCallExprSyntax.self)
    default: return true
    }
  }

  /// Whether a new value may keep the closure, and call it for its result: `TitleView(title: { model.title() })`.
  fileprivate var mayBeKept: Bool {
    guard statements.count == 1, let value = statements.first?.item.as(ExprSyntax.self), !isAction,
      !value.is(SequenceExprSyntax.self)
    else {
      return false
    }
    return enclosingCall?.calleeName?.baseName.text.first?.isUppercase == true
  }
}

extension ExprSyntax {
  /// Whether it's the method named by `#selector(show)`.
  fileprivate var isSelector: Bool {
    parent?.parent?.parent?.as(MacroExpansionExprSyntax.self)?.macroName.text == "selector"
  }

  /// The name that an expression ends with, perhaps of a called function.
  func lastName(throughCalls: Bool = false) -> String? {
    switch self.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference): reference.baseName.identifierText
    case .memberAccessExpr(let access): access.declName.baseName.identifierText
    case .optionalChainingExpr(let chain): chain.expression.lastName(throughCalls: throughCalls)
    case .forceUnwrapExpr(let unwrap): unwrap.expression.lastName(throughCalls: throughCalls)
    case .functionCallExpr(let call) where throughCalls: call.calledExpression.lastName(throughCalls: true)
    default: nil
    }
  }
}
