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
    if walk.table.announcedProperties.contains(PropertyKey(type: id, name: name.identifierText)) {
      walk.decide(Self.id, at: name, of: [id], isAnnounced(name.identifierText))
      return .node
    }
    let edit = walk.inserting("@ObservationIgnored ", at: node.startOffset, Self.id)
    walk.change(Self.id, at: name, of: [id], [edit], isIgnored(name.identifierText))
    return .node
  }
}

extension LazyRule {
  static func isAnnounced(_ name: String) -> String {
    "`\(name)` is lazy, which can't be tracked, and its changes are announced: give it its value at once, or in a method."
  }

  static func isIgnored(_ name: String) -> String {
    "`\(name)` is lazy, and stays so untracked."
  }
}
