import SwiftSyntax

/// Objects that are put into the environment.
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
      return walk.change(id, at: callee, of: types, [edit], Message.isGiven)
    }
    func proposal(_ effect: Proposal.Effect, _ edits: [Edit], _ message: String) -> Proposal {
      Proposal(id, effect, at: walk.place(of: callee), of: [], edits, message)
    }
    facts.gifts.append(gift(of: walk.models.candidates, at: node, walk))
    let text = walk.text(object)
    let change = proposal(.change, [edit], Message.isGivenByItsName(text))
    let objection = proposal(.objection(.needsDecision), [], Message.isOfUnknownType(text))
    facts.unknownGifts.append((object.lastName ?? "", change, objection))
  }

  private static func gift(
    of types: [TypeSymbol.ID],
    at node: FunctionCallExprSyntax,
    _ walk: Walk
  ) -> EnvironmentAnalysis.Gift {
    let function = node.ancestorsInMember.lazy.compactMap { $0.as(FunctionDeclSyntax.self) }.first
    return EnvironmentAnalysis.Gift(types: Set(types), owner: walk.names.enclosingType, function: function?.name.text)
  }

  /// An object of unknown type is taken for what views below have under its name; failing that, for any type that they take from
  /// the environment and that no known object is of. Were it another one, the compiler would say so.
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

extension ExprSyntax {
  /// The name that it ends with.
  fileprivate var lastName: String? {
    switch self.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference): reference.baseName.identifierText
    case .memberAccessExpr(let access): access.declName.baseName.identifierText
    case .optionalChainingExpr(let chain): chain.expression.lastName
    case .forceUnwrapExpr(let unwrap): unwrap.expression.lastName
    case .functionCallExpr(let call): call.calledExpression.lastName
    default: nil
    }
  }
}
