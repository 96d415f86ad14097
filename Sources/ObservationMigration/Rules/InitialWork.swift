import SwiftSyntax

/// What is done when an object is made, beside storing values, as far as the text of its class shows.
struct InitialWork: Sendable {
  /// Something that is done.
  struct Deed: Sendable {
    /// Which function is called, or what the object is assigned or given to.
    let text: String
    /// When its code is compiled.
    let condition: CompilationCondition
    /// The method of its own that is called.
    var method: String?
  }

  private var deeds: [Deed] = []
  /// The names of the types of other objects that are made.
  private var makes: Set<String> = []
  /// What methods do that an initializer may call.
  private var methods: [String: InitialWork] = [:]

  func union(_ other: InitialWork) -> InitialWork {
    var work = self
    work.deeds += other.deeds
    work.makes.formUnion(other.makes)
    work.methods.merge(other.methods) { $0.union($1) }
    return work
  }

  /// What is done at first in code that is compiled under a condition, be it by a method.
  func deed(under condition: CompilationCondition) -> String? {
    deeds.first { does($0, under: condition, calling: []) }?.text
  }

  /// Whether something is done: a method may only store values.
  private func does(_ deed: Deed, under condition: CompilationCondition, calling callers: Set<String>) -> Bool {
    if deed.condition.excludes(condition) { return false }
    guard let name = deed.method, let method = methods[name] else { return true }
    return !callers.contains(name)
      && method.deeds.contains { does($0, under: condition, calling: callers.union([name])) }
  }

  /// The names of the types of the objects that are made, also by the methods that are called.
  var madeTypes: Set<String> {
    var types = makes
    var pending = deeds.compactMap(\.method)
    var called: Set<String> = []
    while let name = pending.popLast() {
      guard called.insert(name).inserted, let method = methods[name] else { continue }
      types.formUnion(method.makes)
      pending += method.deeds.compactMap(\.method)
    }
    return types
  }

  private mutating func note(_ text: String, at node: some SyntaxProtocol, method: String? = nil) {
    deeds.append(Deed(text: text, condition: CompilationCondition(around: node), method: method))
  }

  /// Takes in a method that an initializer may call.
  mutating func add(_ node: FunctionDeclSyntax) {
    guard let body = node.body else { return }
    methods[node.name.identifierText, default: InitialWork()].add(in: body)
  }

  /// Takes in an initializer, or a property's initial value.
  mutating func add(in node: some SyntaxProtocol) {
    let finder = InitialWorkFinder(self)
    finder.walk(node)
    self = finder.work
  }

  fileprivate mutating func add(_ node: FunctionCallExprSyntax) {
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
        if name == "Task" { note("calls `\(name)`", at: node) }
      } else if !InertFunctions.names.contains(name), !ClosureTakers.inPlace.contains(name) {
        note("calls `\(name)`", at: node, method: name)
      }
    case .memberAccessExpr(let access):
      let name = access.declName.baseName.identifierText
      guard let base = access.base, name != "init", !MutatingMethods.names.contains(name),
        !InertFunctions.logs(name, base.trimmedText)
      else { return }
      if Self.subscribing.contains(name), base.as(FunctionCallExprSyntax.self) != nil || base.isProjection {
        return note("subscribes to a publisher", at: node)
      }
      let isOwn = ["self", "Self", "super"].contains(base.trimmedText)
      if isOwn || node.isStatement || node.keepsClosure {
        note("calls `\(name)`", at: node, method: isOwn ? name : nil)
      }
    default: return
    }
  }

  /// `player.delegate = self`
  fileprivate mutating func add(_ node: SequenceExprSyntax) {
    let elements = Array(node.elements)
    guard elements.count == 3, elements[1].is(AssignmentExprSyntax.self), elements[2].trimmedText == "self",
      let target = elements[0].as(MemberAccessExprSyntax.self), target.base?.trimmedText != "self"
    else { return }
    note("assigns itself to `\(target.trimmedText)`", at: node)
  }

  /// What ends a chain of Combine's operators.
  private static let subscribing: Set = ["assign", "sink", "store"]
}

private final class InitialWorkFinder: SyntaxVisitor {
  private(set) var work: InitialWork

  init(_ work: InitialWork) {
    self.work = work
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    work.add(node)
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    work.add(node)
    return .visitChildren
  }

  // What isn't called at once may never be; what keeps it may be a deed by itself.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    node.isCalledAtOnce ? .visitChildren : .skipChildren
  }

  // Types inside aren't made by that.
  override func visit(_ node: MemberBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension ExprSyntax {
  /// `$name`, `model.$name`
  fileprivate var isProjection: Bool {
    let reference = self.as(MemberAccessExprSyntax.self)?.declName ?? self.as(DeclReferenceExprSyntax.self)
    return reference?.baseName.projectedProperty != nil
  }
}

extension FunctionCallExprSyntax {
  /// `child.objectWillChange.sink { [weak self] in self?.objectWillChange.send() }`, with what keeps the subscription.
  fileprivate var isForward: Bool {
    var part = calledExpression
    while true {
      if let call = part.as(FunctionCallExprSyntax.self) {
        part = call.calledExpression
      } else if let access = part.as(MemberAccessExprSyntax.self), let base = access.base {
        if base.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "objectWillChange" {
          return base.isForwarded
        }
        part = base
      } else {
        return false
      }
    }
  }

  /// Whether nothing is done with its result.
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

  /// Whether it's given a closure that it may call later.
  fileprivate var keepsClosure: Bool {
    guard trailingClosure != nil || arguments.contains(where: { $0.expression.is(ClosureExprSyntax.self) }) else {
      return false
    }
    let name = calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
    return !ClosureTakers.inPlace.contains(name)
  }
}

/// What is done when objects are made, by their types.
struct InitialDeeds {
  private let table: SymbolTable
  private var work: [TypeSymbol.ID: InitialWork] = [:]

  /// Puts together what the files show, each type's own file first.
  init(_ files: [[TypeSymbol.ID: InitialWork]], _ table: SymbolTable) {
    self.table = table
    for (file, work) in files.enumerated() {
      for (type, new) in work {
        let old = self.work[type, default: InitialWork()]
        self.work[type] = table.types[type].place.file == file ? new.union(old) : old.union(new)
      }
    }
  }

  /// What is done when an object of a type is made in code that is compiled under a condition, be it by what that makes.
  func deed(of id: TypeSymbol.ID, under condition: CompilationCondition) -> (type: TypeSymbol.ID, text: String)? {
    text(of: id, under: condition, depth: 0).map { (id, $0) }
  }

  private func text(of id: TypeSymbol.ID, under condition: CompilationCondition, depth: Int) -> String? {
    for type in [id] + table.superclasses(of: id) {
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
