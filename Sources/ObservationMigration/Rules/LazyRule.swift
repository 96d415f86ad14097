import SwiftSyntax

/// `@ObservationIgnored` for lazy properties.
enum LazyRule: Rule {
  static let id: RuleID = "lazy"

  static func register(_ visits: inout Visits<NoFacts>) {
    visits.on(VariableDeclSyntax.self, inspect)
  }

  private static func inspect(_ node: VariableDeclSyntax, _ walk: Walk) -> Claim {
    guard let id = walk.newModel(storing: node), node.isTrackedByMacro, node.isLazy,
      let name = node.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier
    else { return .none }
    let key = PropertyKey(type: id, name: name.identifierText)
    if walk.table.announcedProperties.contains(key), walk.mayChange(key) {
      walk.decide(Self.id, at: name, of: [id], isAnnounced(name.identifierText))
      return .node
    }
    if walk.isShownAndChanged(key) {
      walk.decide(Self.id, at: name, of: [id], isShown(name.identifierText))
      return .node
    }
    let edit = walk.inserting("@ObservationIgnored ", at: node.startOffset, Self.id)
    walk.change(Self.id, at: name, of: [id], [edit], isIgnored(name.identifierText))
    return .node
  }
}

extension Walk {
  /// Whether a lazy property may get another value than the first one: the changes of an object are not the property's.
  fileprivate func mayChange(_ key: PropertyKey) -> Bool {
    guard let member = table.types[key.type].storedProperty(key.name) else { return true }
    if case .type(let type) = table.type(of: member, in: table.types[key.type].scope), table.types[type].kind == .class
    {
      return project.reach.replaces(member, of: key.type, table)
    }
    return project.reach.changes(member, of: key.type, table)
  }

  /// Whether a lazy property may get another value, which views can show.
  fileprivate func isShownAndChanged(_ key: PropertyKey) -> Bool {
    let reach = project.reach
    guard reach.properties.contains(key), let member = table.types[key.type].storedProperty(key.name) else {
      return false
    }
    if reach.replaces(member, of: key.type, table) { return true }
    // A part of a value, but not of an object.
    switch table.type(of: member, in: table.types[key.type].scope) {
    case .type(let type): return table.types[type].kind != .class && reach.changes(member, of: key.type, table)
    case .collection: return reach.changes(member, of: key.type, table)
    case .external(let name): return ValueTypes.names.contains(name) && reach.changes(member, of: key.type, table)
    default: return false
    }
  }
}

extension LazyRule {
  static func isAnnounced(_ name: String) -> String {
    "`\(name)` is lazy and can't be tracked, but its changes are announced. Initialize it eagerly, or assign it in a method."
  }

  static func isShown(_ name: String) -> String {
    "`\(name)` is lazy and can't be tracked, but views can show its changes. Initialize it eagerly, or assign it in a method."
  }

  static func isIgnored(_ name: String) -> String {
    "`\(name)` is lazy, and stays untracked."
  }
}
