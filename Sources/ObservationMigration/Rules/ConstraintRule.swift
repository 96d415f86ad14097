import SwiftSyntax

/// `ObservableObject` in protocols, constraints and typealiases.
enum ConstraintRule: Rule {
  static let id: RuleID = "constraint"

  private static let extendsForeignType =
    "The extended type isn't declared in these files: pass the files that declare it, or convert it by hand."

  static func register(_ visits: inout Visits<NoFacts>) {
    visits.on(IdentifierTypeSyntax.self) { node, walk -> Void in
      if node.name.text == "ObservableObject" { inspect(TypeSyntax(node), walk) }
    }
    visits.on(MemberTypeSyntax.self) { node, walk -> Claim in
      guard node.name.text == "ObservableObject" else { return .none }
      inspect(TypeSyntax(node), walk)
      return .whole
    }
    visits.on(DeclReferenceExprSyntax.self, inspect)
  }

  /// A protocol stays if a class outside the files conforms to it.
  static func conclude(_ facts: [NoFacts], _ project: Project) -> [Proposal] {
    let (table, models) = (project.table, project.models)
    let unseen = table.foreignExtensions.compactMap { place, inherited -> Proposal? in
      let types = inherited.flatMap { table.symbols(in: table.resolve($0, in: LookupScope(file: place.file))) }
      let protocols = types.filter { models[$0] == .contract }
      guard !protocols.isEmpty else { return nil }
      return Proposal.objection(id, at: place, of: protocols, extendsForeignType)
    }
    let classes = models.candidates.filter { models[$0] == .model }
    let unused = models.candidates.filter { type in
      models[type] == .contract && !classes.contains { table.inherits($0, fromAll: [type]) }
    }
    return unseen
      + unused.map { type in
        let message = """
          Nothing in these files conforms to `\(table.types[type].name)`: pass the files with the classes that do, or \
          convert it by hand.
          """
        return project.objection(id, to: type, .needsDecision, message)
      }
  }

  private static func inspect(_ node: TypeSyntax, _ walk: Walk) {
    guard walk.names.resolve(TypeReference(node)) == .observableObject, var parent = node.parent else { return }
    // `@MainActor ObservableObject`
    if let attributed = parent.as(AttributedTypeSyntax.self), let outer = attributed.parent { parent = outer }
    if parent.is(InheritedTypeSyntax.self), let owner = parent.parent?.parent?.parent {
      return inspect(node, inheritedBy: owner, walk)
    }
    if let owner = parent.as(ExtensionDeclSyntax.self) { return inspect(owner, node, walk) }
    let isPlain =
      [
        .genericParameter, .conformanceRequirement, .compositionTypeElement, .typeInitializerClause, .someOrAnyType,
        .typeAnnotation,
      ].contains(parent.kind)
    let text = isPlain ? "AnyObject & \(walk.observable)" : "(AnyObject & \(walk.observable))"
    propose(node, subjects(of: node, in: parent, walk), [walk.replacing(node, with: text)], walk)
  }

  /// The types passed for a constrained parameter, or possible for a constrained type.
  private static func subjects(of node: TypeSyntax, in parent: Syntax, _ walk: Walk) -> [TypeSymbol.ID] {
    var type = TypeReference(node)
    var outer = parent
    if parent.is(CompositionTypeElementSyntax.self), let composition = parent.parent?.parent,
      let next = composition.parent
    {
      type = composition.as(TypeSyntax.self).map { TypeReference($0) } ?? type
      outer = next
    }
    if let parameter = outer.as(GenericParameterSyntax.self) {
      type = .named([parameter.name.identifierText])
    } else if let requirement = outer.as(ConformanceRequirementSyntax.self) {
      type = TypeReference(requirement.leftType)
    }
    return walk.modelTypes(in: walk.names.resolve(type)) ?? walk.models.candidates
  }

  /// In an inheritance clause.
  private static func inspect(_ node: TypeSyntax, inheritedBy owner: Syntax, _ walk: Walk) {
    guard let declaration = owner.as(ProtocolDeclSyntax.self) else {
      if owner.is(ExtensionDeclSyntax.self), walk.names.enclosingType == nil {
        walk.propose(.objection(Self.id, at: walk.place(of: node), of: [], extendsForeignType))
      } else if owner.is(AssociatedTypeDeclSyntax.self) {
        let edit = walk.replacing(node, with: "AnyObject & \(walk.observable)")
        propose(node, walk.models.candidates, [edit], walk)
      }
      return
    }
    guard let id = walk.names.enclosingType else { return }
    let names = declaration.inheritanceClause?.inheritedTypes.map { $0.type.trimmedText } ?? []
    let isClassBound = names.contains("AnyObject") || names.contains("class")
    let text = isClassBound ? walk.observable : "AnyObject, \(walk.observable)"
    propose(node, [id], [walk.replacing(node, with: text)], walk)
  }

  /// `extension ObservableObject`
  private static func inspect(_ owner: ExtensionDeclSyntax, _ node: TypeSyntax, _ walk: Walk) {
    var edits = [walk.replacing(node, with: walk.observable)]
    if let clause = owner.genericWhereClause {
      edits.append(walk.inserting("Self: AnyObject, ", at: clause.requirements.startOffset))
    } else {
      let end = (owner.inheritanceClause.map { Syntax($0) } ?? Syntax(node)).utf8Range.upperBound
      edits.append(walk.inserting(" where Self: AnyObject", at: end))
    }
    propose(node, walk.models.candidates, edits, walk)
  }

  private static func propose(_ node: TypeSyntax, _ subjects: [TypeSymbol.ID], _ edits: [Edit], _ walk: Walk) {
    let message = "The constraint is now `AnyObject & Observable`."
    walk.change(id, at: node, of: subjects, edits, importing: ["Observation"], message)
  }

  private static func inspect(_ node: DeclReferenceExprSyntax, _ walk: Walk) {
    let name = node.baseName.text
    guard name == "ObservableObject" || ViewWrapper.names.contains(name), !walk.names.isLocal(name),
      name == "ObservableObject" || node.parent?.is(FunctionCallExprSyntax.self) == true
        || node.parent?.is(GenericSpecializationExprSyntax.self) == true
    else { return }
    let value = name == "ObservableObject" ? nil : node.parent?.as(FunctionCallExprSyntax.self)?.arguments.first
    let types = value.flatMap { walk.modelTypes(in: walk.type(of: $0.expression)) } ?? walk.models.candidates
    walk.decide(Self.id, at: node, of: types, "`\(name)` is used in an expression: replace it by hand.")
  }
}
