import SwiftSyntax

/// Objects that become an initial value of `@State`.
extension ViewWrapperRule {
  struct StateObject: Sendable {
    let name: String
    /// The types that it may be made of with the value; empty where nothing is made.
    let made: [TypeSymbol.ID]
    let condition: CompilationCondition
    /// The change, with the message that holds for any object.
    let change: Proposal
  }

  static func registerInitialWork(_ visits: inout Visits<Facts>) {
    visits.on(FunctionDeclSyntax.self) { node, walk, facts in
      guard let type = madeType(walk), walk.models[type] != nil else { return }
      facts.initialWork[type, default: InitialWork()].add(node)
    }
    visits.on(InitializerDeclSyntax.self) { node, walk, facts in
      guard let type = madeType(walk) else { return }
      facts.initialWork[type, default: InitialWork()].add(in: node)
    }
    visits.on(VariableDeclSyntax.self) { node, walk, facts in
      guard node.isMember, !node.modifiers.hasStatic, !node.isLazy, let type = madeType(walk) else { return }
      for value in node.bindings.compactMap(\.initializer) {
        facts.initialWork[type, default: InitialWork()].add(in: value)
      }
    }
  }

  /// The type around, if it's a class, of which objects can be made; nothing asks what making other values does.
  private static func madeType(_ walk: Walk) -> TypeSymbol.ID? {
    walk.names.enclosingType.flatMap { walk.table.types[$0].kind == .class ? $0 : nil }
  }

  /// A change to `@State`, which is risky where making the object does more than storing values.
  static func become(
    state name: String,
    _ id: RuleID,
    at node: some SyntaxProtocol,
    of subjects: [TypeSymbol.ID],
    _ edits: [Edit],
    making made: [TypeSymbol.ID],
    _ walk: Walk,
    _ facts: inout Facts
  ) {
    // The value of an app is created once, and so is that of a static property.
    let isOfApp =
      walk.names.enclosingType.map { walk.table.types[$0].inherited.contains { $0.type.lastName == "App" } } ?? false
    let isStatic = node.ancestorsInMember.contains { $0.as(VariableDeclSyntax.self)?.modifiers.hasStatic == true }
    let isMadeOnce = isOfApp || isStatic
    let message = isMadeOnce ? Message.isStateMadeOnce(name) : Message.isState(name)
    facts.states.append(
      StateObject(
        name: name,
        made: isMadeOnce ? [] : made,
        condition: CompilationCondition(around: node),
        change: Proposal(id, .change, at: walk.place(of: node), of: subjects, edits, message)
      )
    )
  }

  /// The first place of each type tells what its initializer does.
  static func states(_ facts: [Facts], _ project: Project) -> [Proposal] {
    let deeds = InitialDeeds(facts.map(\.initialWork), project.table)
    let working = facts.flatMap(\.states).map { state in
      (state: state, work: state.made.lazy.compactMap { deeds.deed(of: $0, under: state.condition) }.first)
    }
    let byType = Dictionary(grouping: working.filter { $0.work != nil }, by: \.work?.type)
    return working.map { state, work in
      guard let work, let all = byType[work.type], all[0].state.change.place == state.change.place else {
        return state.change
      }
      let text = "`\(project.table.types[work.type].name)` \(work.text) in its initializer"
      return state.change.risky(Message.isState(state.name, text, others: all.count - 1))
    }
  }
}

extension ExprSyntax {
  /// Whether it may make an object: where nothing is called the object is another's.
  var makesObject: Bool { tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .leftParen } }
}

extension ViewWrapperRule.Message {
  static func isState(_ property: String) -> String {
    "`\(property)` is now `@State`. SwiftUI evaluates its initial value every time it creates the view."
  }

  static func isStateMadeOnce(_ property: String) -> String {
    "`\(property)` is now `@State`."
  }

  static func isState(_ property: String, _ work: String, others: Int) -> String {
    let places = others == 0 ? "" : others == 1 ? ", here and in 1 other place" : ", here and in \(others) other places"
    return """
      `\(property)` is now `@State`. SwiftUI evaluates its initial value every time it creates the view\(places), and \(work). Start \
      work in `.task`, or create the object where that happens once.
      """
  }
}
