import SwiftSyntax

/// Uses of wrappers as types, and of the storage of wrapped properties.
///
/// Finally, it blocks types with remaining code in any file that needs an `ObservableObject` of their name.
enum WrapperAccessRule: Rule {
  static let id: RuleID = "wrapper-access"

  struct Facts: RuleFacts {
    fileprivate var uses: [Use] = []
  }

  /// Code that needs an `ObservableObject`: a wrapper of views, or a modifier that gives them objects.
  fileprivate struct Use {
    let place: Place
    /// The part to replace.
    let range: Range<Int>
    let types: [TypeSymbol.ID]
    let text: String
  }

  static func register(_ visits: inout Visits<Facts>) {
    visits.on(AttributeSyntax.self, note)
    visits.on(FunctionCallExprSyntax.self, note)
    visits.on(IdentifierTypeSyntax.self, inspect)
    visits.on(VariableDeclSyntax.self, inspectLocal)
    visits.on(DeclReferenceExprSyntax.self) { node, walk in
      inspectStorage(node.baseName.identifierText, at: node, walk)
    }
    visits.on(MemberAccessExprSyntax.self, inspect)
  }

  static func check(_ outcomes: [FileOutcome], _ facts: [Facts], _ decisions: Decisions) -> [Proposal] {
    zip(outcomes, facts).flatMap { outcome, facts in
      facts.uses.compactMap { use in
        let types = use.types.filter { decisions.converts($0) }
        guard !types.isEmpty, !outcome.edits.contains(where: { $0.range.overlaps(use.range) }) else { return nil }
        let message = """
          `\(use.text)` can't be found where it's used here, and only an `ObservableObject` works here. Write the full \
          name of the type, or pass the file that declares it.
          """
        return Proposal.objection(id, at: use.place, of: types, message)
      }
    }
  }

  /// `@ObservedObject var model: Model`
  private static func note(_ node: AttributeSyntax, _ walk: Walk, _ facts: inout Facts) {
    guard ViewWrapper.names.contains(node.name), let variable = node.parent?.parent?.as(VariableDeclSyntax.self),
      let binding = variable.bindings.first, binding.typeAnnotation != nil || binding.initializer != nil
    else { return }
    let annotated = binding.typeAnnotation.map { TypeReference($0.type).lastName }
    let name: String? = annotated ?? binding.initializer?.value.nameOfMadeType
    if let use = Use(node.attributeName, walk.type(of: binding), named: name, walk) { facts.uses.append(use) }
  }

  /// `.environmentObject(Model())`
  private static func note(_ node: FunctionCallExprSyntax, _ walk: Walk, _ facts: inout Facts) {
    guard let callee = node.calleeName, node.arguments.count == 1, let object = node.arguments.first?.expression,
      ViewWrapper.all.contains(where: { $0.givers[callee.baseName.text] != nil })
    else { return }
    let use = Use(callee, walk.origin(of: object), named: object.nameOfMadeType, walk)
    if let use { facts.uses.append(use) }
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
      let message = "`\(name)` is used as a type here. Pass the object itself, or a `Binding`."
      walk.decide(id, at: node, of: subjects, message)
    } else if name == "Published", let type = walk.names.enclosingType, walk.models.isCandidate(type) {
      // Subjects take the place of the publishers.
      let publisher = node.parent?.as(MemberTypeSyntax.self)
      if walk.options.subjects, publisher?.isPublisherOfPublished == true, publisher?.erasedPublisher != nil { return }
      let message = """
        `Published` is used as a type here, and its publishers no longer exist after the migration. Take an \
        `AnyPublisher<…, Never>` instead, and pass `$property.eraseToAnyPublisher()`; `--subjects` then converts the \
        property.
        """
      walk.decide(id, at: node, of: [type], message)
    }
  }

  private static func inspectLocal(_ node: VariableDeclSyntax, _ walk: Walk) {
    guard !node.isMember, node.attributes.names.contains(where: ViewWrapper.names.contains),
      let variable = LocalWrapper(node, walk), let types = variable.types, let use = variable.use
    else { return }
    decide(at: use, of: types, use.text, walk)
  }

  private static func inspect(_ node: MemberAccessExprSyntax, _ walk: Walk) {
    guard let reference = node.base?.as(DeclReferenceExprSyntax.self) else { return }
    let name = node.declName.baseName.identifierText
    if reference.baseName.tokenKind == .keyword(.self) {
      inspectStorage(name, at: node, walk)
    } else if ["projectedValue", "wrappedValue"].contains(name), let property = reference.baseName.projectedProperty,
      let (member, _, owner) = walk.property(property), ViewWrapper.names.contains(where: member.hasAttribute)
    {
      // `$model.projectedValue` and the like.
      let types = walk.modelTypes(inProperty: property, of: owner) ?? []
      decide(at: reference, of: types, "$" + property, walk)
    }
  }

  /// `_name`
  private static func inspectStorage(_ name: String, at place: some SyntaxProtocol, _ walk: Walk) {
    guard name.hasPrefix("_"), name.utf8.count > 1, !walk.names.isLocal(name) else { return }
    let property = String(name.dropFirst())
    for type in walk.names.scope.types.reversed() {
      if !walk.table.types[type].members(name, seenFrom: walk.file).isEmpty { return }
      guard let (member, _, owner) = walk.property(property, in: [type]) else { continue }
      if member.hasAttribute("Published") {
        if walk.models.isCandidate(owner) { decide(at: place, of: [owner], name, walk) }
      } else if ViewWrapper.names.contains(where: member.hasAttribute) {
        decide(at: place, of: walk.modelTypes(inProperty: property, of: owner) ?? [], name, walk)
      }
      return
    }
  }

  private static func decide(at node: some SyntaxProtocol, of types: [TypeSymbol.ID], _ name: String, _ walk: Walk) {
    let message = "`\(name)` changes type after the migration. Use the property itself, or its binding."
    walk.decide(id, at: node, of: types, message)
  }
}

extension WrapperAccessRule.Use {
  /// Nil without a possible type.
  fileprivate init?(_ node: some SyntaxProtocol, _ type: ResolvedType, named name: String?, _ walk: Walk) {
    let possible: [TypeSymbol.ID] =
      switch type {
      case .type(let id): [id]
      case .external, .elsewhere, .unknown:
        walk.models.candidates.filter { walk.table.types[$0].lastName == name }
      default: []
      }
    types = possible.filter(walk.models.isCandidate)
    guard let first = types.first else { return nil }
    place = walk.place(of: node)
    range = node.utf8Range
    text = name ?? walk.name(first)
  }
}

extension ExprSyntax {
  /// `Query` of `Page.Query(text: "")` and of `Page.Query.shared`.
  fileprivate var nameOfMadeType: String? {
    var path = ExpressionPath(self)
    while let step = path?.steps.popLast() {
      if case .member(let name) = step, name.first?.isUppercase == true { return name }
    }
    guard case .name(let name)? = path?.root, name.first?.isUppercase == true else { return nil }
    return name
  }
}
