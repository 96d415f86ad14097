import SwiftSyntax

/// What members of models show of objects, globals and files that nothing observes.
enum UnobservedStateRule: Rule {
  enum Message {}

  static let id: RuleID = "unobserved-state"

  struct Facts: RuleFacts {
    var members: [(owner: TypeSymbol.ID, name: String, place: Place)] = []
  }

  static func register(_ visits: inout Visits<Facts>) {
    visits.on(VariableDeclSyntax.self) { node, walk, facts in
      guard node.isMember, !node.modifiers.hasStatic else { return }
      for pattern in node.bindings.map(\.pattern) {
        for name in pattern.boundNames { note(name, at: pattern, walk, &facts) }
      }
    }
    visits.on(FunctionDeclSyntax.self) { node, walk, facts in
      guard !node.modifiers.hasStatic else { return }
      note(node.name.identifierText, at: node.name, walk, &facts)
    }
  }

  private static func note(_ name: String, at node: some SyntaxProtocol, _ walk: Walk, _ facts: inout Facts) {
    guard let owner = walk.names.enclosingType, walk.models[owner] == .model else { return }
    facts.members.append((owner, name, walk.place(of: node)))
  }

  static func conclude(_ facts: [Facts], _ project: Project) -> [Proposal] {
    // Where nothing was announced, nothing was shown with it.
    let inherited = project.models.candidates.filter { !project.models.isQuiet($0) }.flatMap { model in
      project.unobserved.inherited(by: model).map { variable in
        let message = Message.isInherited(variable.property, project.table.types[variable.superclass].name)
        return Proposal.review(id, at: project.table.types[model].place, of: [model], message)
      }
    }
    let ofMembers = facts.flatMap(\.members).compactMap { member -> Proposal? in
      let key = PropertyKey(type: member.owner, name: member.name)
      // A property that announces its changes reports its reads and changes, or needs a decision.
      let announces = project.table.types[key.type].functions[key.name]?.announces == true
      if announces || project.models.isQuiet(key.type) { return nil }
      let message: String? =
        if let parts = project.unobserved.objects.shownParts(in: key) {
          Message.isOfAnObject(parts.properties.map { "\(member.name).\($0)" }, parts.object, project.table)
        } else if let source = project.unobserved.source(of: key) {
          Message.isElsewhere(member.name, source)
        } else {
          nil
        }
      return message.map { .review(id, at: member.place, of: [member.owner], $0) }
    }
    return inherited + ofMembers
  }
}

extension UnobservedStateRule.Message {
  static func isOfAnObject(_ accesses: [String], _ type: TypeSymbol.ID, _ table: SymbolTable) -> String {
    let list = accesses.map { "`\($0)`" }.joined(separator: ", ")
    let name = table.types[type].name
    let types = [type] + table.superclasses(of: type)
    let advice =
      types.contains { table.foreignSupertypes(of: $0).contains(ManagedObjects.superclass) }
      ? "Keep what views show in a property of the model." : "Make `\(name)` `@Observable`."
    return """
      Views show \(list), and `\(name)` isn't observable: its changes used to show whenever the object announced \
      another change. \(advice)
      """
  }

  static func isInherited(_ name: String, _ type: String) -> String {
    """
    Views show `\(name)`, which `\(type)` stores, and `\(type)` isn't observable: its changes used to show whenever \
    the object announced another change. Make `\(type)` an `ObservableObject`, which converts together with its \
    subclasses.
    """
  }

  static func isElsewhere(_ name: String, _ source: String) -> String {
    """
    `\(name)` depends on `\(source)`, which isn't tracked: its changes used to show whenever the object announced \
    another change. Keep the value in a property of the object, or report reads and changes with `access(keyPath:)` \
    and `withMutation(keyPath:)`.
    """
  }
}
