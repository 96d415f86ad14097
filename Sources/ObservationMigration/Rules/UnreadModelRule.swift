import SwiftSyntax

/// Models whose changes have updated a view that shows something else.
enum UnreadModelRule: Rule {
  enum Message {}

  static let id: RuleID = "unread-model"

  struct Facts: RuleFacts {
    var properties: [Property] = []
  }

  /// A property of a view that holds models.
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

  /// What a view shows that its models used to refresh: one finding for all of those that it reads nothing of, and one for the others.
  private static func inspectReads(of properties: [Property], _ project: Project) -> [Proposal] {
    guard let first = properties.first, let names = project.reach.types[first.owner]?.names else { return [] }
    let state = project.unobserved
    let owner = project.table.types[first.owner]
    let reads = project.reach.reads(of: owner, in: first.place.file)
    let unread = properties.filter { !names.contains($0.name) }
    // What the view reads may be all that changes.
    let partlyRead = properties.filter { names.contains($0.name) && !isRead($0.types, by: reads, project) }
    var proposals: [Proposal] = []
    if let property = unread.first,
      // Without something else that changes with the model, it's only a remnant.
      let source = state.source(of: reads, in: owner.id, withDefaults: true)
        ?? state.sourceInQuietModels(of: reads, in: owner.id)
        ?? unread.lazy.flatMap(\.types).compactMap(state.variable).first
    {
      proposals.append(proposal(Message.isUnread(unread.map(\.name), owner.name, source), at: property))
    }
    if let property = partlyRead.first,
      let source = state.source(of: reads, in: owner.id, withDefaults: false)
        ?? state.sourceInQuietModels(of: reads, in: owner.id)
    {
      proposals.append(proposal(Message.isPartlyRead(partlyRead.map(\.name), owner.name, source), at: property))
    }
    return proposals
  }

  private static func proposal(_ message: String, at property: Property) -> Proposal {
    .review(id, at: property.place, of: property.types, message)
  }

  /// Whether a view reads everything that models announce changes of, itself or through their members.
  private static func isRead(_ types: [TypeSymbol.ID], by reads: ViewReach.Reads, _ project: Project) -> Bool {
    let (table, reach) = (project.table, project.reach)
    return types.allSatisfy { type in
      let all = [type] + table.superclasses(of: type)
      let direct = reads.names.filter { name in all.contains { table.types[$0].members[name] != nil } }
      let names = closure(of: direct) { name in
        all.flatMap { reach.members[PropertyKey(type: $0, name: name)]?.names ?? [] }
      }
      return all.allSatisfy { type in
        table.types[type].members.keys.allSatisfy { name in
          let key = PropertyKey(type: type, name: name)
          let isTracked = table.types[type].storedProperty(name).map { project.isTracked($0, key) } ?? false
          return !isTracked || names.contains(name)
        }
      }
    }
  }

  /// A model that stays tells nobody of its unpublished variables, and a view that doesn't observe it hears of none: it shows their changes
  /// with those of other models.
  static func finish(_ facts: Facts, _ draft: inout FileDraft) {
    let (project, table, decisions) = (draft.project, draft.project.table, draft.decisions)
    let converting = facts.properties.filter { $0.types.allSatisfy(decisions.converts) }
    guard !converting.isEmpty else { return }
    let views = Dictionary(grouping: converting, by: \.owner).sorted { $0.key < $1.key }.map(\.value)
    for proposal in views.flatMap({ inspectReads(of: $0, project) }) { draft.add(proposal) }
    let staying = project.models.candidates.filter { project.models[$0] == .model && !decisions.converts($0) }
    for properties in views {
      let owner = properties[0].owner
      let (view, file) = (table.types[owner], properties[0].place.file)
      guard project.reach.types[owner] != nil else { continue }
      let shownByView = project.reach.reads(of: view, in: file)
      let names = shownByView.names
      let readsAll = properties.allSatisfy { isRead($0.types, by: shownByView, project) }
      // With what functions read that the view calls, of others than itself.
      let called = names.filter { project.reach.yields[$0] != nil && view.members[$0] == nil }
      let reads = called.reduce(into: names) { $0.formUnion(project.reach.yields[$1]?.reads.names ?? []) }
      let accessedByCalled = called.flatMap { project.reach.yields[$0]?.reads.accesses ?? [] }.compactMap(\.baseAndName)
        .filter { $0.base.first?.isUppercase == false }.map(\.name)
      // Not those of another view of that name.
      let members = view.members.values.joined().filter { $0.file == file || !view.declaringFiles.contains($0.file) }
      let held = members.map { member in
        let types = table.symbols(in: table.type(of: member, in: view.scope))
        return (
          name: member.name, types: types, isObserved: member.attributes.contains(where: ViewWrapper.names.contains)
        )
      }
      for type in staying {
        let holders = held.filter { $0.types.contains { table.areRelated($0, type) } }
        guard !holders.isEmpty else { continue }
        let isObserved = holders.contains(where: \.isObserved)
        // `store.account` of the view, and what is behind any variable in the functions that it calls.
        let accessed = Set(
          shownByView.accesses.lazy.compactMap(\.baseAndName).filter { access in
            holders.contains { $0.name == access.base }
          }
          .map(\.name)
        )
        .union(accessedByCalled)
        let shown = variables(of: type, project).filter { variable in
          !(variable.isAnnounced && isObserved) && !(variable.isConstant && readsAll)
            && !accessed.isDisjoint(with: variable.names) && (variable.parts?.contains(where: reads.contains) ?? true)
        }
        for isAnnounced in [true, false] {
          let variables = shown.filter { $0.isAnnounced == isAnnounced }.map(\.name)
          guard !variables.isEmpty else { continue }
          let message = Message.isOfAnotherModel(
            properties.map(\.name),
            view.name,
            variables,
            table.types[type].name,
            isAnnounced: isAnnounced
          )
          let note = SharedNote(topic: "\(type) \(isAnnounced)", place: .view, rest: message)
          draft.add(proposal(message, at: properties[0]).sharing(note))
        }
      }
    }
  }

  /// What views can show of a model that stays.
  private struct Variable {
    let name: String
    /// Whether it's an object that stays the same, of which views show something.
    let isConstant: Bool
    /// Whether those hear of its changes that observe the model.
    let isAnnounced: Bool
    /// Of the members that show it.
    let names: Set<String>
    /// What views show of it then.
    let parts: [String]?
  }

  private static func variables(of type: TypeSymbol.ID, _ project: Project) -> [Variable] {
    let (table, reach, symbol) = (project.table, project.reach, project.table.types[type])
    let members = reach.members.filter { table.inherits($0.key.type, fromAll: [type]) }
    return symbol.members.keys.sorted().compactMap { name in
      let key = PropertyKey(type: type, name: name)
      let property = symbol.storedProperty(name)
      // What a superclass publishes is announced from there.
      if property?.isOverride == true { return nil }
      let parts = project.unobserved.objects.shownParts(in: key)?.properties
      // A constant doesn't change, but an object in it may.
      if property?.isLet == true, parts == nil { return nil }
      let isPublished = property?.attributes == ["Published"]
      // One is published because it changes, be it by code that isn't seen.
      let isChanged =
        isPublished
        || property.map { reach.changesLater($0, of: type, table) && $0.attributes.isEmpty } == true
          && reach.properties.contains(key)
      guard isChanged || parts != nil || project.unobserved.source(of: key) != nil else { return nil }
      var names: Set = [name]
      var count = 0
      while names.count > count {
        count = names.count
        names.formUnion(members.filter { !$0.value.names.isDisjoint(with: names) }.map(\.key.name))
      }
      let isSurelyAnnounced = isPublished || table.isSurelyAnnounced(key)
      let isConstant = property?.isLet == true
      return Variable(
        name: isConstant ? parts?.first.map { "\(name).\($0)" } ?? name : name,
        isConstant: isConstant,
        isAnnounced: isChanged && isSurelyAnnounced,
        names: names,
        parts: isConstant ? parts : nil
      )
    }
  }
}

extension UnreadModelRule.Message {
  private static func list(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }

  static func isUnread(_ names: [String], _ view: String, _ source: String) -> String {
    """
    `\(view)` no longer updates when \(list(names)) \(names.count == 1 ? "changes" : "change"), because it reads nothing of \
    \(names.count == 1 ? "it" : "them"), so `\(source)` may be out of date there. Read a tracked property that changes with it, or \
    remove \(list(names)).
    """
  }

  static func isPartlyRead(_ names: [String], _ view: String, _ source: String) -> String {
    """
    `\(view)` now updates only when a property that it reads of \(list(names)) changes, so `\(source)` may be out of date there. Read \
    a tracked property that changes with it.
    """
  }

  static func isOfAnotherModel(
    _ names: [String],
    _ view: String,
    _ variables: [String],
    _ type: String,
    isAnnounced: Bool
  ) -> String {
    let changes = "changes of \(list(names)) used to update the view too."
    return isAnnounced
      ? """
      `\(view)` shows \(list(variables)) of `\(type)`, which stays, and which the view doesn't observe: \(changes) Hold it in an \
      `@ObservedObject`, until `\(type)` converts.
      """
      : """
      `\(view)` shows \(list(variables)) of `\(type)`, which stays and publishes no change of it: \(changes) Publish it, until \
      `\(type)` converts.
      """
  }
}
