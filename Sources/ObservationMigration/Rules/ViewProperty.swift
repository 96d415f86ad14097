import SwiftSyntax

/// A property of a view, and the models in its type.
struct ViewProperty {
  let name: String
  let binding: PatternBindingSyntax
  /// Nil where the type is not known; empty where it is none of the migration's.
  let types: [TypeSymbol.ID]?

  init?(_ node: VariableDeclSyntax, _ id: TypeSymbol.ID, _ walk: Walk) {
    guard let binding = node.bindings.first,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText,
      let member = walk.table.types[id].members[name]?.first
    else { return nil }
    self.name = name
    self.binding = binding
    types = walk.modelTypes(in: walk.table.type(of: member, in: walk.table.types[id].scope))
  }

  var needsType: String { Self.needsType(name) }

  static func needsType(_ name: String) -> String {
    "The type of `\(name)` is not known here, so that no type can be converted: write `var \(name): …`."
  }
}
