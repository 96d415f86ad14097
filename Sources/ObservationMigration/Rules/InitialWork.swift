import SwiftSyntax

/// The work of creating an object, beyond storing values, as far as the text of its class shows.
struct InitialWork: Sendable {
  struct Deed: Sendable {
    /// The called function, or the object that receives this one.
    let text: String
    let condition: CompilationCondition
    /// The called method of its own.
    var method: String?
  }

  private var deeds: [Deed] = []
  /// The names of created types.
  private var makes: Set<String> = []
  /// The work of methods that an initializer may call.
  private var methods: [String: InitialWork] = [:]

  func union(_ other: InitialWork) -> InitialWork {
    var work = self
    work.deeds += other.deeds
    work.makes.formUnion(other.makes)
    work.methods.merge(other.methods) { $0.union($1) }
    return work
  }

  /// The first piece of work in code compiled under a condition.
  func deed(under condition: CompilationCondition) -> String? {
    deeds.first { does($0, under: condition, calling: []) }?.text
  }

  /// Whether there is work at all: a method may only store values.
  private func does(_ deed: Deed, under condition: CompilationCondition, calling callers: Set<String>) -> Bool {
    if deed.condition.excludes(condition) { return false }
    guard let name = deed.method, let method = methods[name] else { return true }
    return !callers.contains(name)
      && method.deeds.contains { does($0, under: condition, calling: callers.union([name])) }
  }

  /// The names of created types, including those created by called methods.
  var madeTypes: Set<String> {
    let called = closure(of: deeds.compactMap(\.method)) { methods[$0]?.deeds.compactMap(\.method) ?? [] }
    return called.reduce(into: makes) { $0.formUnion(methods[$1]?.makes ?? []) }
  }

  private mutating func note(_ text: String, at node: some SyntaxProtocol, method: String? = nil) {
    deeds.append(Deed(text: text, condition: CompilationCondition(around: node), method: method))
  }

  mutating func add(_ node: FunctionDeclSyntax) {
    guard let body = node.body else { return }
    methods[node.name.identifierText, default: InitialWork()].add(in: body)
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
    if node.arguments.contains(where: { $0.expression.trimmedText == "self" }), !InertFunctions.keepNothing(callee) {
      return note("gives itself to `\(callee)`", at: node)
    }
    switch node.calledExpression.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference):
      let name = reference.baseName.identifierText
      if name.unicodeScalars.first?.properties.isUppercase == true {
        makes.insert(name)
        if name == "Task" { note("starts a task", at: node) }
      } else if !InertFunctions.names.contains(name), !ClosureTakers.inPlace.contains(name) {
        note("calls `\(name)`", at: node, method: name)
      }
    case .memberAccessExpr(let access):
      let name = access.declName.baseName.identifierText
      guard let base = access.base, name != "init", !MutatingMethods.names.contains(name),
        !InertFunctions.logs(name, base.trimmedText)
      else { return }
      let reference = base.as(MemberAccessExprSyntax.self)?.declName ?? base.as(DeclReferenceExprSyntax.self)
      let isPublisher = base.is(FunctionCallExprSyntax.self) || reference?.baseName.projectedProperty != nil
      if isPublisher, ["assign", "sink", "store"].contains(name) { return note("subscribes to a publisher", at: node) }
      let isOwn = ["self", "Self", "super"].contains(base.trimmedText)
      let hasClosure =
        node.trailingClosure != nil || node.arguments.contains { $0.expression.is(ClosureExprSyntax.self) }
      if isOwn || node.isStatement || hasClosure && !ClosureTakers.inPlace.contains(name) {
        note("calls `\(name)`", at: node, method: isOwn ? name : nil)
      }
    default: return
    }
  }

  /// `player.delegate = self`
  private mutating func add(_ node: SequenceExprSyntax) {
    guard let (target, value) = ExprSyntax(node).assignment, value.trimmedText == "self",
      let target = target.as(MemberAccessExprSyntax.self), target.base?.trimmedText != "self"
    else { return }
    note("assigns itself to `\(target.trimmedText)`", at: node)
  }
}

extension FunctionCallExprSyntax {
  /// `child.objectWillChange.sink { [weak self] in self?.objectWillChange.send() }`, stored or not.
  fileprivate var isForward: Bool {
    let publisher = Subscription.Operator.chain(ExprSyntax(self)).source
    return publisher.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "objectWillChange"
      && publisher.isForwarded
  }

  /// Whether its result is unused.
  fileprivate var isStatement: Bool {
    let outer = ancestors.first { ![.awaitExpr, .tryExpr].contains($0.kind) }
    if let elements = outer?.as(ExprListSyntax.self) {
      return elements.first?.is(DiscardAssignmentExprSyntax.self) == true
    }
    guard let item = outer?.as(CodeBlockItemSyntax.self) else { return false }
    // A closure's only statement is its value.
    guard let closure = item.parent?.parent?.as(ClosureExprSyntax.self) else { return true }
    return closure.statements.count > 1
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
    for type in table.lineage(of: id) {
      if let deed = work[type]?.deed(under: condition) { return deed }
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
}
