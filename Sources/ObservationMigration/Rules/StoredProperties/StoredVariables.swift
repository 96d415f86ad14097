import SwiftSyntax

/// The variables of one declaration that the macro would track, neither published nor lazy nor wrapped.
struct StoredVariables {
  struct Variable {
    let name: String
    let binding: PatternBindingSyntax
    let isAnnounced: Bool
    let isShown: Bool
    var isTracked: Bool { isAnnounced || isShown }
  }

  let declaration: VariableDeclSyntax
  let all: [Variable]
  var isAnnounced: Bool { all.allSatisfy(\.isAnnounced) }

  /// Nil for other declarations, and if the migration can't split the declaration.
  init?(_ node: VariableDeclSyntax, of type: TypeSymbol.ID, _ walk: Walk) {
    guard walk.models.getsMacro(type, walk.table), node.isTrackedByMacro, !node.isLazy, node.wrappers(walk).isEmpty,
      !node.bindings.isEmpty
    else { return nil }
    var all: [Variable] = []
    for binding in node.bindings {
      guard let name = binding.name?.identifierText else { return nil }
      let key = PropertyKey(type: type, name: name)
      let isAnnounced = walk.table.announcedProperties.contains(key)
      let isShown = walk.project.reach.properties.contains(key)
      all.append(Variable(name: name, binding: binding, isAnnounced: isAnnounced, isShown: isShown))
    }
    let hasTypes = node.bindings.allSatisfy { $0.typeAnnotation != nil || $0.initializer != nil }
    guard all.count == 1 || hasTypes else { return nil }
    declaration = node
    self.all = all
  }

  /// The attribute for untracked variables, and a declaration for each variable.
  func split(_ walk: Walk) -> [Edit] {
    let attributes = all.map { $0.isTracked ? "" : "@ObservationIgnored " }
    var edits = all[0].isTracked ? [] : [walk.inserting(attributes[0], at: declaration.startOffset)]
    // `var a = 1, b = 2`: the text before the first name is repeated.
    let head = walk.source[declaration.startOffset..<declaration.bindings.startOffset]
    let separator = walk.source.newline + walk.source.indentation(at: declaration.startOffset)
    let bindings = declaration.bindings
    for ((binding, next), attribute) in zip(zip(bindings, bindings.dropFirst()), attributes.dropFirst()) {
      let start = binding.trailingComma?.startOffset ?? binding.utf8Range.upperBound
      edits.append(Edit(start..<next.startOffset, with: separator + attribute + head))
    }
    return edits
  }
}

extension VariableDeclSyntax {
  /// The variable, and its name, if the declaration has no other.
  var onlyVariable: (binding: PatternBindingSyntax, name: TokenSyntax)? {
    guard bindings.count == 1, let binding = bindings.first, let name = binding.name else { return nil }
    return (binding, name)
  }

  /// Possible property wrappers among the attributes.
  func wrappers(_ walk: Walk) -> [AttributeSyntax] {
    attributes.compactMap { element in
      guard case .attribute(let attribute) = element, let first = attribute.name.unicodeScalars.first,
        first.properties.isUppercase, !PlainAttributes.names.contains(attribute.name)
      else { return nil }
      if case .type(let id) = walk.names.resolve(TypeReference(attribute.attributeName)),
        walk.table.types[id].attributes.contains("globalActor")
      {
        return nil
      }
      return attribute
    }
  }
}
