import SwiftSyntax

/// Uses of wrappers as types, and of the storage of wrapped properties.
enum WrapperTypeRule: Rule {
  static let id: RuleID = "wrapper-access"
  static let summary = "What is done with a wrapper itself, _name or ObservedObject<T>, needs a decision."
  static let explanation = """
    `_name` of a published property is another thing afterwards: what the macro stores. `_name` of a view's property is a
    `State`, a `Bindable` or nothing. Assignments of a new wrapper in an initializer are converted; all else is left to a person:
    use the property itself, or its binding.
    """
  static let outcome = Finding.State.needsDecision
  static let before = """
    import Combine

    @MainActor
    final class Volume: ObservableObject {
      @Published var level = 0.5
      func publisher() -> Published<Double>.Publisher { _level.projectedValue }
    }

    """
  static let after = """
    import Observation
    import ObservationBridge

    @Observable
    @MainActor
    final class Volume {
      var level = 0.5
      func levels() -> ObservationBridge<Double> { ObservationBridge { self.level } }
    }

    """

  /// `ObservedObject<Model>`, `Published<Int>.Publisher`
  static func inspect(_ node: IdentifierTypeSyntax, _ inspection: Inspection) {
    guard node.parent?.is(AttributeSyntax.self) != true else { return }
    switch node.name.text {
    case "StateObject", "ObservedObject", "EnvironmentObject":
      guard case .external = inspection.names.resolve(TypeReference(TypeSyntax(node))) else { return }
      let argument = node.genericArgumentClause?.arguments.first
      var subjects = inspection.models.candidates
      if case .type(let type)? = argument?.argument {
        subjects = inspection.modelTypes(in: inspection.names.resolve(TypeReference(type))) ?? subjects
      }
      inspection.decide(self, at: node, of: subjects, isType(node.name.text))
    case "Published":
      guard let id = inspection.names.enclosingType, inspection.models.isCandidate(id) else { return }
      inspection.decide(self, at: node, of: [id], isType(node.name.text))
    default: break
    }
  }

  /// `_name`
  static func inspectStorage(_ node: DeclReferenceExprSyntax, at place: some SyntaxProtocol, _ inspection: Inspection) {
    let name = node.baseName.identifierText
    guard name.utf8.count > 1, !inspection.handled.contains(node.id), !inspection.names.isLocal(name) else { return }
    inspection.handled.insert(node.id)
    let property = String(name.dropFirst())
    for id in inspection.names.scope.types.reversed() {
      if inspection.table.types[id].members[name] != nil { return }
      guard let (member, scope) = inspection.table.members(property, of: id).first else { continue }
      if member.hasAttribute("Published") {
        let owner = scope.types.last ?? id
        if inspection.models.isCandidate(owner) { inspection.decide(self, at: place, of: [owner], isStorage(name)) }
      } else if ["StateObject", "ObservedObject", "EnvironmentObject"].contains(where: member.hasAttribute) {
        let types =
          inspection.modelTypes(in: inspection.table.type(of: member, in: scope)) ?? inspection.models.candidates
        inspection.decide(self, at: place, of: types, isStorage(name))
      }
      return
    }
  }

  /// The types that a local variable's wrapper is to be changed for; nil if it isn't, or can't be.
  static func types(
    of variable: LocalWrapper,
    _ rule: any Rule.Type,
    _ inspection: Inspection
  ) -> [TypeSymbol.ID]? {
    guard let types = variable.types else {
      inspection.decide(rule, at: variable.attribute, of: inspection.models.candidates, variable.needsType)
      return nil
    }
    if let use = variable.use { inspection.decide(self, at: use, of: types, isStorage(use.text)) }
    return types.isEmpty || variable.use != nil ? nil : types
  }

  /// `$model.projectedValue` and the like.
  static func inspectStorageUse(_ node: MemberAccessExprSyntax, base: ExprSyntax, _ inspection: Inspection) {
    guard let reference = base.as(DeclReferenceExprSyntax.self), reference.baseName.text.hasPrefix("$") else { return }
    let property = String(reference.baseName.text.dropFirst())
    for id in inspection.names.scope.types.reversed() {
      guard let (member, scope) = inspection.table.members(property, of: id).first else { continue }
      guard ["StateObject", "ObservedObject", "EnvironmentObject"].contains(where: member.hasAttribute) else { return }
      let types =
        inspection.modelTypes(in: inspection.table.type(of: member, in: scope)) ?? inspection.models.candidates
      return inspection.decide(self, at: base, of: types, isStorage("$" + property))
    }
  }
}

extension WrapperTypeRule {
  static func isType(_ name: String) -> String {
    "`\(name)` as a type is not converted: pass the object itself, or a `Binding`."
  }

  static func isStorage(_ name: String) -> String {
    "`\(name)` is something else afterwards: use the property itself, or its binding."
  }
}
