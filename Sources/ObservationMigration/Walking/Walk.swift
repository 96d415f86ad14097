import SwiftSyntax

/// A walk through one file, in which rules propose edits and object to conversions.
///
/// The walk knows the meaning of names and where code runs. Each node is shown to all rules registered for its kind, in
/// any order, since no rule may depend on another. A node claimed by no rule is then shown to rules registered for the
/// rest.
final class Walk: SyntaxAnyVisitor {
  let project: Project
  let file: Int
  let source: SourceText
  private(set) var names: NamesInScope
  private(set) var proposals: [Proposal] = []
  private let rules: [RuleAtWork]
  private var looks: [ObjectIdentifier: [RuleAtWork.Look]] = [:]
  private var claimed: Set<SyntaxIdentifier> = []
  private var memos: [ObjectIdentifier: any WalkMemo] = [:]
  private var ignored: [Range<Int>] = []
  /// Where the enclosing code runs, innermost last.
  private var contexts: [ExecutionContext] = []

  var table: SymbolTable { project.table }
  var models: Models { project.models }
  var options: MigrationOptions { project.options }

  init(_ source: SourceText, index: Int, project: Project, rules: [any Rule.Type]) {
    self.project = project
    self.source = source
    file = index
    names = NamesInScope(table: project.table, file: index)
    self.rules = rules.map { RuleAtWork($0) }
    super.init(viewMode: .sourceAccurate)
    for look in self.rules.flatMap(\.looks) { looks[look.kind, default: []].append(look) }
  }

  func walked(_ tree: SourceFileSyntax) -> WalkedFile {
    walk(tree)
    let facts = Dictionary(uniqueKeysWithValues: rules.map { ($0.rule, $0.keptFacts()) })
    return WalkedFile(proposals: proposals, facts: facts, ignored: ignored)
  }

  // MARK: - What rules do

  func propose(_ proposal: Proposal) { proposals.append(proposal) }

  /// Marks an inner node as dealt with: no rule sees the node.
  func claim(_ node: some SyntaxProtocol) { claimed.insert(node.id) }

  /// Marks a name as dealt with, including the access to a member by this name.
  func claim(whole expression: ExprSyntax) {
    claim(expression)
    if let access = expression.as(MemberAccessExprSyntax.self) { claim(access.declName) }
  }

  /// Results about this file for several places or rules. A memo may keep syntax, and is released after the walk.
  func memo<Memo: WalkMemo>(_ type: Memo.Type) -> Memo {
    if let memo = memos[ObjectIdentifier(type)] as? Memo { return memo }
    let memo = Memo()
    memos[ObjectIdentifier(type)] = memo
    return memo
  }

  /// Where the visited code runs.
  var context: ExecutionContext {
    get { contexts.last ?? ExecutionContext(place: .unknown) }
    set { if !contexts.isEmpty { contexts[contexts.count - 1] = newValue } }
  }

  // MARK: - The walk

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    // Computed once: nodes don't store their kind.
    let kind = node.kind
    enter(node, kind)
    return show(node, kind)
  }

  // No rule visits tokens, and they are most of a tree.
  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visitPost(_ token: TokenSyntax) {}

  private func show(_ node: Syntax, _ kind: SyntaxKind) -> SyntaxVisitorContinueKind {
    switch kind {
    // Text that looks like code stays as it is, except in interpolations.
    case .stringSegment, .importDecl: return .skipChildren
    default: break
    }
    if let looks = looks[ObjectIdentifier(kind.syntaxNodeType)], claimed.isEmpty || !claimed.contains(node.id),
      kind != .declReferenceExpr || !node.isNameOfMember
    {
      var claim = Claim.none
      for look in looks where !look.isForRest { claim = max(claim, look.show(node, self)) }
      if claim == .none { for look in looks where look.isForRest { claim = max(claim, look.show(node, self)) } }
      if claim == .whole { return .skipChildren }
    }
    // The names of a key path are names of members.
    return kind == .keyPathPropertyComponent ? .skipChildren : .visitChildren
  }

  /// Enters the surroundings of the following nodes.
  private func enter(_ node: Syntax, _ kind: SyntaxKind) {
    switch kind {
    case .classDecl, .structDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl: enterType(node)
    case .functionDecl: enterFunction(node)
    case .variableDecl, .initializerDecl, .subscriptDecl: noteIgnored(node)
    case .closureExpr: enterClosure(node)
    default: break
    }
    names.locals.enter(node, kind)
  }

  // A function handling a kind of syntax looks up its type at each call, and most nodes are of other kinds.
  @inline(never)
  private func enterType(_ node: Syntax) {
    noteIgnored(node)
    guard let group = node.typeDeclaration else { return }
    names.enterType(group)
    contexts.append(
      ExecutionContext(place: isInIsolatedType || group.attributes.names.hasGlobalActor ? .main : .unknown)
    )
  }

  @inline(never)
  private func enterFunction(_ node: Syntax) {
    noteIgnored(node)
    guard let function = node.as(FunctionDeclSyntax.self) else { return }
    let isInIsolation =
      isInIsolatedType || (context.place == .main && node.parent?.is(MemberBlockItemSyntax.self) == true)
    contexts.append(ExecutionContext(place: .init(function, isIsolated: isInIsolation)))
  }

  @inline(never)
  private func enterClosure(_ node: Syntax) {
    guard let closure = node.as(ClosureExprSyntax.self) else { return }
    let place = ExecutionContext.Place(closure, in: context.place, isIsolated: isInIsolatedType) {
      [names, table] name in
      names.isLocal(name) ? nil : names.enclosingType.flatMap { table.types[$0].storedProperty(name) }
    }
    contexts.append(ExecutionContext(place: place))
  }

  private var isInIsolatedType: Bool { names.enclosingType.map(table.isIsolated) ?? false }

  private func noteIgnored(_ declaration: Syntax) {
    if declaration.leadingTrivia.asksToIgnore { ignored.append(declaration.utf8Range) }
  }

  override func visitAnyPost(_ node: Syntax) {
    let kind = node.kind
    switch kind {
    case .classDecl, .structDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl:
      names.leaveType()
      contexts.removeLast()
    case .functionDecl, .closureExpr: contexts.removeLast()
    default: break
    }
    names.locals.leave(node, kind)
  }
}

extension Syntax {
  /// Whether this is the name in `object.name`, whose meaning differs from the same name alone.
  fileprivate var isNameOfMember: Bool {
    guard let access = parent?.as(MemberAccessExprSyntax.self) else { return false }
    return position != access.position && access.base != nil
  }
}

/// Results about a file that rules share during the walk.
protocol WalkMemo: AnyObject {
  init()
}

struct WalkedFile: Sendable {
  /// The proposals of all rules, in the order of the walk.
  var proposals: [Proposal] = []
  /// The facts kept by each rule; empty if the file doesn't parse.
  var facts: [ObjectIdentifier: any RuleFacts] = [:]
  /// Declarations that a comment asks to leave alone.
  var ignored: [Range<Int>] = []

  func facts<Subject: Rule>(of rule: Subject.Type) -> Subject.Facts {
    facts[ObjectIdentifier(rule)] as? Subject.Facts ?? Subject.Facts()
  }
}

extension Trivia {
  /// Whether a comment asks to leave the following declaration alone.
  var asksToIgnore: Bool { hasComment && description.utf8.contains("observation-migrate:ignore".utf8) }
}
