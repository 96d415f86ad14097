import SwiftSyntax

extension ViewWrapperRule {
  /// `.environmentObject(model)`
  static func inspect(_ node: FunctionCallExprSyntax, _ walk: Walk, _ facts: inout Facts) {
    guard let callee = node.calleeName, node.arguments.count == 1, let object = node.arguments.first?.expression,
      let wrapper = ViewWrapper.all.first(where: { $0.givers[callee.baseName.text] != nil }),
      let replacement = wrapper.givers[callee.baseName.text]
    else { return }
    let id = id(wrapper)
    let type = walk.origin(of: object)
    let edit = walk.replacing(callee, with: replacement)
    if type == .elsewhere { return }
    if let types = walk.modelTypes(in: type) {
      guard !types.isEmpty else { return }
      facts.given.formUnion(types)
      facts.gifts.append(gift(of: types, at: node, walk))
      return walk.change(id, at: callee, of: types, [edit], "The object goes into the environment by its type.")
    }
    func proposal(_ effect: Proposal.Effect, _ edits: [Edit], _ message: String) -> Proposal {
      Proposal(id, effect, at: walk.place(of: callee), of: [], edits, message)
    }
    facts.gifts.append(gift(of: walk.models.candidates, at: node, walk))
    let text = walk.text(object)
    let change = "The object goes into the environment by its type, which is inferred from the name of `\(text)`."
    let objection = """
      The type of `\(text)` isn't known here, so types that views take from the environment can't be converted: put it \
      into a variable with its type.
      """
    let name = object.lastName(throughCalls: true) ?? ""
    facts.unknownGifts.append(
      (name, proposal(.change, [edit], change), proposal(.objection(.needsDecision), [], objection))
    )
  }

  private static func gift(
    of types: [TypeSymbol.ID],
    at node: FunctionCallExprSyntax,
    _ walk: Walk
  ) -> EnvironmentAnalysis.Gift {
    let function = node.ancestorsInMember.lazy.compactMap { $0.as(FunctionDeclSyntax.self) }.first
    return EnvironmentAnalysis.Gift(types: Set(types), owner: walk.names.enclosingType, function: function?.name.text)
  }

  /// An object of unknown type gets the type of views' objects with its name, or else any type taken from the environment and not
  /// given otherwise. If that's wrong, the result doesn't compile.
  static func taken(
    _ gift: UnknownGift,
    _ inEnvironment: [String: Set<TypeSymbol.ID>],
    _ given: Set<TypeSymbol.ID>,
    _ project: Project
  ) -> Proposal? {
    let all = inEnvironment.values.reduce(into: Set<TypeSymbol.ID>()) { $0.formUnion($1) }
    var named = inEnvironment[gift.name] ?? []
    if named.isEmpty {
      named = all.filter { gift.name.lowercased().hasSuffix(project.table.types[$0].name.lowercased()) }
    }
    if named.count == 1 {
      var change = gift.change
      change.subjects = Array(named)
      return change
    }
    var objection = gift.objection
    objection.subjects = (named.isEmpty ? all.subtracting(given) : named).sorted()
    return objection.subjects.isEmpty ? nil : objection
  }
}
