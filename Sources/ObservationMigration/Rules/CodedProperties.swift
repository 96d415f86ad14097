import SwiftSyntax

/// A property that synthesized coding writes and reads.
struct CodedProperty {
  let name: String
  /// Stored by the macro under another name.
  let isTracked: Bool
}

/// The properties of a class that synthesized coding writes and reads: what is stored, but for lazy and static ones.
struct CodedProperties {
  var properties: [CodedProperty] = []
  /// Those that a build may be without.
  var conditional: [CodedProperty] = []

  init(_ members: MemberBlockItemListSyntax, of id: TypeSymbol.ID, _ walk: Walk) {
    for member in members {
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        properties += Self.properties(of: variable, id, walk)
      } else if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        for clause in condition.clauses {
          guard case .decls(let members) = clause.elements else { continue }
          let inner = CodedProperties(members, of: id, walk)
          conditional += inner.properties + inner.conditional
        }
      }
    }
  }

  private static func properties(
    of variable: VariableDeclSyntax,
    _ id: TypeSymbol.ID,
    _ walk: Walk
  ) -> [CodedProperty] {
    guard !variable.modifiers.hasStatic, !variable.isLazy else { return [] }
    let isPublished = variable.attributes.attribute("Published") != nil
    return Array(variable.bindings).filter(\.isStored).flatMap(\.pattern.boundNames).map { name in
      let key = PropertyKey(type: id, name: name)
      let isAnnounced = walk.table.announcedProperties.contains(key)
      let isShown = variable.wrappers(walk).isEmpty && walk.project.reach.properties.contains(key)
      return CodedProperty(name: name, isTracked: isPublished || isAnnounced || isShown)
    }
  }
}
