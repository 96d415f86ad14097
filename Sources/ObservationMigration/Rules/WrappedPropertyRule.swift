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
    let edit = walk.inserting("@ObservationIgnored ", at: node.startOffset, Self.id)
    walk.change(Self.id, at: wrapper, of: [id], [edit], isRisky: true, isIgnored(name, wrapper.name))
    return .node
  }
}

extension WrappedPropertyRule {
  static func isIgnored(_ name: String, _ wrapper: String) -> String {
    """
    `\(name)` keeps `@\(wrapper)` and is untracked: if its changes have to reach observers, keep the value in a plain property \
    and write it through in `didSet`.
    """
  }
}
