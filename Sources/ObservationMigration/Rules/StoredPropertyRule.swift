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
    let declaration = ClassProperty(node: node, type: type, walk: walk)
    if let attribute = node.attributes.attribute("Published") {
      return convert(property(.published), publishedBy: attribute, declaration)
    }
    // Most properties are those of other types: nothing else is asked about them.
    guard property(.plain).outcome != .unchanged else { return }
    let name = node.bindings.first?.name
    if node.isLazy, let name {
      convert(property(.lazy), named: name, declaration)
    } else if let stored, let value = stored.property {
      convert(property(.storedDefault), stored, value, declaration, &facts)
    } else if let wrapper = node.wrappers(walk).first, let name {
      convert(property(.wrapped), name.identifierText, wrappedBy: wrapper, declaration, &facts)
    } else {
      Unpublished.convert(declaration)
    }
  }

  private static func convert(
    _ property: StoredProperty,
    publishedBy attribute: AttributeSyntax,
    _ declaration: ClassProperty
  ) {
    var property = property
    property.obstacle = Published.obstacle(to: declaration, attribute)
    switch property.outcome {
    case .blocked(let reason): declaration.decide(Published.id, at: attribute, reason)
    case .publishedByOther: Published.report(attribute, of: declaration.type, declaration.walk)
    default: Published.remove(attribute, of: declaration)
    }
  }

  private static func convert(_ property: StoredProperty, named name: TokenSyntax, _ declaration: ClassProperty) {
    let (key, walk) = (declaration.key(name.identifierText), declaration.walk)
    // What is only guessed to be announced has to be shown as well.
    let isAnnounced = walk.table.isSurelyAnnounced(key) && walk.mayChange(key)
    var property = property
    property.isShown = isAnnounced || walk.isShownAndChanged(key)
    property.isChanged = true
    let value = StoredDefault.Property(declaration.node)
    if property.isShown { property.obstacle = Lazy.obstacle(to: value, declaration, isAnnounced: isAnnounced) }
    if case .blocked(let reason) = property.outcome {
      declaration.decide(Lazy.id, at: name, reason)
    } else if property.outcome == .computed, let value {
      declaration.change(Lazy.id, at: name, Lazy.edits(tracking: value, declaration), Lazy.Message.isTracked(key.name))
    } else {
      declaration.ignore(Lazy.id, at: name, Lazy.Message.isIgnored(key.name))
    }
  }

  private static func convert(
    _ property: StoredProperty,
    _ stored: StoredDefault.Declaration,
    _ value: StoredDefault.Property,
    _ declaration: ClassProperty,
    _ facts: inout Facts
  ) {
    let (name, attribute) = (value.name, stored.attribute)
    var property = property
    property.isShown = declaration.isShown(name)
    if property.isShown { property.obstacle = StoredDefault.obstacle(to: value, stored, declaration) }
    switch property.outcome {
    case .blocked(let reason): declaration.decide(StoredDefault.id, at: attribute, reason)
    case .computed: StoredDefault.compute(value, stored, declaration, &facts)
    default: declaration.ignore(StoredDefault.id, at: attribute, StoredDefault.Message.isIgnored(name))
    }
  }

  private static func convert(
    _ property: StoredProperty,
    _ name: String,
    wrappedBy wrapper: AttributeSyntax,
    _ declaration: ClassProperty,
    _ facts: inout Facts
  ) {
    let (type, walk) = (declaration.type, declaration.walk)
    var property = property
    let stored = StoredDefault.Declaration(declaration.node, wrapper, Wrapped.id, key: nil)
    let member = walk.table.types[type].storedProperty(name)
    property.isShown = declaration.isShown(name) && member != nil
    if property.isShown, let member {
      property.obstacle = Wrapped.obstacle(to: member, wrapper, stored, declaration)
      property.isChanged = Wrapped.isChanged(member, wrapper, of: type, walk)
    }
    if case .blocked(let reason) = property.outcome, let member {
      walk.decide(Wrapped.id, at: wrapper, of: [type] + Wrapped.objects(in: member, wrapper, of: type, walk), reason)
    } else if property.outcome == .computed, let value = stored.property {
      let isStoredElsewhere = Wrapped.readsElsewhere(wrapper, walk)
      StoredDefault.compute(value, stored, isStoredElsewhere: isStoredElsewhere, declaration, &facts)
    } else {
      declaration.ignore(Wrapped.id, at: wrapper, Wrapped.Message.isIgnored(name, wrapper.name))
    }
  }
}

/// A declaration of properties in a class, while a rule looks at it.
struct ClassProperty {
  let node: VariableDeclSyntax
  /// The class.
  let type: TypeSymbol.ID
  let walk: Walk

  var hasSuperclass: Bool { walk.table.hasSuperclass(type) }

  func key(_ name: String) -> PropertyKey { PropertyKey(type: type, name: name) }

  /// Whether views can show a property though it isn't published.
  func isShown(_ name: String) -> Bool { walk.project.reach.properties.contains(key(name)) }

  func decide(_ rule: RuleID, at place: some SyntaxProtocol, _ reason: String) {
    walk.decide(rule, at: place, of: [type], reason)
  }

  func change(_ rule: RuleID, at place: some SyntaxProtocol, _ edits: [Edit], _ message: String) {
    walk.change(rule, at: place, of: [type], edits, message)
  }

  /// Leaves it untracked.
  func ignore(_ rule: RuleID, at place: some SyntaxProtocol, _ message: String) {
    change(rule, at: place, [walk.inserting("@ObservationIgnored ", at: node.startOffset)], message)
  }
}
