import SwiftSyntax

/// Uses of wrappers as types, and of the storage of wrapped properties.
enum WrapperAccessRule: Rule {
  static let id: RuleID = "wrapper-access"

  static func register(_ visits: inout Visits<NoFacts>) {
    visits.on(IdentifierTypeSyntax.self, inspect)
    visits.on(VariableDeclSyntax.self, inspectLocal)
    visits.on(DeclReferenceExprSyntax.self) { node, walk in
      inspectStorage(node.baseName.identifierText, at: node, walk)
    }
    visits.on(MemberAccessExprSyntax.self, inspect)
  }

  /// `ObservedObject<Model>`, `Published<Int>.Publisher`
  private static func inspect(_ node: IdentifierTypeSyntax, _ walk: Walk) {
    let name = node.name.text
    guard node.parent?.is(AttributeSyntax.self) != true else { return }
    if ViewWrapper.names.contains(name) {
      guard case .external = walk.names.resolve(TypeReference(TypeSyntax(node))) else { return }
      let argument = node.genericArgumentClause?.arguments.first
      var subjects = walk.models.candidates
      if case .type(let type)? = argument?.argument {
        subjects = walk.modelTypes(in: walk.names.resolve(TypeReference(type))) ?? subjects
      }
      walk.decide(id, at: node, of: subjects, isType(name))
    } else if name == "Published", let type = walk.names.enclosingType, walk.models.isCandidate(type) {
      walk.decide(id, at: node, of: [type], isType(name))
    }
  }

  /// A local variable whose wrapper is used as such.
  private static func inspectLocal(_ node: VariableDeclSyntax, _ walk: Walk) {
    guard !node.isMember else { return }
    for wrapper in ViewWrapper.all where ViewWrapper.names.contains(wrapper.name) {
      guard let variable = LocalWrapper(node, wrapper.name, walk), let types = variable.types, let use = variable.use
      else { continue }
      walk.decide(id, at: use, of: types, isStorage(use.text))
    }
  }

  private static func inspect(_ node: MemberAccessExprSyntax, _ walk: Walk) {
    guard let reference = node.base?.as(DeclReferenceExprSyntax.self) else { return }
    let name = node.declName.baseName.identifierText
    if reference.baseName.tokenKind == .keyword(.self) {
      inspectStorage(name, at: node, walk)
    } else if ["projectedValue", "wrappedValue"].contains(name), let property = reference.baseName.projectedProperty,
      let (member, scope, _) = walk.member(property), ViewWrapper.names.contains(where: member.hasAttribute)
    {
      // `$model.projectedValue` and the like.
      let types = walk.modelTypes(in: walk.table.type(of: member, in: scope)) ?? []
      walk.decide(id, at: reference, of: types, isStorage("$" + property))
    }
  }

  /// `_name`
  private static func inspectStorage(_ name: String, at place: some SyntaxProtocol, _ walk: Walk) {
    guard name.hasPrefix("_"), name.utf8.count > 1, !walk.names.isLocal(name) else { return }
    let property = String(name.dropFirst())
    for type in walk.names.scope.types.reversed() {
      if walk.table.types[type].members[name] != nil { return }
      guard let (member, scope, owner) = walk.member(property, in: [type]) else { continue }
      if member.hasAttribute("Published") {
        if walk.models.isCandidate(owner) { walk.decide(id, at: place, of: [owner], isStorage(name)) }
      } else if ViewWrapper.names.contains(where: member.hasAttribute) {
        let types = walk.modelTypes(in: walk.table.type(of: member, in: scope)) ?? []
        walk.decide(id, at: place, of: types, isStorage(name))
      }
      return
    }
  }
}

extension WrapperAccessRule {
  static func isType(_ name: String) -> String {
    "`\(name)` isn't converted where it's used as a type: pass the object itself, or a `Binding`."
  }

  static func isStorage(_ name: String) -> String {
    "`\(name)` is something else after the migration: use the property itself, or its binding."
  }
}
