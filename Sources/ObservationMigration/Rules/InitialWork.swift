import SwiftSyntax

/// The work of creating an object, beyond storing values, as far as the text of its class shows. What ends with the object
/// doesn't count: SwiftUI throws away an object that it doesn't need.
struct InitialWork: Sendable {
  struct Deed: Sendable {
    /// The called function, or the object that receives this one.
    let text: String
    let condition: CompilationCondition
    /// The called method of its own.
    var method: String?
    var ending: Ending?
  }

  /// What ends a deed together with the object, or keeps it without effect.
  enum Ending: Sendable, Hashable {
    /// `deinit` gives the object to the same receiver again: `center.add(self)`, and then `center.remove(self)`.
    case returnTo(String)
    /// `deinit` uses the property that keeps the result: `token = observe { … }`, and then `token.cancel()`.
    case useOf(String)
    /// The object has created the one in this property, which nobody else knows: `recorder.delegate = self`.
    case ownObject(String)
  }

  private var deeds: [Deed] = []
  private var endings: Set<Ending> = []
  /// The names of the types of own objects, by the names of the properties that hold them.
  private var ownObjects: [String: String] = [:]
  /// The names of created types.
  private var makes: Set<String> = []
  /// The work of methods that an initializer may call.
  private var methods: [String: InitialWork] = [:]

  func union(_ other: InitialWork) -> InitialWork {
    var work = self
    work.deeds += other.deeds
    work.endings.formUnion(other.endings)
    work.ownObjects.merge(other.ownObjects) { first, _ in first }
    work.makes.formUnion(other.makes)
    work.methods.merge(other.methods) { $0.union($1) }
    return work
  }

  /// What the text of a class doesn't show.
  struct Surroundings {
    let condition: CompilationCondition
    /// The methods by which others tell the object what has happened.
    let callbacks: [String]
    /// Whether the files declare the class with this name: then its objects do nothing on their own.
    let isDeclared: (String) -> Bool
  }

  /// The first piece of work.
  func deed(in surroundings: Surroundings) -> String? {
    deeds.first { lasts($0, in: surroundings, calling: []) }?.text
  }

  /// Whether there is work at all, and it doesn't end with the object: a method may only store values.
  private func lasts(_ deed: Deed, in surroundings: Surroundings, calling callers: Set<String>) -> Bool {
    if deed.condition.excludes(surroundings.condition) { return false }
    let isEnded = deed.ending.map(endings.contains) == true
    switch deed.ending {
    case .ownObject(let property)?:
      if let type = ownObjects[property], surroundings.isDeclared(type) { return false }
    case .returnTo? where isEnded:
      // Until it ends, the object may work whenever it's called.
      return surroundings.callbacks.isEmpty
        || surroundings.callbacks.contains { works($0, in: surroundings, calling: callers) }
    case .useOf? where isEnded: return false
    case .returnTo?, .useOf?, nil: break
    }
    guard let method = deed.method, methods[method] != nil else { return true }
    return works(method, in: surroundings, calling: callers)
  }

  private func works(_ method: String, in surroundings: Surroundings, calling callers: Set<String>) -> Bool {
    guard !callers.contains(method), let work = methods[method] else { return false }
    return work.deeds.contains { lasts($0, in: surroundings, calling: callers.union([method])) }
  }

  /// The names of created types, including those created by called methods.
  var madeTypes: Set<String> {
    let called = closure(of: deeds.compactMap(\.method)) { methods[$0]?.deeds.compactMap(\.method) ?? [] }
    return called.reduce(into: makes) { $0.formUnion(methods[$1]?.makes ?? []) }
  }

  private mutating func note(
    _ text: String,
    at node: some SyntaxProtocol,
    method: String? = nil,
    ending: Ending? = nil
  ) {
    deeds.append(Deed(text: text, condition: CompilationCondition(around: node), method: method, ending: ending))
  }

  mutating func add(_ node: FunctionDeclSyntax) {
    guard let body = node.body else { return }
    methods[node.name.identifierText, default: InitialWork()].add(in: body)
  }

  mutating func add(_ node: DeinitializerDeclSyntax) {
    guard let body = node.body else { return }
    for name in body.nodes(DeclReferenceExprSyntax.self) { endings.insert(.useOf(name.baseName.identifierText)) }
    for call in body.nodes(FunctionCallExprSyntax.self) where call.givesSelf {
      endings.insert(.returnTo(call.receiver))
    }
  }

  /// The initial value of a property.
  mutating func add(_ value: ExprSyntax, of property: String?) {
    if let property, let type = value.createdType { ownObjects[property] = type }
    add(in: value)
  }

  mutating func add(in node: some SyntaxProtocol) {
    // A function may never call a closure that it keeps; keeping it is a piece of work by itself.
    for node in node.nodes(ExprSyntax.self, skipping: [.memberBlock], entering: \.runsWhereItStands) {
      if let sequence = node.as(SequenceExprSyntax.self) { add(sequence) }
      if let call = node.as(FunctionCallExprSyntax.self) { add(call) }
    }
  }

  private mutating func add(_ node: FunctionCallExprSyntax) {
    if node.isForward { return }
    let callee = node.calledExpression.trimmedText
    if callee == "DispatchQueue.main.async", node.arguments.isEmpty, let closure = node.trailingClosure {
      return add(in: closure.statements)
    }
    if node.givesSelf {
      if InertFunctions.keepNothing(callee) { return }
      return note("gives itself to `\(callee)`", at: node, ending: .returnTo(node.receiver))
    }
    switch node.calledExpression.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference):
      let name = reference.baseName.identifierText
      if name.isTypeName {
        makes.insert(name)
        if name == "Task" { note("starts a task", at: node) }
      } else if !InertFunctions.names.contains(name), !ClosureTakers.inPlace.contains(name) {
        note("calls `\(name)`", at: node, method: name)
      }
    case .memberAccessExpr(let access):
      let name = access.declName.baseName.identifierText
      guard let base = access.base, name != "init", !MutatingMethods.names.contains(name),
        !InertFunctions.logs(name, base.trimmedText), !node.isOfLocalVariable
      else { return }
      let reference = base.as(MemberAccessExprSyntax.self)?.declName ?? base.as(DeclReferenceExprSyntax.self)
      let isPublisher = base.is(FunctionCallExprSyntax.self) || reference?.baseName.projectedProperty != nil
      if isPublisher, ["assign", "sink", "store"].contains(name) { return add(subscription: node) }
      let isOwn = ["self", "self?", "Self", "super"].contains(base.trimmedText)
      let closures = node.closures
      if isOwn || node.isStatement || !closures.isEmpty && !ClosureTakers.inPlace.contains(name) {
        let keeper = closures.contains(where: \.keepsSelf) ? nil : node.keepingProperty
        note("calls `\(name)`", at: node, method: isOwn ? name : nil, ending: keeper.map { .useOf($0) })
        if keeper != nil { closures.forEach { add(in: $0.statements) } }
      }
    default: return
    }
  }

  private mutating func add(subscription node: FunctionCallExprSyntax) {
    // `.store(in:)` is called on the result, and is examined by itself.
    if node.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "store" { return }
    let assignment = node.parent?.parent?.as(SequenceExprSyntax.self).map { ExprSyntax($0) }
    guard let subscription = Subscription(assignment ?? ExprSyntax(node)), subscription.endsWithObject else {
      return note("subscribes to a publisher", at: node)
    }
    // A property publishes its current value at once. Nobody changes a property of an object that isn't used.
    if case .sink(let closure) = subscription.end, !(subscription.isDeferred && subscription.isOfSelf) {
      add(in: closure.statements)
    }
  }

  /// `player.delegate = self`
  private mutating func add(_ node: SequenceExprSyntax) {
    guard let (target, value) = ExprSyntax(node).assignment else { return }
    if let type = value.createdType, let property = target.ownProperty { ownObjects[property] = type }
    guard value.trimmedText == "self", let access = target.as(MemberAccessExprSyntax.self), let base = access.base,
      !base.isSelf
    else { return }
    note("assigns itself to `\(target.trimmedText)`", at: node, ending: base.ownProperty.map { .ownObject($0) })
  }
}

extension Subscription {
  /// Whether it ends with the object that has made it, and only reads a property or listens to an object before.
  fileprivate var endsWithObject: Bool {
    if operators.flatMap(\.call.closures).contains(where: \.keepsSelf) { return false }
    switch (end, storage) {
    case (.assignPublished, _): return true
    case (.sink(let closure), .set(let place)), (.sink(let closure), .single(let place)):
      return !closure.keepsSelf && place.ownProperty != nil
    case (.sink, nil), (.assign, _): return false
    }
  }

  fileprivate var isOfSelf: Bool {
    switch source {
    case .published(let object, _, _): object?.isSelf ?? true
    case .objectWillChange(let object): object.isSelf
    }
  }

  /// Whether it delivers nothing before the initializer has returned.
  fileprivate var isDeferred: Bool {
    operators.contains { ["debounce", "delay", "dropFirst", "receive", "throttle"].contains($0.name) }
  }
}

extension ClosureExprSyntax {
  /// Whether it keeps the object alive in which it's written.
  fileprivate var keepsSelf: Bool {
    let isCaptured = signature?.capture?.items.contains { $0.specifier != nil && $0.name.text == "self" }
    return isCaptured != true && statements.tokens(viewMode: .sourceAccurate).contains { $0.text == "self" }
  }
}

extension ExprSyntax {
  /// `token`, `self.token`
  fileprivate var ownProperty: String? {
    if let access = self.as(MemberAccessExprSyntax.self) {
      return access.base?.isSelf == true ? access.declName.baseName.identifierText : nil
    }
    return self.as(DeclReferenceExprSyntax.self)?.baseName.identifierText
  }

  /// `Recorder` of `Recorder()`
  fileprivate var createdType: String? {
    let callee = self.as(FunctionCallExprSyntax.self)?.calledExpression.as(DeclReferenceExprSyntax.self)
    return callee.map(\.baseName.identifierText).flatMap { $0.isTypeName ? $0 : nil }
  }
}

extension FunctionCallExprSyntax {
  /// `child.objectWillChange.sink { [weak self] in self?.objectWillChange.send() }`, stored or not.
  fileprivate var isForward: Bool {
    let publisher = Subscription.Operator.chain(ExprSyntax(self)).source
    return publisher.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "objectWillChange"
      && publisher.isForwarded
  }

  fileprivate var givesSelf: Bool { arguments.contains { $0.expression.isSelf } }

  /// `center` of `center.add(self)` and `self.center?.remove(self)`
  fileprivate var receiver: String {
    let base = calledExpression.as(MemberAccessExprSyntax.self)?.base?.trimmedText ?? ""
    return (base.hasPrefix("self.") ? String(base.dropFirst("self.".count)) : base).filter { $0 != "?" }
  }

  fileprivate var closures: [ClosureExprSyntax] {
    arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) } + [trailingClosure].compactMap(\.self)
      + additionalTrailingClosures.map(\.closure)
  }

  /// The property that keeps the result: `token = observe { … }`, `tokens.append(observe { … })`
  fileprivate var keepingProperty: String? {
    for node in ancestors.prefix(while: { !$0.is(CodeBlockItemSyntax.self) }) {
      if let (target, _) = node.as(ExprSyntax.self)?.assignment { return target.ownProperty }
      if let method = node.as(FunctionCallExprSyntax.self)?.method, ["append", "insert"].contains(method.name.text) {
        return method.base.ownProperty
      }
    }
    return nil
  }

  /// Whether it calls a method of a local variable: mostly one that changes a value.
  fileprivate var isOfLocalVariable: Bool {
    guard let name = method?.base.as(DeclReferenceExprSyntax.self)?.baseName.identifierText else { return false }
    return ancestors.compactMap { $0.as(CodeBlockItemListSyntax.self) }.joined().contains { item in
      guard let variable = item.item.as(VariableDeclSyntax.self) else { return false }
      return variable.bindingSpecifier.tokenKind == .keyword(.var)
        && variable.bindings.contains { $0.pattern.boundNames.contains(name) }
    }
  }

  /// Whether its result is unused.
  fileprivate var isStatement: Bool {
    let outer = ancestors.first { ![.awaitExpr, .tryExpr].contains($0.kind) }
    if let elements = outer?.as(ExprListSyntax.self) {
      return elements.first?.is(DiscardAssignmentExprSyntax.self) == true
    }
    guard let item = outer?.as(CodeBlockItemSyntax.self) else { return false }
    // The only statement of a closure, or of a function with a result, is the value.
    guard let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1, let around = list.parent else {
      return true
    }
    if around.is(ClosureExprSyntax.self) || around.is(AccessorBlockSyntax.self) { return false }
    return around.parent?.as(FunctionDeclSyntax.self)?.signature.returnClause?.type.isVoid ?? true
  }
}

/// The work of creating objects, by type.
struct InitialDeeds {
  private let table: SymbolTable
  private var work: [TypeSymbol.ID: InitialWork] = [:]

  /// Combines the work found in all files, each type's own file first.
  init(_ files: [[TypeSymbol.ID: InitialWork]], _ table: SymbolTable) {
    self.table = table
    for (file, work) in files.enumerated() {
      for (type, new) in work {
        let old = self.work[type, default: InitialWork()]
        self.work[type] = table.types[type].place.file == file ? new.union(old) : old.union(new)
      }
    }
  }

  /// The first piece of work, and its type, when an object is created in code compiled under a condition.
  func deed(of id: TypeSymbol.ID, under condition: CompilationCondition) -> (type: TypeSymbol.ID, text: String)? {
    text(of: id, under: condition, depth: 0).map { (id, $0) }
  }

  private func text(of id: TypeSymbol.ID, under condition: CompilationCondition, depth: Int) -> String? {
    let surroundings = InitialWork.Surroundings(condition: condition, callbacks: callbacks(of: id)) { name in
      guard case .type(let type) = table.resolve(.named([name]), in: table.types[id].scope) else { return false }
      return table.types[type].kind == .class
    }
    for type in table.lineage(of: id) {
      if let deed = work[type]?.deed(in: surroundings) { return deed }
    }
    guard depth < 4 else { return nil }
    return work[id]?.madeTypes.sorted().lazy.compactMap { name in
      guard case .type(let other) = table.resolve(.named([name]), in: table.types[id].scope), other != id,
        table.types[other].kind == .class
      else { return nil }
      return text(of: other, under: condition, depth: depth + 1)
    }
    .first
  }

  /// The methods that the protocols of a class require.
  private func callbacks(of id: TypeSymbol.ID) -> [String] {
    table.supertypes[id].filter { table.types[$0].kind == .protocol }.flatMap { table.types[$0].members.keys }
  }
}

extension String {
  /// Whether it's a type's name by its case.
  fileprivate var isTypeName: Bool { unicodeScalars.first?.properties.isUppercase == true }
}
