import SwiftSyntax

/// Changes off the main thread.
enum IsolationRule: Rule {
  static let id: RuleID = "isolation"

  struct Facts: RuleFacts {
    fileprivate var calls: [(method: PropertyKey, place: Place)] = []
    /// The work of methods that run on their caller's thread.
    fileprivate var methods: [PropertyKey: Deeds] = [:]
    /// Tests call models in other ways than views.
    fileprivate var isOfTests = false
  }

  /// The work of a method on its caller's thread.
  fileprivate struct Deeds {
    var calls: Set<PropertyKey> = []
    /// The first change of a tracked property.
    var change: (property: PropertyKey, place: Place)?
  }

  static func register(_ visits: inout Visits<Facts>) {
    visits.on(SourceFileSyntax.self) { tree, walk, facts in
      facts.isOfTests = tree.statements.contains { statement in
        let module = statement.item.as(ImportDeclSyntax.self)?.path.first?.name.text
        return module.map(FileSurvey.modulesOfTests.contains) ?? false
      }
    }
    visits.on(FunctionDeclSyntax.self) { node, walk, _ in isolate(node, walk) }
    visits.on(FunctionCallExprSyntax.self) { node, walk, facts in
      guard isOfInterest(walk) else { return }
      if let (base, name) = node.method {
        inspect(PropertyChange(node), of: base, calling: name.text, through: ExprSyntax(node), walk, &facts)
      }
      inspect(node, walk, &facts)
    }
    visits.on(SequenceExprSyntax.self) { node, walk, facts in
      guard isOfInterest(walk) else { return }
      for target in node.assigned {
        inspect(PropertyChange(of: target), of: target, through: ExprSyntax(node), walk, &facts)
      }
    }
    visits.on(InOutExprSyntax.self) { node, walk, facts in
      guard isOfInterest(walk) else { return }
      inspect(PropertyChange(of: node.expression), of: node.expression, through: node.expression, walk, &facts)
    }
  }

  /// Whether the code around leaves the main thread, or may be called by such code.
  private static func isOfInterest(_ walk: Walk) -> Bool {
    guard let id = walk.names.enclosingType else { return false }
    return switch walk.context.place {
    case .elsewhere: true
    case .caller: walk.models[id] == .model && !walk.table.isIsolated(id)
    case .main, .unknown: false
    }
  }

  /// Isolates an asynchronous method that changes tracked values to the main actor; its callers await it anyway.
  private static func isolate(_ node: FunctionDeclSyntax, _ walk: Walk) {
    // An override has to run where the overridden method runs.
    guard walk.context.place == .elsewhere, node.parent?.is(MemberBlockItemSyntax.self) == true, let body = node.body,
      !["override", "nonisolated"].contains(where: node.modifiers.has),
      !node.attributes.names.contains("concurrent"),
      let id = walk.names.enclosingType, walk.models[id] == .model, !walk.table.isIsolated(id)
    else { return }
    let changes = body.changes(skipping: [.functionDecl, .memberBlock]) { $0.runsWhereItStands }
    let property = changes.lazy.filter { $0.isQualified || !$1.isHidden($0.property) }
      .compactMap { tracked($0.change, of: id, walk.project) }.first { $0.isFollowed }?.property
    guard let property else { return }
    walk.context = ExecutionContext(place: .main)
    let start = (node.modifiers.firstToken(viewMode: .sourceAccurate) ?? node.funcKeyword).startOffset
    walk.change(
      Self.id,
      at: node.name,
      of: [id],
      [walk.inserting("@MainActor ", at: start)],
      isRisky: true,
      """
      `\(node.name.text)` ran off the main thread, and changes `\(property.name)`, which \(readers(walk.project)): \
      `@MainActor` isolates `\(node.name.text)` now. Move long computations into a detached task or a `@concurrent` \
      function.
      """
    )
  }

  /// Checks a possible change: `change` for a property of the type around, else a property of the object in `target`.
  private static func inspect(
    _ change: PropertyChange?,
    of target: ExprSyntax,
    calling method: String? = nil,
    through expression: ExprSyntax,
    _ walk: Walk,
    _ facts: inout Facts
  ) {
    guard let id = walk.names.enclosingType else { return }
    if let change, walk.models[id] == .model, !walk.table.isIsolated(id),
      change.isQualified || !walk.names.isLocal(change.property),
      let (property, isFollowed) = tracked(change, of: id, walk.project)
    {
      guard walk.context.place == .elsewhere else {
        if let method = walk.method(around: expression), facts.methods[method]?.change == nil {
          facts.methods[method, default: Deeds()].change = (property, walk.place(of: expression))
        }
        return
      }
      if isFollowed {
        guard !walk.context.isReported else { return }
        walk.context.isReported = true
        walk.decide(Self.id, at: expression, of: [id], race(change.property, of: id, isFollowed: true, walk))
      } else {
        review(property.name, at: expression, of: id, isFollowed: false, walk)
      }
    } else if walk.context.place == .elsewhere, !walk.context.isReportedOfOthers, !facts.isOfTests,
      let (model, change) = model(in: target, calling: method, walk),
      let (_, isFollowed) = tracked(change, of: model, walk.project), !walk.isOfUnsharedObject(target)
    {
      walk.context.isReportedOfOthers = true
      review(change.property, at: expression, of: model, isFollowed: isFollowed, walk)
    }
  }

  /// Reports a change off the main thread, once for all such changes of a model that have one remedy.
  private static func review(
    _ property: String,
    at node: some SyntaxProtocol,
    of id: TypeSymbol.ID,
    isFollowed: Bool,
    _ walk: Walk
  ) {
    let message = race(property, of: id, isFollowed: isFollowed, walk)
    let topic = "changes of \(id), \(isFollowed)"
    let note = SharedNote(topic: topic, place: .place, property: property, rest: message)
    walk.propose(Proposal.review(Self.id, at: walk.place(of: node), of: [id], message).sharing(note))
  }

  /// Without views in the files, which models they read isn't known.
  private static func readers(_ project: Project) -> String {
    project.reach.hasViews ? "views read" : "views may read"
  }

  private static func race(_ property: String, of id: TypeSymbol.ID, isFollowed: Bool, _ walk: Walk) -> String {
    isFollowed
      ? """
      `\(property)`, which \(readers(walk.project)), is changed off the main thread: isolate `\(walk.name(id))` with \
      `@MainActor`, change the property in `DispatchQueue.main.async`, or pass `--default-isolation MainActor` if \
      the module is built that way.
      """
      : """
      `\(property)` wasn't published, and is tracked now because views may show it, but it's changed off the main thread \
      here. Mark it `@ObservationIgnored` if views needn't follow it, or isolate `\(walk.name(id))` with `@MainActor`.
      """
  }

  /// Notes a call of a model's method.
  private static func inspect(_ node: FunctionCallExprSyntax, _ walk: Walk, _ facts: inout Facts) {
    guard let (name, type) = callee(of: node, walk), walk.models[type] == .model, !walk.table.isIsolated(type),
      let (member, scope) = walk.table.members(name, of: type).first, member.kind == .function,
      let owner = scope.types.last
    else { return }
    let method = PropertyKey(type: owner, name: name)
    if walk.context.place == .elsewhere {
      // An asynchronous method is checked separately.
      if facts.isOfTests || node.parent?.is(AwaitExprSyntax.self) == true { return }
      if let base = node.method?.base, walk.isOfUnsharedObject(base) { return }
      facts.calls.append((method, walk.place(of: node)))
    } else if let caller = walk.method(around: node) {
      facts.methods[caller, default: Deeds()].calls.insert(method)
    }
  }

  /// The name of a called method, and the type of its object.
  private static func callee(of node: FunctionCallExprSyntax, _ walk: Walk) -> (name: String, type: TypeSymbol.ID)? {
    if let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.identifierText {
      return walk.names.isLocal(name) ? nil : walk.names.enclosingType.map { (name, $0) }
    }
    guard let (base, name) = node.method, case .type(let type) = walk.type(of: base) else { return nil }
    return (name.identifierText, type)
  }

  /// The model in an expression, and the change of its property.
  private static func model(
    in target: ExprSyntax,
    calling method: String?,
    _ walk: Walk
  ) -> (model: TypeSymbol.ID, change: PropertyChange)? {
    guard let path = ExpressionPath(target) else { return nil }
    for count in path.steps.indices.reversed() {
      var base = path
      base.steps = Array(path.steps.prefix(count))
      guard case .member(let name) = path.steps[count], case .type(let id) = walk.names.resolve(base),
        walk.models[id] == .model
      else { continue }
      let steps = Array(path.steps.dropFirst(count + 1))
      return walk.table.isIsolated(id)
        ? nil : (id, PropertyChange(property: name, steps: steps, method: method, isQualified: true))
    }
    return nil
  }

  /// The changed property, if views follow it, and whether they did before because its changes were announced. An announcement by
  /// another object is only a guess, and so is a property that may have been announced.
  private static func tracked(
    _ change: PropertyChange,
    of id: TypeSymbol.ID,
    _ project: Project
  ) -> (property: PropertyKey, isFollowed: Bool)? {
    let table = project.table
    guard let property = table.tracked(change, of: id) else { return nil }
    let isShown = project.reach.properties.contains(property)
    let isAnnounced = table.isSurelyAnnounced(property) && table.announcingTypes.contains(property.type)
    // A property changed beside an announced one may be shown nowhere.
    let symbol = table.types[property.type]
    let isPublished = symbol.storedProperty(property.name).map { member in
      member.hasAttribute("Published") && project.reach.mayShow(member, of: symbol)
    }
    let isFollowed = isShown && isAnnounced || isPublished == true
    return isFollowed || isShown ? (property, isFollowed) : nil
  }

  /// Reports methods that are called off the main thread, directly or by other such methods, and change a property there.
  static func conclude(_ facts: [Facts], _ project: Project) -> [Proposal] {
    var methods: [PropertyKey: Deeds] = [:]
    for (method, deeds) in facts.lazy.flatMap(\.methods) {
      methods[method, default: Deeds()].calls.formUnion(deeds.calls)
      if methods[method]?.change == nil { methods[method]?.change = deeds.change }
    }
    var seen: Set<PropertyKey> = []
    // A call is reported for one change.
    var reported: Set<Place> = []
    var pending = Array(facts.lazy.flatMap(\.calls).reversed())
    var proposals: [Proposal] = []
    while let (method, place) = pending.popLast() {
      guard seen.insert(method).inserted, let deeds = methods[method] else { continue }
      pending += deeds.calls.sorted { ($0.name, $0.type) < ($1.name, $1.type) }.map { ($0, place) }
      guard let (property, change) = deeds.change, reported.insert(place).inserted else { continue }
      let (name, type, call) = (property.name, project.table.types[property.type].name, project.describe(place))
      let message =
        project.reach.properties.contains(property)
        ? """
        `\(name)` wasn't published, and is tracked now because views may show it, but `\(method.name)` changes it, and \
        the call at \(call) reaches `\(method.name)` off the main thread. Mark `\(name)` `@ObservationIgnored` if views \
        needn't follow it, or isolate `\(type)` with `@MainActor`.
        """
        : """
        `\(method.name)` changes `\(name)`, which \(readers(project)), and the call at \(call) reaches \
        `\(method.name)` off the main thread: isolate `\(type)` with `@MainActor`, or make the call in \
        `DispatchQueue.main.async`.
        """
      proposals.append(.review(id, at: change, of: [property.type], message))
    }
    return proposals
  }
}

extension Walk {
  /// Whether an expression begins with a local variable for a new object that no other code has so far.
  fileprivate func isOfUnsharedObject(_ expression: ExprSyntax) -> Bool {
    guard case .name(let name)? = ExpressionPath(expression)?.root, names.isOfNewObject(name) else { return false }
    let code = expression.ancestor(MemberBlockItemSyntax.self).map { Syntax($0) } ?? expression.root
    var functions: [SyntaxIdentifier: Set<String>] = [:]
    return !code.hands(name, onBefore: expression.startOffset, &functions)
  }

  /// The method of the type around with an expression in it.
  fileprivate func method(around expression: some SyntaxProtocol) -> PropertyKey? {
    guard let type = names.enclosingType,
      let function = expression.ancestor(MemberBlockItemSyntax.self)?.decl.as(FunctionDeclSyntax.self)
    else { return nil }
    return PropertyKey(type: type, name: function.name.identifierText)
  }
}

extension Syntax {
  /// Whether the code gives the object in a variable to other code, which may keep it. A use of a member doesn't, nor does a
  /// call of a function in this file that only uses members. A closure that may run later keeps the object. `functions` have
  /// been searched already, with the parameters searched for.
  fileprivate func hands(
    _ name: String,
    onBefore end: Int = .max,
    _ functions: inout [SyntaxIdentifier: Set<String>]
  ) -> Bool {
    for reference in nodes(DeclReferenceExprSyntax.self) where reference.baseName.identifierText == name {
      if reference.startOffset >= end { continue }
      let around = reference.ancestors.prefix { $0.id != id }
      if around.contains(where: { !$0.runsWhereItStands }) { return true }
      if reference.whole.isBase { continue }
      guard let (function, parameter) = reference.whole.functionOfArgument else { return true }
      if functions[function.id, default: []].insert(parameter).inserted,
        Syntax(function).hands(parameter, &functions)
      {
        return true
      }
    }
    return false
  }
}

extension ExprSyntax {
  /// The function of this file that gets the expression as an argument, with the name of its parameter.
  fileprivate var functionOfArgument: (function: FunctionDeclSyntax, parameter: String)? {
    guard let name = callOfArgument?.calledExpression.ownReference?.baseName.identifierText else { return nil }
    let label = parent?.as(LabeledExprSyntax.self)?.label?.identifierText ?? "_"
    let functions = root.nodes(FunctionDeclSyntax.self).filter { $0.name.identifierText == name }
    guard functions.count == 1, let function = functions.first, function.body != nil else { return nil }
    let parameters = function.signature.parameterClause.parameters.filter { $0.firstName.identifierText == label }
    guard parameters.count == 1, let parameter = parameters.first else { return nil }
    return (function, (parameter.secondName ?? parameter.firstName).identifierText)
  }
}
