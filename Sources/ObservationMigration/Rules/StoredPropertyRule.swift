import SwiftSyntax

/// What becomes of the properties that classes store; `StoredProperty` decides.
enum StoredPropertyRule: Rule {
  typealias Facts = StoredDefault.Facts

  static func register(_ visits: inout Visits<Facts>) {
    visits.onRest(VariableDeclSyntax.self, inspect)
    Published.register(&visits)
    StoredDefault.register(&visits)
  }

  static func conclude(_ facts: [Facts], _ project: Project) -> [Proposal] {
    StoredDefault.conclude(facts, project)
  }

  private static func inspect(_ node: VariableDeclSyntax, _ walk: Walk, _ facts: inout Facts) {
    let stored = StoredDefault.Declaration(node, walk)
    if let stored { StoredDefault.note(stored, walk, &facts) }
    guard node.isMember, let type = walk.names.enclosingType else { return }
    let owner: StoredProperty.Owner =
      walk.models[type] != .model ? .other : walk.models.getsMacro(type, walk.table) ? .model : .silentModel
    func property(_ kind: StoredProperty.Kind) -> StoredProperty {
      StoredProperty(kind: kind, owner: owner, isTrackedByMacro: node.isTrackedByMacro)
    }
    if let attribute = node.attributes.attribute("Published") {
      return convert(property(.published), node, publishedBy: attribute, of: type, walk)
    }
    // Most properties are those of other types: nothing else is asked about them.
    guard property(.plain).outcome != .unchanged else { return }
    let name = node.bindings.first?.name
    if node.isLazy, let name {
      convert(property(.lazy), node, named: name, of: type, walk)
    } else if let stored, let value = stored.property {
      convert(property(.storedDefault), stored, value, of: type, walk, &facts)
    } else if let wrapper = node.wrappers(walk).first, let name {
      convert(property(.wrapped), node, name.identifierText, wrappedBy: wrapper, of: type, walk, &facts)
    } else {
      Unpublished.convert(node, of: type, walk)
    }
  }

  private static func convert(
    _ property: StoredProperty,
    _ node: VariableDeclSyntax,
    publishedBy attribute: AttributeSyntax,
    of type: TypeSymbol.ID,
    _ walk: Walk
  ) {
    var property = property
    property.obstacle = Published.obstacle(to: node, attribute, of: type, walk)
    switch property.outcome {
    case .blocked(let reason): walk.decide(Published.id, at: attribute, of: [type], reason)
    case .publishedByOther: Published.report(attribute, of: type, walk)
    default: Published.remove(attribute, of: node, type, walk)
    }
  }

  private static func convert(
    _ property: StoredProperty,
    _ node: VariableDeclSyntax,
    named name: TokenSyntax,
    of type: TypeSymbol.ID,
    _ walk: Walk
  ) {
    let key = PropertyKey(type: type, name: name.identifierText)
    // What is only guessed to be announced has to be shown as well.
    let isAnnounced = walk.table.isSurelyAnnounced(key) && walk.mayChange(key)
    var property = property
    property.isShown = isAnnounced || walk.isShownAndChanged(key)
    property.isChanged = true
    let value = StoredDefault.Property(node)
    if property.isShown { property.obstacle = Lazy.obstacle(to: value, node, of: type, isAnnounced: isAnnounced, walk) }
    if case .blocked(let reason) = property.outcome {
      walk.decide(Lazy.id, at: name, of: [type], reason)
    } else if property.outcome == .computed, let value {
      walk.change(
        Lazy.id,
        at: name,
        of: [type],
        Lazy.edits(tracking: value, node, walk),
        Lazy.Message.isTracked(key.name)
      )
    } else {
      ignore(node, of: type, Lazy.id, at: name, Lazy.Message.isIgnored(key.name), walk)
    }
  }

  private static func convert(
    _ property: StoredProperty,
    _ stored: StoredDefault.Declaration,
    _ value: StoredDefault.Property,
    of type: TypeSymbol.ID,
    _ walk: Walk,
    _ facts: inout Facts
  ) {
    let (name, attribute) = (value.name, stored.attribute)
    var property = property
    property.isShown = walk.project.reach.properties.contains(PropertyKey(type: type, name: name))
    if property.isShown { property.obstacle = StoredDefault.obstacle(to: value, stored, of: type, walk) }
    switch property.outcome {
    case .blocked(let reason): walk.decide(StoredDefault.id, at: attribute, of: [type], reason)
    case .computed: StoredDefault.compute(value, stored, of: type, walk, &facts)
    default:
      ignore(stored.node, of: type, StoredDefault.id, at: attribute, StoredDefault.Message.isIgnored(name), walk)
    }
  }

  private static func convert(
    _ property: StoredProperty,
    _ node: VariableDeclSyntax,
    _ name: String,
    wrappedBy wrapper: AttributeSyntax,
    of type: TypeSymbol.ID,
    _ walk: Walk,
    _ facts: inout Facts
  ) {
    var property = property
    let stored = StoredDefault.Declaration(node, wrapper, Wrapped.id, key: nil)
    let member = walk.table.types[type].storedProperty(name)
    property.isShown = walk.project.reach.properties.contains(PropertyKey(type: type, name: name)) && member != nil
    if property.isShown, let member {
      property.obstacle = Wrapped.obstacle(wrapper, stored, walk, member, of: type)
      property.isChanged = Wrapped.isChanged(member, wrapper, of: type, walk)
    }
    if case .blocked(let reason) = property.outcome, let member {
      walk.decide(Wrapped.id, at: wrapper, of: [type] + Wrapped.objects(in: member, wrapper, of: type, walk), reason)
    } else if property.outcome == .computed, let value = stored.property {
      let isStoredElsewhere = Wrapped.readsElsewhere(wrapper, walk)
      StoredDefault.compute(value, stored, of: type, isStoredElsewhere: isStoredElsewhere, walk, &facts)
    } else {
      ignore(node, of: type, Wrapped.id, at: wrapper, Wrapped.Message.isIgnored(name, wrapper.name), walk)
    }
  }

  private static func ignore(
    _ node: VariableDeclSyntax,
    of type: TypeSymbol.ID,
    _ id: RuleID,
    at place: some SyntaxProtocol,
    _ message: String,
    _ walk: Walk
  ) {
    let edit = walk.inserting("@ObservationIgnored ", at: node.startOffset)
    walk.change(id, at: place, of: [type], [edit], message)
  }
}
