import SwiftSyntax

/// Models whose changes refreshed a view that shows something else.
enum UnreadModelRule: Rule {
  static let id: RuleID = "unread-model"

  struct Facts: RuleFacts {
    var properties: [Property] = []
  }

  struct Property: Sendable {
    let owner: TypeSymbol.ID
    let name: String
    let types: [TypeSymbol.ID]
    let place: Place
  }

  static func register(_ visits: inout Visits<Facts>) {
    visits.on(VariableDeclSyntax.self, inspect)
  }

  private static func inspect(_ node: VariableDeclSyntax, _ walk: Walk, _ facts: inout Facts) {
    guard node.isMember,
      let attribute = node.attributes.lazy.compactMap({ $0.as(AttributeSyntax.self) })
        .first(where: { ViewWrapper.names.contains($0.name) }),
      let owner = walk.names.enclosingType, walk.models[owner] == nil,
      let property = ViewProperty(node, owner, walk), let types = property.types, !types.isEmpty
    else { return }
    facts.properties.append(Property(owner: owner, name: property.name, types: types, place: walk.place(of: attribute)))
  }

  /// The values in a view that its models used to refresh: one finding for unread models, and one for the others.
  private static func inspectReads(of properties: [Property], _ draft: FileDraft) -> [Proposal] {
    let project = draft.project
    guard let first = properties.first, let names = project.reach.types[first.owner]?.names else { return [] }
    let state = project.unobserved
    let owner = project.table.types[first.owner]
    let reads = project.reach.reads(of: owner, in: first.place.file)
    let unread = properties.filter { property in
      !names.contains(property.name) && !property.types.allSatisfy { isQuiet($0, project) }
    }
    // The read properties may be the only changing ones.
    let partlyRead = properties.filter { names.contains($0.name) && !isRead($0.types, by: reads, project) }
    let updating = updatingVariables(of: owner, reads, draft)
    let sources = state.sources(of: reads, in: owner.id)
    let ofQuietModels = state.sourcesInQuietModels(of: reads, in: owner.id)
    func changesWith(_ properties: [Property]) -> (UnobservedState.Source) -> Bool {
      let variables = changes(of: properties, notReadBy: reads, project)
      return { project.jointChanges.mayChange($0.variables, with: variables, apartFrom: updating) }
    }
    // The name of a property or function may mean another one in another view.
    func topic(_ source: String) -> String {
      if state.isOfAllFiles(source) { return source }
      let object = source.baseAndName.flatMap { base, _ in project.table.symbols(behind: base, of: owner.id).first }
      return "\(source.baseAndName?.name ?? source) of \(object ?? owner.id)"
    }
    func topics(_ sources: [String]) -> String { sources.map(topic).joined(separator: ", ") }
    var proposals: [Proposal] = []
    var besideUnread: [String] = []
    if let property = unread.first {
      let all = sources.filter { !$0.isTime } + ofQuietModels + unread.flatMap(\.types).flatMap(state.variables)
      besideUnread = texts(of: all.filter(changesWith(unread)))
      if besideUnread.isEmpty { besideUnread = sources.filter(\.isTime).prefix(1).map(\.text) }
      // Otherwise the property is only a remnant.
      if !besideUnread.isEmpty {
        let (names, isOne) = (unread.map(\.name).quoted, unread.count == 1)
        let message = """
          `\(owner.name)` reads no property of \(names). \(isOne ? "Its" : "Their") changes no longer update the view, \
          which may show \(outdated(besideUnread)). \(advice(besideUnread)), or remove \(names).
          """
        proposals.append(proposal(message, at: property).sharing(note("unread \(topics(besideUnread))", message)))
      }
    }
    if let property = partlyRead.first {
      let all = sources.filter { !$0.variables.contains(.defaults) } + ofQuietModels
      // The view has one finding for each such value.
      let shown = texts(of: all.filter(changesWith(partlyRead))).filter { !besideUnread.contains($0) }
      if !shown.isEmpty {
        let message = """
          `\(owner.name)` now updates only when a property that it reads of \(partlyRead.map(\.name).quoted) changes, \
          and may show \(outdated(shown)). \(advice(shown)).
          """
        proposals.append(proposal(message, at: property).sharing(note("partly read \(topics(shown))", message)))
      }
    }
    return proposals
  }

  /// A note on what several views show is one entry.
  private static func note(_ topic: String, _ message: String) -> SharedNote {
    SharedNote(topic: topic, place: .view, rest: message)
  }

  /// Whether a model announces no changes, or only those of properties that nothing changes.
  private static func isQuiet(_ type: TypeSymbol.ID, _ project: Project) -> Bool {
    let (table, lineage) = (project.table, project.table.lineage(of: type))
    if project.models.isQuiet(type) { return true }
    if table.types[type].isPublic || lineage.contains(where: project.models.announcesMore) { return false }
    return lineage.allSatisfy { type in
      table.types[type].members.keys.allSatisfy { name in
        guard let property = table.types[type].storedProperty(name), property.hasAttribute("Published") else {
          return true
        }
        return !project.reach.changesLater(property, of: type, table)
      }
    }
  }

  /// The texts of sources, without those that show the same variable as one before.
  private static func texts(of sources: [UnobservedState.Source]) -> [String] {
    var variables: Set<JointChanges.Variable> = []
    return sources.compactMap { source in
      defer { variables.formUnion(source.variables) }
      return variables.isDisjoint(with: source.variables) ? source.text : nil
    }
  }

  private static func outdated(_ values: [String]) -> String {
    values.count == 1 ? "an outdated \(values.quoted)" : "outdated values of \(values.quotedShortList)"
  }

  private static func advice(_ sources: [String]) -> String {
    if sources.contains(where: CodeUnit.times.contains) { return "Show the time in a `TimelineView`" }
    return sources.count == 1
      ? "Read a tracked property that changes together with it"
      : "Read tracked properties that change together with them"
  }

  private static func proposal(_ message: String, at property: Property) -> Proposal {
    .review(id, at: property.place, of: property.types, message)
  }

  /// What the models in some properties announce, without what a view reads: properties, and announcements by code.
  private static func changes(
    of properties: [Property],
    notReadBy reads: ViewReach.Reads,
    _ project: Project
  ) -> Set<JointChanges.Variable> {
    let types = properties.flatMap(\.types)
    let announcing = types.flatMap(project.table.lineage).filter(project.models.announcesMore)
    return project.announced(by: types, areRead: false, reads)
      .union(announcing.map(JointChanges.Variable.announcement))
  }

  /// The properties of its models that a view reads and whose changes update the view: tracked ones, and published ones
  /// of models that stay and that the view observes.
  private static func updatingVariables(
    of view: TypeSymbol,
    _ reads: ViewReach.Reads,
    _ draft: FileDraft
  ) -> Set<JointChanges.Variable> {
    let (project, table) = (draft.project, draft.project.table)
    var (tracked, published): ([TypeSymbol.ID], [TypeSymbol.ID]) = ([], [])
    for member in view.members.values.joined() {
      let held = table.symbols(in: table.type(of: member, in: view.scope(of: member)))
        .filter { project.models[$0] == .model }
      tracked += held.filter(draft.decisions.converts)
      if member.attributes.contains(where: ViewWrapper.names.contains) {
        published += held.filter { !draft.decisions.converts($0) }
      }
    }
    return project.announced(by: tracked, areRead: true, reads)
      .union(
        project.announced(by: published, areRead: true, reads).filter { variable in
          variable.type.flatMap { table.types[$0].storedProperty(variable.name) }?.hasAttribute("Published") == true
        }
      )
  }

  /// Whether a view reads all properties whose changes the models announce.
  private static func isRead(_ types: [TypeSymbol.ID], by reads: ViewReach.Reads, _ project: Project) -> Bool {
    project.announced(by: types, areRead: false, reads).isEmpty
  }

  /// A staying model doesn't announce its unpublished variables, and none of its variables to views that don't observe
  /// it: such views showed their changes with changes of other models.
  static func finish(_ facts: Facts, _ draft: inout FileDraft) {
    let (project, table, decisions) = (draft.project, draft.project.table, draft.decisions)
    let converting = facts.properties.filter { $0.types.allSatisfy(decisions.converts) }
    guard !converting.isEmpty else { return }
    let views = Dictionary(grouping: converting, by: \.owner).sorted { $0.key < $1.key }.map(\.value)
    for proposal in views.flatMap({ inspectReads(of: $0, draft) }) { draft.add(proposal) }
    let staying = project.models.candidates.filter { project.models[$0] == .model && !decisions.converts($0) }
    for properties in views {
      let owner = properties[0].owner
      let (view, file) = (table.types[owner], properties[0].place.file)
      guard project.reach.types[owner] != nil else { continue }
      let shownByView = project.reach.reads(of: view, in: file)
      let names = shownByView.names
      let readsAll = properties.allSatisfy { isRead($0.types, by: shownByView, project) }
      let changes = changes(of: properties, notReadBy: shownByView, project)
      let updating = updatingVariables(of: view, shownByView, draft)
      // Includes the reads of called functions of other types.
      let called = names.filter { project.reach.yields[$0] != nil && view.members[$0] == nil }
      let reads = called.reduce(into: names) { $0.formUnion(project.reach.yields[$1]?.reads.names ?? []) }
      let accessedByCalled = called.flatMap { project.reach.yields[$0]?.reads.accesses ?? [] }.compactMap(\.baseAndName)
        .filter { $0.base.first?.isUppercase == false }.map(\.name)
      let members = view.members.values.joined().filter { view.isDeclared(in: $0.file, seenFrom: file) }
      let held = members.map { member in
        let types = table.symbols(in: table.type(of: member, in: view.scope(of: member)))
        let isObserved = member.attributes.contains { ViewWrapper.names.contains($0) || mayObserve($0, view, table) }
        return (name: member.name, types: types, isObserved: isObserved)
      }
      for type in staying {
        let holders = held.filter { $0.types.contains { table.areRelated($0, type) } }
        guard !holders.isEmpty else { continue }
        let isObserved = holders.contains(where: \.isObserved)
        // `store.account` of the view, and all accesses in called functions.
        let ofHolders = shownByView.accesses.lazy.compactMap(\.baseAndName).filter { access in
          holders.contains { $0.name == access.base }
        }
        let accessed = Set(ofHolders.map(\.name)).union(accessedByCalled)
        let shown = variables(of: type, project).filter { variable in
          !(variable.isAnnounced && isObserved) && !(variable.parts != nil && readsAll)
            && !accessed.isDisjoint(with: variable.names) && (variable.parts?.contains(where: reads.contains) ?? true)
            && project.jointChanges.mayChange(variable.changing, with: changes, apartFrom: updating)
        }
        for isAnnounced in [true, false] {
          let variables = shown.filter { $0.isAnnounced == isAnnounced }.map(\.name)
          guard !variables.isEmpty else { continue }
          let (name, shows) = (table.types[type].name, "`\(view.name)` shows \(variables.quoted)")
          let updates = "changes of \(properties.map(\.name).quoted) used to update the view too."
          let message =
            isAnnounced
            ? """
            \(shows) of `\(name)`, which isn't converted, and which the view doesn't observe: \(updates) Hold it in \
            an `@ObservedObject`, until `\(name)` converts.
            """
            : """
            \(shows) of `\(name)`, which isn't converted and publishes no change of it: \(updates) Publish it, until \
            `\(name)` converts.
            """
          draft.add(proposal(message, at: properties[0]).sharing(note("\(type) \(isAnnounced)", message)))
        }
      }
    }
  }

  /// Whether a property wrapper of another module may observe the object that it holds.
  private static func mayObserve(_ wrapper: String, _ view: TypeSymbol, _ table: SymbolTable) -> Bool {
    guard case .external(let name) = table.resolve(.named([wrapper]), in: view.scope) else { return false }
    return !InjectingWrappers.names.contains(name) && !PlainAttributes.names.contains(name)
  }

  /// A variable of a staying model that views can show.
  private struct Variable {
    let name: String
    /// Whether observers of the model are notified of its changes.
    let isAnnounced: Bool
    /// The members that show it.
    let names: Set<String>
    /// The shown parts of an object that stays the same; nil for others.
    let parts: [String]?
    /// The variables on which it depends.
    let changing: Set<JointChanges.Variable>
  }

  private static func variables(of type: TypeSymbol.ID, _ project: Project) -> [Variable] {
    let (table, reach, symbol) = (project.table, project.reach, project.table.types[type])
    // The members of the hierarchy that read each name.
    var readers: [String: Set<String>] = [:]
    for (member, reads) in reach.members where table.inherits(member.type, fromAll: [type]) {
      for name in reads.names { readers[name, default: []].insert(member.name) }
    }
    return symbol.members.keys.sorted().compactMap { name in
      let key = PropertyKey(type: type, name: name)
      let property = symbol.storedProperty(name)
      // A superclass announces its properties itself.
      if property?.isOverride == true { return nil }
      let parts = project.unobserved.objects.shownParts(in: key)?.properties
      // A constant doesn't change, but an object in it may.
      if property?.isLet == true, parts == nil { return nil }
      let isPublished = property?.attributes == ["Published"]
      // A published property changes, perhaps in unseen code.
      let isChanged =
        isPublished
        || property.map { reach.changesLater($0, of: type, table) && $0.attributes.isEmpty } == true
          && reach.properties.contains(key)
      guard isChanged || parts != nil || !project.unobserved.sources(of: key).isEmpty else { return nil }
      let names = closure(of: [name]) { readers[$0] ?? [] }
      let isSurelyAnnounced = isPublished || table.isSurelyAnnounced(key)
      let isConstant = property?.isLet == true
      var changing = project.unobserved.variables(ofShownPartsIn: key)
      for source in project.unobserved.sources(of: key) { changing.formUnion(source.variables) }
      if !isConstant { changing.insert(JointChanges.Variable(name: name, type: type)) }
      return Variable(
        name: isConstant ? parts?.first.map { "\(name).\($0)" } ?? name : name,
        isAnnounced: isChanged && isSurelyAnnounced,
        names: names,
        parts: isConstant ? parts : nil,
        changing: changing
      )
    }
  }
}
