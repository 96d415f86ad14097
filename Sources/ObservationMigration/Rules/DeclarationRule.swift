import SwiftSyntax

/// Declarations that the macro can't be attached to.
enum DeclarationRule: Rule {
  static let id: RuleID = "declaration"

  static func register(_ visits: inout Visits<NoFacts>) {
    visits.on(ClassDeclSyntax.self) { node, walk in
      guard let type = walk.model(declaredBy: node) else { return }
      let isInPrivateMember = node.ancestors.contains { syntax in
        syntax.parent?.is(MemberBlockItemSyntax.self) == true
          && syntax.typeDeclaration?.modifiers.has("private") == true
      }
      guard isInPrivateMember else { return }
      let message = """
        The class is declared in a private type, which the extension that `@Observable` adds can't reach: make that type \
        fileprivate.
        """
      walk.decide(id, at: node.name, of: [type], message)
    }
  }

  static func conclude(_ facts: [NoFacts], _ project: Project) -> [Proposal] {
    var rivals: [TypeSymbol.ID: Place] = [:]
    // Names are looked up without regard to functions.
    for local in project.table.types where local.isLocal {
      for type in project.table.types(named: local.name) { rivals[type] = local.place }
    }
    return project.models.candidates.flatMap { type in
      let symbol = project.table.types[type]
      let objections = obstacles(to: symbol, rivals[type] ?? rival(among: symbol.declarations), project).map {
        project.objection(id, to: type, .needsDecision, $0)
      }
      // A file beside one of them may belong to both targets.
      let next = project.table.namesakes(of: type).first { $0 > type && project.models.isCandidate($0) }
      return objections + (next.map { [Proposal(id, .tie, at: symbol.place, of: [type, $0], "")] } ?? [])
    }
  }

  /// A declaration that hides another one of the same name; nil if each is for another platform.
  private static func rival(among declarations: [TypeSymbol.Declaration]) -> Place? {
    declarations.indices.last { index in
      let (declaration, others) = (declarations[index], declarations[..<index])
      return !others.allSatisfy { $0.kind == declaration.kind && $0.condition.excludes(declaration.condition) }
    }
    .map { declarations[$0].place }
  }

  private static func obstacles(to symbol: TypeSymbol, _ rival: Place?, _ project: Project) -> [String] {
    var obstacles: [String] = []
    if case .type = project.table.resolve(.named(["Observable"]), in: symbol.scope),
      case .type(let module) = project.table.resolve(.named(["Observation"]), in: symbol.scope)
    {
      let place = project.describe(project.table.types[module].place)
      obstacles.append(
        "Types named `Observation`, declared at \(place), and `Observable` shadow the framework's. Rename one of them."
      )
    }
    if symbol.hasMacro, symbol.publishes, symbol.attributes.contains("Model") {
      obstacles.append(
        """
        `@Model` tracks what it persists, but nothing that's `@Transient`: remove `@Published` by hand, and keep what \
        views observe in an `@Observable` class.
        """
      )
    }
    if let attribute = symbol.attributes.first(where: { !isKnown($0, in: symbol.scope, project.table) }) {
      obstacles.append(
        "`@\(attribute)` may be a macro that adds published members: convert the class by hand, or remove the attribute."
      )
    }
    if let rival {
      obstacles.append(
        """
        `\(symbol.name)` is declared at \(project.describe(rival)) as well, and their uses can't be distinguished: \
        migrate one module at a time, or rename one.
        """
      )
    }
    if symbol.kind == .actor {
      obstacles.append(
        """
        An actor can't be `@Observable`: remove `ObservableObject` if no view observes it, for which `@Published` can stay, \
        or keep what views show in a class on the main actor, which the actor updates.
        """
      )
    } else if symbol.kind != .class, symbol.kind != .protocol {
      let article = symbol.kind == .enum ? "an" : "a"
      obstacles.append("Only a class can be `@Observable`, not \(article) \(symbol.kind.rawValue): make it a class.")
    } else if symbol.isLocal {
      obstacles.append(
        "The class is declared in a function, where `@Observable` can't extend it: move it out of the function."
      )
    }
    return obstacles
  }

  /// Whether an attribute of a class is known to add no members.
  private static func isKnown(_ attribute: String, in scope: LookupScope, _ table: SymbolTable) -> Bool {
    if KnownAttributes.contains(attribute) { return true }
    guard case .type(let type) = table.resolve(.named([attribute]), in: scope) else { return false }
    // A global actor, or a result builder.
    return !table.types[type].attributes.isEmpty
  }
}
