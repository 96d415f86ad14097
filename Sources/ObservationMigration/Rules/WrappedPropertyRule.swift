import SwiftSyntax

/// `@ObservationIgnored` for properties with wrappers.
enum WrappedPropertyRule: Rule {
  static let id: RuleID = "wrapped-property"

  static func register(_ visits: inout Visits<NoFacts>) {
    visits.on(VariableDeclSyntax.self, inspect)
  }

  private static func inspect(_ node: VariableDeclSyntax, _ walk: Walk) -> Claim {
    guard let id = walk.newModel(storing: node), node.isTrackedByMacro,
      let wrapper = node.wrappers(walk).first,
      let name = node.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText
    else { return .none }
    if walk.project.reach.properties.contains(PropertyKey(type: id, name: name)),
      let member = walk.table.types[id].storedProperty(name), let obstacle = obstacle(wrapper, walk, member, of: id)
    {
      walk.decide(Self.id, at: wrapper, of: [id] + objects(in: member, wrapper, of: id, walk), obstacle)
      return .node
    }
    let edit = walk.inserting("@ObservationIgnored ", at: node.startOffset, Self.id)
    walk.change(Self.id, at: wrapper, of: [id], [edit], isIgnored(name, wrapper.name))
    return .node
  }

  /// The models in a property with a wrapper that the files don't declare, which may take nothing but an `ObservableObject`.
  private static func objects(
    in member: Member,
    _ wrapper: AttributeSyntax,
    of id: TypeSymbol.ID,
    _ walk: Walk
  ) -> [TypeSymbol.ID] {
    guard case .external = walk.names.resolve(TypeReference(wrapper.attributeName)) else { return [] }
    let types = walk.modelTypes(in: walk.table.type(of: member, in: walk.table.types[id].scope)) ?? []
    return types.filter { $0 != id && walk.models.isCandidate($0) }
  }

  /// Why a property can't be left to its wrapper; nil if it can.
  private static func obstacle(_ wrapper: AttributeSyntax, _ walk: Walk, _ member: Member, of id: TypeSymbol.ID)
    -> String?
  {
    let name = member.name
    switch walk.names.resolve(TypeReference(wrapper.attributeName)) {
    case .type(let type):
      if walk.table.types[type].members[Member.enclosingInstance] != nil { return announces(name, wrapper.name) }
      return walk.project.reach.changes(member, of: id, walk.table) ? isChanged(name, wrapper.name) : nil
    default: return InjectingWrappers.names.contains(wrapper.name) ? nil : mayAnnounce(name, wrapper.name)
    }
  }
}

extension WrappedPropertyRule {
  static func isIgnored(_ name: String, _ wrapper: String) -> String {
    "`\(name)` keeps `@\(wrapper)` and is untracked: nothing that views show changes with it."
  }

  static func announces(_ name: String, _ wrapper: String) -> String {
    "`@\(wrapper)` announces changes of `\(name)` to the object that contains it: \(instead)"
  }

  static func mayAnnounce(_ name: String, _ wrapper: String) -> String {
    "`@\(wrapper)` of `\(name)` isn't declared in these files, and may announce changes that views can show: \(instead)"
  }

  static func isChanged(_ name: String, _ wrapper: String) -> String {
    "`\(name)` has a wrapper, `@\(wrapper)`, so it can't be tracked, but views can show its changes: \(instead)"
  }

  private static let instead = "keep the value in a plain property, and write it through in `didSet`."
}
