import SwiftSyntax

/// Members of models that show unobserved objects, globals and files.
enum UnobservedStateRule: Rule {
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
    // Without announcements, nothing was shown.
    let inherited = project.models.candidates.filter { !project.models.isQuiet($0) }.flatMap { model in
      project.unobserved.inherited(by: model).map { variable in
        let type = project.table.types[variable.superclass].name
        let message = """
          Views show `\(variable.property)`, which `\(type)` stores, and `\(type)` isn't observable. Before, \
          \(updates(model, project)). Make `\(type)` an `ObservableObject`, which converts together with its subclasses.
          """
        return Proposal.review(id, at: project.table.types[model].place, of: [model], message)
      }
    }
    let observed = observedModels(project)
    let ofMembers = facts.flatMap(\.members).compactMap { member -> Proposal? in
      let key = PropertyKey(type: member.owner, name: member.name)
      // A property that announces its changes reports its reads and changes, or needs a decision.
      let announces = project.table.types[key.type].functions[key.name]?.announces == true
      if announces || project.models.isQuiet(key.type) { return nil }
      if let observed, !project.table.isRelated(key.type, toAnyOf: observed) { return nil }
      let (cause, message): (String, String)
      if let parts = project.unobserved.objects.shownParts(in: key),
        mayChange(project.unobserved.variables(ofShownPartsIn: key), in: key, project)
      {
        cause = "object of \(parts.object)"
        message = """
          Views show \(parts.properties.map { "\(member.name).\($0)" }.quoted), and \
          `\(project.table.types[parts.object].name)` isn't observable. Before, \(updates(member.owner, project)). \
          \(advice(parts.object, project.table))
          """
      } else if let source = project.unobserved.sources(of: key).first(where: {
        mayChange($0.variables, in: key, project)
      }) {
        cause = source.text
        message = """
          `\(member.name)` depends on `\(source.text)`, which isn't tracked. \
          Before, \(updates(member.owner, project)). Keep the value in a property of the object, or report reads and \
          changes with `access(keyPath:)` and `withMutation(keyPath:)`.
          """
      } else {
        return nil
      }
      let topic = "\(member.owner) \(cause)"
      return .review(id, at: member.place, of: [member.owner], message)
        .sharing(SharedNote(topic: topic, place: .place, property: member.name, rest: message))
    }
    return inherited + ofMembers
  }

  /// Whether the values behind a member of a model may change with an announcement of the model, while a view that shows
  /// the member isn't updated otherwise.
  ///
  /// A view is updated if the same code changes a tracked property that the view reads. If other code than views may
  /// show the member, only the tracked properties that the member itself reads count.
  private static func mayChange(
    _ values: Set<JointChanges.Variable>,
    in member: PropertyKey,
    _ project: Project
  ) -> Bool {
    let table = project.table
    let related = table.relatives(of: member.type).filter {
      project.models.isCandidate($0) && table.areRelated($0, member.type)
    }
    .sorted()
    let properties = related.flatMap { type in
      table.types[type].members.keys.compactMap { name -> JointChanges.Variable? in
        guard let property = table.types[type].storedProperty(name),
          project.isTracked(property, PropertyKey(type: type, name: name)) || property.announcesItself
        else { return nil }
        return JointChanges.Variable(name: name, type: type)
      }
    }
    let announced = Set(properties + related.map(JointChanges.Variable.announcement))
    func mayChange(apartFrom read: Set<JointChanges.Variable>) -> Bool {
      project.jointChanges.mayChange(values, with: announced.subtracting(read), apartFrom: read)
    }
    guard let views = project.reach.views(reading: member) else {
      let read = project.unobserved.keys(readBy: member.name, of: member.type).map {
        JointChanges.Variable(name: $0.name, type: $0.type)
      }
      return mayChange(apartFrom: announced.intersection(read))
    }
    return views.contains { id in
      table.types[id].declaringFiles.contains { file in
        mayChange(apartFrom: project.tracked(readBy: id, in: file, of: related))
      }
    }
  }

  /// The types of the objects that views observe, and of the objects in them, whose changes they may forward; nil if
  /// views of other files may observe more.
  private static func observedModels(_ project: Project) -> Set<TypeSymbol.ID>? {
    guard project.reach.hasViews else { return nil }
    let table = project.table
    func types(_ holder: TypeSymbol, _ isIncluded: (Member) -> Bool) -> [[TypeSymbol.ID]] {
      holder.members.values.joined().filter(isIncluded).map { member in
        let type = table.type(of: member, in: holder.scope(of: member))
        let symbols = table.symbols(in: type)
        // Of an unknown type, the object may be any.
        return symbols.isEmpty && !type.isKnown ? [] : symbols + [holder.id]
      }
    }
    var observed: Set<TypeSymbol.ID> = []
    for holder in table.types {
      for types in types(holder, { $0.attributes.contains(where: ViewWrapper.names.contains) }) {
        if types.isEmpty { return nil }
        observed.formUnion(types)
      }
    }
    return closure(of: observed) { id in
      types(table.types[id]) { $0.kind == .property && $0.isStored }.joined().filter { project.models[$0] == .model }
    }
  }

  /// How views used to show what isn't tracked.
  private static func updates(_ model: TypeSymbol.ID, _ project: Project) -> String {
    "each change that `\(project.table.types[model].name)` announced updated the views; now they may keep showing an old value"
  }

  private static func advice(_ type: TypeSymbol.ID, _ table: SymbolTable) -> String {
    table.conforms(type, toAnyOf: [ManagedObjects.superclass])
      ? "Keep what views show in a property of the model." : "Make `\(table.types[type].name)` `@Observable`."
  }
}
