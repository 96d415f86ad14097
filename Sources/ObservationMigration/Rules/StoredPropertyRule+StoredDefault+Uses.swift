import SwiftSyntax

/// What else is done with the values and the wrappers, in all files.
extension StoredPropertyRule.StoredDefault {
  static func register(_ visits: inout Visits<Facts>) {
    visits.on(FunctionCallExprSyntax.self, note)
    visits.on(DeclReferenceExprSyntax.self) { node, walk, facts in
      guard node.baseName.isOfStorage, let type = walk.names.enclosingType, walk.models[type] == .model else {
        return
      }
      note(node.baseName, type, at: ExprSyntax(node), of: "self", walk, &facts)
    }
    visits.on(MemberAccessExprSyntax.self, note)
  }

  private static func note(_ node: FunctionCallExprSyntax, _ walk: Walk, _ facts: inout Facts) {
    if let last = node.arguments.last, last.label?.text == "forKey", let key = last.expression.keyOfDefaults,
      let callee = node.calleeName?.baseName.text, ["set", "setValue", "removeObject"].contains(callee)
    {
      facts.uses[key, default: []].append(Use(place: walk.place(of: last.expression), isOfView: false))
    }
    if node.calleeName.map({ walk.models.names.contains($0.baseName.identifierText) }) ?? true,
      case .metatype(let type) = walk.type(of: node.calledExpression), walk.models[type] == .model,
      !Syntax(node).isOfPreview
    {
      facts.creations.append((type, node.isMadeOnce(walk)))
    }
  }

  private static func note(_ node: MemberAccessExprSyntax, _ walk: Walk, _ facts: inout Facts) {
    let name = node.declName.baseName.text
    guard node.declName.baseName.isOfStorage, let base = node.base else { return }
    // What a protocol asks for may be the storage of any that conforms to it.
    let types = walk.table.symbols(in: walk.type(of: base)).filter { walk.table.types[$0].kind != .protocol }
    if types.isEmpty { facts.storages.append(Storage(name: name, type: nil, place: walk.place(of: node))) }
    let text = ExpressionPath(base)?.isOfMembers == true && !base.trimmedText.contains("?") ? walk.text(base) : nil
    for type in types { note(node.declName.baseName, type, at: ExprSyntax(node), of: text, walk, &facts) }
  }

  /// `$name`, or `_name`, of an object.
  private static func note(
    _ name: TokenSyntax,
    _ type: TypeSymbol.ID,
    at node: ExprSyntax,
    of object: String?,
    _ walk: Walk,
    _ facts: inout Facts
  ) {
    var storage = Storage(name: name.text, type: type, place: walk.place(of: node))
    if let property = name.projectedProperty, let object {
      storage.binding = walk.replacing(node, with: "\(walk.qualified("Bindable"))(\(object)).\(property)")
    }
    facts.storages.append(storage)
  }

  static func conclude(_ facts: [Facts], _ project: Project) -> [Proposal] {
    var uses: [String: [Use]] = [:]
    for facts in facts { uses.merge(facts.uses) { $0 + $1 } }
    let storages = Dictionary(grouping: facts.flatMap(\.storages), by: \.name)
    let creations = facts.flatMap(\.creations)
    let bases = Set(project.models.candidates.flatMap { project.table.superclasses(of: $0) })
    return facts.flatMap(\.conversions).flatMap { conversion -> [Proposal] in
      let others = conversion.key.flatMap { uses[$0] }?.filter { $0.place != conversion.place } ?? []
      let ofWrapper = ["_", "$"].flatMap { storages[$0 + conversion.name] ?? [] }.filter { storage in
        // The wrapper itself is private, whatever the property is.
        if storage.name.hasPrefix("_"), storage.place.file != conversion.place.file { return false }
        return storage.type.map { project.table.areRelated($0, conversion.owner) } ?? true
      }
      let obstacle =
        ofWrapper.contains { $0.binding == nil || conversion.key == nil }
        ? Message.isNotSimple(conversion.name, conversion.wrapper)
        : others.first { !$0.isOfView }.map {
          Message.isChangedElsewhere(conversion.name, project.describe($0.place))
        }
      if let obstacle { return [conversion.proposal(.objection(.needsDecision), [], obstacle)] }
      if conversion.key == nil {
        let (name, wrapper, isRisky) = (conversion.name, conversion.wrapper, conversion.isStoredElsewhere)
        let message = isRisky ? Message.isReportedInPart(name, wrapper) : Message.isReported(name, wrapper)
        return [conversion.proposal(.change, conversion.edits, isRisky: isRisky, message)]
      }
      let made = creations.filter { $0.type == conversion.owner }
      let isSingle = made.count == 1 && made[0].isSingle && !bases.contains(conversion.owner)
      let message = Message.isTracked(
        conversion.name,
        inEach: isSingle ? nil : project.table.types[conversion.owner].name,
        alsoIn: others.first.map { project.describe($0.place) }
      )
      let isRisky = !isSingle || !others.isEmpty
      let bindings = ofWrapper.compactMap { use in
        use.binding.map { edit in
          let (subjects, message) = ([conversion.owner], Message.isBound(conversion.name))
          return Proposal(id, .change, at: use.place, of: subjects, [edit], importing: ["SwiftUI"], message)
        }
      }
      return [conversion.proposal(.change, conversion.edits, isRisky: isRisky, message)] + bindings
    }
  }
}

extension StoredPropertyRule.StoredDefault.Conversion {
  fileprivate func proposal(
    _ effect: Proposal.Effect,
    _ edits: [Edit],
    isRisky: Bool = false,
    _ message: String
  ) -> Proposal {
    Proposal(id, effect, at: place, of: [owner], edits, isRisky: isRisky, message)
  }
}

extension ExprSyntax {
  /// What tells a key of the user's defaults from others: its text, or the last name of a constant.
  var keyOfDefaults: String? {
    if let literal = self.as(StringLiteralExprSyntax.self) { return literal.segments.trimmedText }
    guard let access = self.as(MemberAccessExprSyntax.self) else {
      return self.as(DeclReferenceExprSyntax.self)?.baseName.identifierText
    }
    let name = access.declName.baseName.identifierText
    return name == "rawValue" ? access.base?.keyOfDefaults : name
  }
}

extension TokenSyntax {
  /// Whether it may name a wrapper or its projection.
  fileprivate var isOfStorage: Bool { text.hasPrefix("_") && text != "_" || projectedProperty != nil }
}

extension Syntax {
  /// Whether it stands in a preview, which no user of the app sees.
  fileprivate var isOfPreview: Bool {
    ancestors.contains { syntax in
      let types = syntax.typeDeclaration?.inheritanceClause?.inheritedTypes
      return syntax.expandedMacro == "Preview"
        || types?.contains { $0.type.trimmedText == "PreviewProvider" } == true
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether an object that it makes is the only one: it's static or global, or a property of the app.
  fileprivate func isMadeOnce(_ walk: Walk) -> Bool {
    guard let binding = parent?.parent?.as(PatternBindingSyntax.self),
      let variable = binding.parent?.parent?.as(VariableDeclSyntax.self)
    else { return false }
    guard variable.isMember else {
      return variable.parent?.parent?.parent?.is(SourceFileSyntax.self) == true
    }
    if variable.modifiers.hasStatic { return true }
    guard let owner = walk.names.enclosingType else { return false }
    return walk.table.types[owner].inherited.contains { inherited in
      ["App", "NSApplicationDelegate", "UIApplicationDelegate"].contains(inherited.type.lastName)
    }
  }
}
