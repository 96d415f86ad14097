import SwiftSyntax

/// Announcements, `objectWillChange.send()`, of changes that the registrar notices.
enum ObjectWillChangeRule: Rule {
  static let id: RuleID = "object-will-change"

  private static let noticed = "The registrar notices the change that was announced here."
  static let unavailable = """
    `objectWillChange` no longer exists after the migration: give what it announces a tracked property, and observe \
    the properties that matter, with `withPortableContinuousObservation { _ in … }`.
    """

  struct Facts: RuleFacts {
    /// Announcements without a change that the registrar is known to notice.
    var announcements: [Announcement] = []
    /// Members of all models that may show such changes.
    var reads: [ReportedRead] = []
    /// Names of properties of announcing types, with other code that reads them.
    var outsideReads: [String: Set<CodeGraph.CodePlace>] = [:]
  }

  static func register(_ visits: inout Visits<Facts>) {
    visits.on(ClassDeclSyntax.self, lookAhead)
    visits.on(ExtensionDeclSyntax.self, lookAhead)
    visits.on(VariableDeclSyntax.self, inspect)
    visits.on(PatternBindingSyntax.self, inspect)
    visits.on(CodeBlockItemSyntax.self, inspect)
    visits.on(DeclReferenceExprSyntax.self, inspect)
    visits.on(MemberAccessExprSyntax.self, inspect)
    visits.on(IdentifierTypeSyntax.self) { node, walk, _ in inspectType(node, node.name, of: nil, walk) }
    visits.on(MemberTypeSyntax.self) { node, walk, _ in
      inspectType(node, node.name, of: walk.names.resolve(TypeReference(node.baseType)), walk)
    }
  }

  /// The announcements of a class or an extension, by statement.
  private final class Announcements: WalkMemo {
    var statements: [SyntaxIdentifier: AnnouncementFinder.Statement] = [:]
    /// Statements removed together with the code around them.
    var gone: Set<SyntaxIdentifier> = []
  }

  private static func lookAhead(_ node: some DeclGroupSyntax, _ walk: Walk, _ facts: inout Facts) {
    guard let id = walk.names.enclosingType, walk.models[id] == .model || walk.models[id] == .converted,
      !walk.table.announcingTypes.isEmpty
    else { return }
    // Models converted earlier may show changes announced by others.
    facts.reads += ReportedRead.all(in: node.memberBlock.members, of: id, walk)
    guard walk.models[id] == .model, walk.table.announcingTypes.contains(id) else { return }
    let finder = AnnouncementFinder(id, walk.project)
    finder.walk(node.memberBlock)
    walk.memo(Announcements.self).statements.merge(finder.statements) { $1 }
  }

  /// Removes observers that only announce changes, and a custom publisher.
  private static func inspect(_ binding: PatternBindingSyntax, _ walk: Walk) {
    guard let id = binding.memberDeclaration.flatMap({ walk.model(storing: $0) }) else { return }
    if binding.pattern.trimmedText == "objectWillChange" {
      if walk.project.keepsPublisher(id), binding.memberDeclaration?.isPublisherOfObject == true { return }
      let message =
        "A custom publisher for `objectWillChange`: remove it if it announces only changes of tracked properties."
      walk.decide(Self.id, at: binding.pattern, of: [id], message)
      return
    }
    guard !walk.project.keepsPublisher(id), let block = binding.accessorBlock,
      case .accessors(let accessors) = block.accessors
    else { return }
    let announcements = walk.memo(Announcements.self)
    // `filter` of a collection of nodes would make a tree of its own.
    let idle = Array(accessors).filter { accessor in
      accessor.onlyAnnounces
        && accessor.body?.statements.allSatisfy { announcements.statements[$0.id]?.noticing != nil } == true
    }
    guard !idle.isEmpty else { return }
    var edits: [Edit] = []
    if idle.count == accessors.count {
      let end = block.previousToken(viewMode: .sourceAccurate)?.utf8Range.upperBound ?? block.startOffset
      edits = [Edit(end..<block.utf8Range.upperBound, with: "")]
    } else {
      edits = idle.map { walk.removing($0) }
    }
    for accessor in idle {
      for statement in accessor.body?.statements ?? [] { announcements.gone.insert(statement.id) }
      walk.change(Self.id, at: accessor, of: [id], edits, noticed)
      edits = []
    }
  }

  private static func inspect(_ node: VariableDeclSyntax, _ walk: Walk) -> Claim {
    guard node.isMember, let type = walk.names.enclosingType else { return .none }
    if walk.models[type] == .model, !walk.project.keepsPublisher(type), node.isPublisherOfObject {
      let message = """
        The publisher is removed, and what it announced is tracked: views follow every change, including those that \
        weren't announced.
        """
      walk.change(id, at: node, of: [type], [walk.removing(node)], isRisky: true, message)
      return .whole
    }
    if walk.table.types[type].kind == .protocol, let name = node.bindings.first?.pattern,
      name.trimmedText == "objectWillChange"
    {
      // Any of the types may conform to the protocol.
      let message =
        "A protocol requires `objectWillChange`, which no type has after the migration: remove the requirement."
      walk.decide(id, at: name, of: walk.models.candidates, message)
    }
    guard walk.models[type] == .model, let variables = StoredVariables(node, of: type, walk) else { return .none }
    for variable in variables.all where variable.isAnnounced {
      // The other variables of the declaration need the same edits.
      let edits = variables.isAnnounced && variable.name == variables.all[0].name ? variables.split(walk) : []
      let message = "`\(variable.name)` is tracked now: its changes were announced with `objectWillChange.send()`."
      walk.change(id, at: variable.binding.pattern, of: [type], edits, message)
    }
    return .none
  }

  private static func inspect(_ item: CodeBlockItemSyntax, _ walk: Walk, _ facts: inout Facts) -> Claim {
    let announcements = walk.memo(Announcements.self)
    if announcements.gone.contains(item.id) { return .whole }
    guard let id = walk.names.enclosingType, let statement = announcements.statements[item.id] else {
      return inspectOther(item, walk, &facts)
    }
    for call in statement.calls { walk.claim(announcement: call) }
    if let models = statement.noticing, !statement.isConditional {
      let removal = Announcement.removal(of: item, walk)
      walk.propose(removing(removal, at: walk.place(of: item), of: id, noticedBy: models, walk.project))
    } else {
      let advice = (statement.calls[0].method?.base).map { message(for: $0) } ?? unavailable
      var announcement = Announcement(item, statement.calls, of: id, advice: advice, walk)
      announcement.isOwn = true
      announcement.touched = statement.touched
      announcement.noticing = statement.noticing
      facts.announcements.append(announcement)
    }
    return item.announcingCondition == nil ? .whole : .node
  }

  /// Removes an announcement of a change that the registrars of some models notice. Subscribers are notified as before.
  private static func removing(
    _ removal: [Edit],
    at place: Place,
    of type: TypeSymbol.ID,
    noticedBy models: Set<TypeSymbol.ID>,
    _ project: Project
  ) -> Proposal {
    let subjects = [type] + models.subtracting([type]).sorted()
    return project.keepsPublisher(type)
      ? Proposal(id, .tie, at: place, of: subjects, noticed)
      : Proposal(id, .change, at: place, of: subjects, removal, noticed)
  }

  /// Whether a view may run a member that would have to report its reads.
  private static func mayShow(_ read: ReportedRead, _ project: Project) -> Bool {
    let symbol = project.table.types[read.type]
    let members = project.table.members(read.name, of: read.type)
    // A subscript has no name.
    return members.isEmpty || members.contains { project.reach.mayShow($0.member, of: symbol) }
  }

  /// `object.objectWillChange.send()`
  private static func inspectOther(_ item: CodeBlockItemSyntax, _ walk: Walk, _ facts: inout Facts) -> Claim {
    guard let call = item.hoppingCallOfOther ?? item.callOfOther, call.arguments.isEmpty,
      let method = call.method, method.name.text == "send",
      let publisher = method.base.as(MemberAccessExprSyntax.self), let object = publisher.base, !object.isSelf,
      publisher.declName.baseName.text == "objectWillChange",
      let types = walk.modelTypes(in: walk.type(of: object)),
      types.count == 1, walk.models[types[0]] == .model
    else { return .none }
    let type = types[0]
    if !walk.project.keepsPublisher(type) {
      let message =
        item.standsBesideChange(of: object, type, walk)
        ? noticed
        : item.announcingMethod(of: object, type, walk).map { "`\($0)` reports the change that was announced here." }
      if let message {
        walk.claim(announcement: call)
        walk.change(id, at: item, of: types, Announcement.removal(of: item, walk), message)
        return .whole
      }
    }
    guard walk.table.announcingTypes.contains(type) else { return .none }
    walk.claim(announcement: call)
    var announcement = Announcement(item, [call], of: type, advice: unavailable, walk)
    announcement.mayBeOfPlainObject = item.standsBesideChangeOfPlainObject(walk)
    facts.announcements.append(announcement)
    return .node
  }

  static func conclude(_ facts: [Facts], _ project: Project) -> [Proposal] {
    // Where `access(keyPath:)` can't be called, only what views may run is an obstacle.
    let all = facts.flatMap(\.reads).filter { !$0.isInOtherModule || mayShow($0, project) }
    let reads = Dictionary(grouping: all, by: \.type)
    let outsideReads = facts.reduce(into: [:]) { $0.merge($1.outsideReads) { $0.union($1) } }
    var reporting: Set<TypeSymbol.ID> = []
    var allOutlets: [TypeSymbol.ID: Outlets] = [:]
    let replaced = facts.flatMap(\.announcements).compactMap { announcement -> Proposal? in
      let (type, place, advice) = (announcement.type, announcement.place, announcement.advice)
      let outlets = allOutlets[type] ?? Outlets(of: type, reads, outsideReads: outsideReads, project)
      allOutlets[type] = outlets
      let replacement = outlets.announcing(announcement)
      // Most often, the change beside it is announced.
      if let models = announcement.noticing, replacement.isObstacle {
        return removing(announcement.removal, at: place, of: type, noticedBy: models, project)
      }
      switch replacement {
      case .nothing where announcement.mayBeOfPlainObject: return .objection(id, at: place, of: [type], advice)
      case .nothing where project.keepsPublisher(type): return nil
      case .nothing:
        let subjects = [type] + outlets.models(of: announcement).filter { $0 != type }
        let message =
          """
          Everything that views can read through `\(project.table.types[type].name)` is tracked: nothing is left to \
          announce.
          """
        return Proposal(id, .change, at: place, of: subjects, announcement.removal, message)
      case .mutations(let keys, let reportsReads, let includeAll):
        if reportsReads { reporting.insert(type) }
        let edits = announcement.mutation(of: keys, keepingCalls: project.keepsPublisher(type))
        // All reads of the object as a whole are reported.
        let isOfObject = keys == ["self"]
        let properties = keys.filter { $0 != "self" }
        let message =
          isOfObject
          ? """
          The value lives outside the object, so this now marks the whole object as changed. The members that read the \
          value call `access(keyPath: \\.self)`.
          """
          : """
          Objects in \(properties.quoted) aren't tracked: their changes are announced as changes of \
          \(properties.count == 1 ? "the property" : "these properties").
          """
        return Proposal(id, .change, at: place, of: [type], edits, isRisky: !isOfObject && !includeAll, message)
      case .unknown(let property):
        let message = property.map {
          """
          What is announced here may be read through `\($0)`, which isn't tracked: make it a tracked property, or make \
          what it refers to `@Observable`.
          """
        }
        return .objection(id, at: place, of: [type], message ?? advice)
      case .internalElsewhere(let member):
        let name = project.table.types[type].name
        let message = """
          \(member.map { "`\($0)`, which may show what is announced here, stands" } ?? "This code stands") in another module \
          than `\(name)`, where \(member == nil ? "`withMutation(keyPath:)`" : "`access(keyPath:)`") can't be called, \
          because it's internal: move it to the module of `\(name)`.
          """
        return .objection(id, at: place, of: [type], message)
      }
    }
    return replaced
      + reporting.sorted().flatMap { reads[$0] ?? [] }.filter { mayShow($0, project) }.map { read in
        let message =
          "`\(read.name)` now calls `access(keyPath:)`, because the value it reads is stored outside the object."
        return Proposal(id, .change, at: read.place, of: [read.type], read.edits ?? [], message)
      }
  }
}

extension CodeBlockItemSyntax {
  /// `mark.objectWillChange.send()`, `post?.mark.objectWillChange.send()`
  fileprivate var callOfOther: FunctionCallExprSyntax? {
    let expression = item.as(ExprSyntax.self)
    let call = expression?.as(OptionalChainingExprSyntax.self)?.expression ?? expression
    return call?.as(FunctionCallExprSyntax.self)
  }

  /// The only call in a hop to the main queue: `DispatchQueue.main.async { mark.objectWillChange.send() }`.
  fileprivate var hoppingCallOfOther: FunctionCallExprSyntax? {
    guard let call = item.as(ExprSyntax.self)?.hop, let closure = call.trailingClosure, closure.statements.count == 1
    else { return nil }
    return closure.statements.first?.callOfOther
  }

  /// The method that the next statement calls on the object if the method announces a change. No statement may precede the
  /// announcement: the change could be its reason.
  fileprivate func announcingMethod(of object: ExprSyntax, _ type: TypeSymbol.ID, _ walk: Walk) -> String? {
    guard let path = ExpressionPath(object), let items = parent?.as(CodeBlockItemListSyntax.self).map(Array.init),
      items.first?.id == id, let (base, name) = items.dropFirst().first?.callOfOther?.method,
      ExpressionPath(base) == path
    else { return nil }
    let method = name.identifierText
    return walk.table.types[type].functions[method]?.announces == true ? method : nil
  }

  /// Whether the function around assigns a variable of its own class, not a model, which may be the announced change. The variables of
  /// a wrapper are tracked in its property.
  fileprivate func standsBesideChangeOfPlainObject(_ walk: Walk) -> Bool {
    guard let type = walk.names.enclosingType, walk.table.types[type].kind == .class, walk.models[type] == nil,
      !walk.table.types[type].attributes.contains("propertyWrapper")
    else { return false }
    let body = Array(ancestorsInMember).last ?? Syntax(self)
    return body.assignments.contains { change in
      (change.isQualified || !walk.names.isLocal(change.property))
        && walk.table.members(change.property, of: type).contains { $0.member.isStored && !$0.member.isLet }
    }
  }

  /// Whether a neighbouring statement changes a tracked property of an object.
  fileprivate func standsBesideChange(of object: ExprSyntax, _ type: TypeSymbol.ID, _ walk: Walk) -> Bool {
    guard let path = ExpressionPath(object), let items = parent?.as(CodeBlockItemListSyntax.self).map(Array.init),
      let index = items.firstIndex(where: { $0.id == id })
    else { return false }
    let neighbours = [items.dropFirst(index + 1).first, items.prefix(index).last].compactMap(\.self)
    return neighbours.contains { item in
      item.changedPaths.contains { target, method in
        guard target.root == path.root, target.steps.starts(with: path.steps),
          case .member(let property)? = target.steps.dropFirst(path.steps.count).first
        else { return false }
        let steps = Array(target.steps.dropFirst(path.steps.count + 1))
        let change = PropertyChange(property: property, steps: steps, method: method, isQualified: true)
        return walk.table.noticed(change, of: type) != nil
      }
    }
  }

  /// The targets of assignments and of calls of mutating methods.
  private var changedPaths: [(ExpressionPath, method: String?)] {
    guard let expression = item.as(ExprSyntax.self) else { return [] }
    if let sequence = expression.as(SequenceExprSyntax.self) {
      return sequence.assigned.compactMap { target in ExpressionPath(target).map { ($0, nil) } }
    }
    guard let (base, name) = callOfOther?.method, MutatingMethods.names.contains(name.text),
      let path = ExpressionPath(base)
    else { return [] }
    return [(path, name.text)]
  }
}

extension VariableDeclSyntax {
  /// Whether it only stores a publisher in place of the one of `ObservableObject`.
  fileprivate var isPublisherOfObject: Bool {
    guard bindings.count == 1, let binding = bindings.first, binding.isStored, attributes.isEmpty,
      binding.pattern.trimmedText == "objectWillChange", let value = binding.initializer?.value
    else { return false }
    let text = String(value.trimmedText.filter { !$0.isWhitespace })
    return ["ObservableObjectPublisher()", "PassthroughSubject<Void,Never>()", "PassthroughSubject<(),Never>()"]
      .contains(text)
  }
}
