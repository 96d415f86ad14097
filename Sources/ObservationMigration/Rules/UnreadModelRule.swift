import SwiftSyntax

/// Models that a view holds only to be evaluated again.
enum UnreadModelRule: Rule {
  static let id: RuleID = "unread-model"
  static let words = ViewWrapper.names.sorted()

  struct Facts: RuleFacts {
    var properties: [(owner: TypeSymbol.ID, name: String, types: [TypeSymbol.ID], place: Place)] = []
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
    facts.properties.append((owner, property.name, types, walk.place(of: attribute)))
  }

  static func conclude(_ facts: [Facts], _ project: Project) -> [Proposal] {
    let state = UnobservedState(project)
    return facts.flatMap(\.properties).compactMap { property in
      guard let reads = project.reach.types[property.owner], !reads.names.contains(property.name),
        // Without something else that changes with the model, it's only a remnant.
        let source = state.source(of: reads) ?? property.types.lazy.compactMap(state.variable).first
      else { return nil }
      return Proposal(
        rule: id,
        place: property.place,
        subjects: property.types,
        effect: .change,
        message: isUnread(property.name, project.table.types[property.owner].name, source),
        isRisky: true
      )
    }
  }
}

extension UnreadModelRule {
  static func isUnread(_ name: String, _ view: String, _ source: String) -> String {
    """
    `\(view)` reads nothing of `\(name)`, whose changes used to update it, so that it may show `\(source)` as it was: read a tracked \
    property that changes with it, or remove `\(name)`.
    """
  }
}
