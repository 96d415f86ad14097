import SwiftSyntax

/// The conversion of the stored properties of classes; `StoredProperty` decides.
enum StoredPropertyRule: Rule {
  typealias Facts = StoredDefault.Facts

  static func register(_ visits: inout Visits<Facts>) {
    visits.on(VariableDeclSyntax.self, isForRest: true, inspect)
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
    let declaration = ClassProperty(node: node, type: type, walk: walk)
    let owner: StoredProperty.Owner =
      walk.models[type] != .model ? .other : walk.models.getsMacro(type, walk.table) ? .model : .silentModel
    func property(_ kind: StoredProperty.Kind) -> StoredProperty {
      StoredProperty(kind: kind, owner: owner, isTrackedByMacro: node.isTrackedByMacro)
    }
    if let attribute = node.attributes.attribute("Published") {
      return Published.convert(property(.published), attribute, declaration)
    }
    // Most properties belong to other types.
    guard property(.plain).outcome != .unchanged else { return }
    let name = node.bindings.first?.name
    if node.isLazy, let name {
      Lazy.convert(property(.lazy), name, declaration)
    } else if let stored, let value = stored.property {
      StoredDefault.convert(property(.storedDefault), stored, value, declaration, &facts)
    } else if let wrapper = node.wrappers(walk).first, let name {
      Wrapped.convert(property(.wrapped), name.identifierText, wrapper, declaration, &facts)
    } else {
      Unpublished.convert(declaration)
    }
  }
}

/// A declaration of properties in a class.
struct ClassProperty {
  let node: VariableDeclSyntax
  let type: TypeSymbol.ID
  let walk: Walk

  func key(_ name: String) -> PropertyKey { PropertyKey(type: type, name: name) }

  /// Whether views can show an unpublished property.
  func isShown(_ name: String) -> Bool { walk.project.reach.properties.contains(key(name)) }

  func decide(_ rule: RuleID, at place: some SyntaxProtocol, _ reason: String) {
    walk.decide(rule, at: place, of: [type], reason)
  }

  func change(_ rule: RuleID, at place: some SyntaxProtocol, _ edits: [Edit], _ message: String) {
    walk.change(rule, at: place, of: [type], edits, message)
  }

  func ignore(_ rule: RuleID, at place: some SyntaxProtocol, _ message: String) {
    change(rule, at: place, [walk.inserting("@ObservationIgnored ", at: node.startOffset)], message)
  }
}
