import SwiftSyntax

/// `@ObservableModel` instead of `@Observable`.
enum ObservableModelRule: Rule {
  static let id: RuleID = "observable-model"

  struct Facts: RuleFacts {
    var classes: [(type: TypeSymbol.ID, place: Place, edit: Edit, module: String)] = []
    var obstacles: [TypeSymbol.ID: String] = [:]
  }

  static func register(_ visits: inout Visits<Facts>) {
    visits.on(AttributeSyntax.self, collect)
    visits.on(DeclReferenceExprSyntax.self) { node, walk, facts in
      guard walk.options.models, node.baseName.text == "_$observationRegistrar", let type = walk.names.enclosingType
      else { return }
      facts.obstacles[type] = """
        The class uses `_$observationRegistrar`, which an `@ObservableModel` doesn't have: call `access(keyPath:)` and \
        `withMutation(keyPath:_:)` instead.
        """
    }
    visits.on(ClassDeclSyntax.self, noteKeys)
    visits.on(EnumDeclSyntax.self, noteKeys)
    visits.on(StructDeclSyntax.self, noteKeys)
    visits.on(TypeAliasDeclSyntax.self, noteKeys)
  }

  private static func collect(_ node: AttributeSyntax, _ walk: Walk, _ facts: inout Facts) {
    if walk.options.models, node.name == "ObservationTracked", let type = walk.names.enclosingType {
      facts.obstacles[type] = """
        The class marks properties with `@ObservationTracked`, which uses a registrar that an `@ObservableModel` doesn't \
        have: remove the attribute.
        """
    }
    guard walk.options.models, node.name == "Observable", node.parent?.parent?.is(ClassDeclSyntax.self) == true,
      let type = walk.names.enclosingType, walk.options.selects(walk.name(type))
    else { return }
    let edit = walk.replacing(node.attributeName, with: walk.macro.name)
    facts.classes.append((type, walk.place(of: node), edit, walk.macro.module))
  }

  private static func noteKeys(_ node: some DeclSyntaxProtocol & NamedDeclSyntax, _ walk: Walk, _ facts: inout Facts) {
    guard walk.options.models, node.name.identifierText == "CodingKeys",
      node.isMember, let around = node.enclosingType?.as(ExtensionDeclSyntax.self),
      case .type(let type) = walk.names.resolve(TypeReference(around.extendedType))
    else { return }
    facts.obstacles[type] = """
      An extension declares the `CodingKeys` of the class, which an `@ObservableModel` has to declare itself: move them \
      into the class.
      """
  }

  static func conclude(_ facts: [Facts], _ project: Project) -> [Proposal] {
    let obstacles = facts.reduce(into: [:]) { $0.merge($1.obstacles) { first, _ in first } }
    return facts.flatMap(\.classes).map { found in
      if let obstacle = obstacles[found.type] {
        return Proposal(id, .note(.needsDecision), at: found.place, of: [found.type], obstacle)
      }
      let (types, edits, modules) = ([found.type], [found.edit], [found.module])
      let message = "The class is `@ObservableModel`: observations know each of its changes exactly."
      return Proposal(id, .change, at: found.place, of: types, edits, importing: modules, message)
    }
  }
}
