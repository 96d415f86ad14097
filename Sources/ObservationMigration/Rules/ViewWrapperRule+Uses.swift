import SwiftSyntax

/// Uses of the objects that views hold: assignments in initializers, bindings, and the environment.
extension ViewWrapperRule {
  /// `_model = StateObject(wrappedValue: Model())`
  static func inspect(_ item: CodeBlockItemSyntax, _ walk: Walk, _ facts: inout Facts) {
    guard let expression = item.item.as(ExprSyntax.self), let owner = walk.names.enclosingType else { return }
    if let (target, value) = expression.assignment, let name = target.ownReference?.baseName.identifierText,
      walk.property(name, in: [owner])?.member.hasAttribute("ObservedObject") == true,
      let types = walk.modelTypes(inProperty: name, of: owner)
    {
      noteMade(name, types, by: value, ids["ObservedObject"] ?? "ObservedObject", at: target, in: owner, walk, &facts)
    }
    guard let assignment = StorageAssignment(expression),
      let (member, _, _) = walk.property(assignment.property, in: [owner]),
      let wrapper = ViewWrapper.all.first(where: { member.hasAttribute($0.name) }), let storage = wrapper.storage,
      assignment.wrapper == wrapper.name || assignment.wrapper == nil,
      let types = walk.modelTypes(inProperty: assignment.property, of: owner), !types.isEmpty,
      let label = assignment.label, storage.labels.contains(label.text)
    else { return }
    let id = id(wrapper)
    func edits(with name: String) -> [Edit] {
      let edit = walk.replacing(label, with: storage.label)
      return assignment.wrapper == nil
        ? [edit] : [edit, walk.replacing(assignment.callee, with: walk.qualified(name))]
    }
    switch wrapper.counterpart {
    case .wrapper(let name):
      assignment.claim(walk)
      let (edits, value) = (edits(with: name), assignment.value)
      let made = value?.makesObject == true ? types : []
      // The declaration itself doesn't know of this initializer.
      if item.ancestors.contains(where: { $0.is(ExtensionDeclSyntax.self) }) {
        let place = walk.place(of: assignment.callee)
        let key = PropertyKey(type: owner, name: assignment.property)
        facts.replacements.append((key, reviewOfInitialValue(assignment.property, types, id, at: place, .sometimes)))
      }
      let (state, place) = (assignment.property, assignment.callee)
      become(state: state, id, at: place, of: types, edits, making: made, with: value, from: .initializer, walk, &facts)
    case .plain(let projected):
      guard let plain = assignment.plainAssignment(in: expression) else { return }
      assignment.claim(walk)
      noteMade(assignment.property, types, by: assignment.value, id, at: assignment.target, in: owner, walk, &facts)
      func proposal(_ edits: [Edit], _ message: String) -> Proposal {
        Proposal(id, .change, at: walk.place(of: assignment.target), of: types, edits, message)
      }
      let name = assignment.property
      facts.alternatives.append(
        (
          PropertyKey(type: owner, name: name), plain: proposal(plain, plainMessage(name)),
          projected: proposal(edits(with: projected), bindableMessage(name))
        )
      )
    case .key: return
    }
  }

  // MARK: Bindings

  /// `$model.name`, `self.$model.name`
  static func inspectProjection(_ node: ExprSyntax, _ walk: Walk, _ facts: inout Facts) {
    guard node.isBase, let projection = Projection(node, walk) else { return }
    let property = projection.property
    for (_, _, owner) in projection.members {
      guard let types = walk.modelTypes(inProperty: property, of: owner), !types.isEmpty else { continue }
      // It may have a declaration for each platform, with different wrappers.
      let declarations = walk.table.members(property, of: owner, seenFrom: walk.file).map(\.member)
      for wrapper in ViewWrapper.all where declarations.contains(where: { $0.hasAttribute(wrapper.name) }) {
        switch wrapper.counterpart {
        case .plain:
          facts.projections.insert(PropertyKey(type: owner, name: property))
          noteUntracked(node, of: types, id(wrapper), walk)
        case .key(_, let binding?):
          noteUntracked(node, of: types, id(wrapper), walk)
          let mayBeLocal = !declarations.contains(where: \.isConditional)
          let edit = edit(binding: node, property, by: walk.qualified(binding), inVariable: mayBeLocal, walk)
          guard let edit else { continue }
          walk.change(id(wrapper), at: node, of: types, [edit], "Bindings of `\(property)` are made by `Bindable`.")
        case .key, .wrapper: continue
        }
      }
    }
  }

  /// A bound property of a class that announces nothing stays untracked. A binding of the wrapper has the value read by the view, so the
  /// control follows when the view updates. A binding of `Bindable` doesn't.
  private static func noteUntracked(_ node: ExprSyntax, of types: [TypeSymbol.ID], _ id: RuleID, _ walk: Walk) {
    var (types, base) = (types, node)
    // `$store.settings.name` writes through each of its objects.
    while let access = base.parent?.as(MemberAccessExprSyntax.self), access.base?.id == base.id {
      let property = access.declName.baseName.identifierText
      for type in types where walk.models.isSilent(type) {
        guard let member = walk.table.property(property, of: type)?.member, member.isStored else { continue }
        let message = """
          `\(property)` isn't tracked, because `\(walk.name(type))` announces no changes. Before, this control got its new \
          value whenever the view was updated for another reason; now it may keep showing the old one. Publish \
          `\(property)`.
          """
        walk.review(id, at: access.declName, of: [type], message)
      }
      types = types.flatMap { walk.table.symbols(behind: property, of: $0) }
      base = ExprSyntax(access)
    }
  }

  /// Members with a local variable for a projection.
  private final class BoundMembers: WalkMemo {
    var properties: [SyntaxIdentifier: Set<String>] = [:]
  }

  /// Makes the binding of a projection; nil if a variable for it is declared already.
  private static func edit(
    binding node: ExprSyntax,
    _ property: String,
    by binding: String,
    inVariable mayBeLocal: Bool,
    _ walk: Walk
  ) -> Edit? {
    let isHidden = walk.names.isLocal(property)
    // A property without a declaration on each platform is only mentioned in its place.
    guard mayBeLocal, !isHidden, node.is(DeclReferenceExprSyntax.self), let body = ViewBody(around: node),
      walk.source.isFirstInLine(body.first.startOffset)
    else { return walk.replacing(node, with: "\(binding)(\(isHidden ? "self." : "")\(property))") }
    let bound = walk.memo(BoundMembers.self)
    guard bound.properties[body.brace.id, default: []].insert(property).inserted else { return nil }
    let indentation = walk.source.indentation(at: body.first.startOffset)
    let text = indentation + "@\(binding) var \(property) = \(property)" + walk.source.newline
    // Behind the line of the brace: comments stay with the first statement.
    return walk.inserting(text, at: walk.source.nextLineStart(of: body.brace.startOffset))
  }

  // MARK: Environment

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
    let left = """
      The type of `\(text)` isn't known here, and the object is still given by `\(callee.baseName.text)`: if its type is \
      converted, write `.\(replacement)(…)`.
      """
    let name = object.lastName(throughCalls: true) ?? ""
    facts.unknownGifts.append(
      (
        name, change: proposal(.change, [edit], change),
        objection: proposal(.objection(.needsDecision), [], objection),
        left: .objection(id, at: walk.place(of: callee), of: [], left)
      )
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
  ) -> Proposal {
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
    return objection.subjects.isEmpty ? gift.left : objection
  }
}
