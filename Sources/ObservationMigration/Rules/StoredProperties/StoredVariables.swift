import SwiftSyntax

/// The variables of one declaration in a model that the macro would track, none of which is published, lazy or wrapped.
struct StoredVariables {
  struct Variable {
    let name: String
    let binding: PatternBindingSyntax
    /// Its changes are announced by hand.
    let isAnnounced: Bool
    /// Views can show it.
    let isShown: Bool
    /// It's to be tracked, as if it had been published.
    var isTracked: Bool { isAnnounced || isShown }
  }

  let declaration: VariableDeclSyntax
  let all: [Variable]
  /// All of them.
  var isAnnounced: Bool { all.allSatisfy(\.isAnnounced) }

  /// Nil if it declares nothing of that kind, or what the migration can't make single declarations of.
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

  /// The attribute for what is not tracked, and a declaration for each variable.
  func split(_ walk: Walk) -> [Edit] {
    let attributes = all.map { $0.isTracked ? "" : "@ObservationIgnored " }
    var edits = all[0].isTracked ? [] : [walk.inserting(attributes[0], at: declaration.startOffset)]
    // `var a = 1, b = 2`: what stands before the first name is repeated before each.
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
  /// Attributes that are property wrappers, or may be.
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
