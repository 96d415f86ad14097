import SwiftSyntax

/// Properties of views that hold an object: `@StateObject`, `@ObservedObject`, `@EnvironmentObject`, `@FocusedObject`.
///
/// What becomes of each stands in the table of wrappers.
enum ViewWrapperRule: Rule {
  enum Message {}

  struct Facts: RuleFacts {
    /// Properties of which `$name` is used to make bindings.
    var projections: Set<PropertyKey> = []
    /// What becomes of properties, which depends on whether they are among those of any file.
    var alternatives: [(property: PropertyKey, plain: Proposal, projected: Proposal)] = []
    /// Types that views take from the environment, by the names that their properties have for them.
    var inEnvironment: [String: Set<TypeSymbol.ID>] = [:]
    /// Types of objects that are put there.
    var given: Set<TypeSymbol.ID> = []
    /// Objects of unknown type that are put there: the change if they are of a type that converts, and what stands against any type.
    var unknownGifts: [UnknownGift] = []
    /// What puts them there.
    var gifts: [EnvironmentAnalysis.Gift] = []
    var states: [StateObject] = []
    /// What initializers do.
    var initialWork: [TypeSymbol.ID: InitialWork] = [:]
    /// Where views are created.
    var creations: [ViewCreation] = []
    /// Properties that take an object from there, with the views that they stand in.
    var taken: [TakenObject] = []
  }

  /// A property that takes an object from the environment.
  struct TakenObject: Sendable {
    let view: TypeSymbol.ID
    let name: String
    let types: [TypeSymbol.ID]
    let use: EnvironmentUse
    /// What becomes of it, and the same if nothing tells where the view is created.
    let change: Proposal
    let uncertain: Proposal
  }

  typealias UnknownGift = (name: String, change: Proposal, objection: Proposal)

  static func register(_ visits: inout Visits<Facts>) {
    visits.on(VariableDeclSyntax.self, inspect)
    visits.on(CodeBlockItemSyntax.self, inspect)
    visits.on(FunctionCallExprSyntax.self, inspect)
    visits.on(FunctionCallExprSyntax.self, noteCreation)
    visits.on(DeclReferenceExprSyntax.self) { node, walk, facts -> Void in
      inspectProjection(ExprSyntax(node), walk, &facts)
    }
    visits.on(MemberAccessExprSyntax.self) { node, walk, facts -> Void in
      inspectProjection(ExprSyntax(node), walk, &facts)
    }
    registerInitialWork(&visits)
  }

  static func conclude(_ facts: [Facts], _ project: Project) -> [Proposal] {
    let projections = facts.reduce(into: Set<PropertyKey>()) { $0.formUnion($1.projections) }
    let properties =
      facts.flatMap(\.alternatives).map { projections.contains($0.property) ? $0.projected : $0.plain }
      + taken(facts, project) + states(facts, project)
    let inEnvironment = facts.reduce(into: [String: Set<TypeSymbol.ID>]()) { all, facts in
      all.merge(facts.inEnvironment) { $0.union($1) }
    }
    guard !inEnvironment.isEmpty else { return properties }
    let given = facts.reduce(into: Set<TypeSymbol.ID>()) { $0.formUnion($1.given) }
    return properties + facts.flatMap(\.unknownGifts).compactMap { taken($0, inEnvironment, given, project) }
  }

  private static func noteCreation(_ node: FunctionCallExprSyntax, _ walk: Walk, _ facts: inout Facts) {
    if let creation = ViewCreation(node, walk) { facts.creations.append(creation) }
  }

  /// Properties that take an object from the environment, and the places that create their views without one.
  private static func taken(_ facts: [Facts], _ project: Project) -> [Proposal] {
    let all = facts.flatMap(\.taken)
    var taken: [TypeSymbol.ID: Set<TypeSymbol.ID>] = [:]
    for object in all { taken[object.view, default: []].formUnion(object.types) }
    let analysis = EnvironmentAnalysis(facts.flatMap(\.creations), facts.flatMap(\.gifts), taken: taken, project)
    var reported: [Place: Set<TypeSymbol.ID>] = [:]
    return all.flatMap { object -> [Proposal] in
      guard object.use == .later || object.use == .sometimes else { return [object.change] }
      guard analysis.isCreated(object.view) else { return [object.uncertain] }
      let (view, type) = (project.table.types[object.view].name, object.types[0])
      let beginnings = object.types.flatMap { analysis.beginnings(showing: object.view, without: $0) }
      return [object.change]
        + beginnings.filter { reported[$0.place, default: []].insert(type).inserted }.map { beginning in
          let root = project.table.types[beginning.view].name
          let creation = root == view ? "`\(view)` is created here" : "`\(root)` is created here and shows `\(view)`"
          let name = project.table.types[type].name
          let message =
            beginning.isPreview
            ? Message.isMissingInPreview(name, object.name) : Message.isMissing(creation, name, object.name)
          let note = Proposal.review(object.change.rule, at: beginning.place, of: object.change.subjects, message)
          return beginning.isPreview
            ? note.sharing(SharedNote(topic: "preview without \(type)", place: .preview, rest: message)) : note
        }
    }
  }

  static func id(_ wrapper: ViewWrapper) -> RuleID {
    ids[wrapper.name] ?? RuleID(rawValue: wrapper.name)
  }

  // MARK: - Declarations

  private static func inspect(_ node: VariableDeclSyntax, _ walk: Walk, _ facts: inout Facts) -> Claim {
    for wrapper in ViewWrapper.all {
      guard let attribute = node.attributes.attribute(wrapper.name) else { continue }
      guard node.isMember else {
        inspectLocal(node, wrapper, walk, &facts)
        return .none
      }
      guard let type = walk.names.enclosingType else { return .none }
      guard let property = ViewProperty(node, type, walk) else { return .node }
      return inspect(property, wrapper, attribute, node, type, walk, &facts)
    }
    for name in ViewWrapper.foreign {
      guard let attribute = node.attributes.attribute(name), let type = walk.names.enclosingType,
        let property = ViewProperty(node, type, walk), let id = ids["StateObject"]
      else { continue }
      walk.decide(id, at: attribute, of: property.types ?? [], Message.isForeign(name, property.name))
    }
    return .none
  }

  private static func inspect(
    _ property: ViewProperty,
    _ wrapper: ViewWrapper,
    _ attribute: AttributeSyntax,
    _ node: VariableDeclSyntax,
    _ owner: TypeSymbol.ID,
    _ walk: Walk,
    _ facts: inout Facts
  ) -> Claim {
    let id = id(wrapper)
    let annotation = property.binding.typeAnnotation
    guard let types = property.types, annotation != nil || !wrapper.counterpart.takesType else {
      leave(property.name, id, at: attribute, in: node.enclosingType ?? Syntax(node), walk)
      return .node
    }
    // A wrapper for nothing, which is none of the migration's.
    guard !types.isEmpty else { return .none }
    let untracking = walk.untracking(node, of: owner)
    let subjects = types + untracking.subjects
    func proposal(_ edits: [Edit], _ message: String) -> Proposal {
      Proposal(id, .change, at: walk.place(of: attribute), of: subjects, untracking.edits + edits, message)
    }
    switch wrapper.counterpart {
    case .wrapper(let name):
      let edit = walk.replacing(attribute.attributeName, with: walk.qualified(name))
      // What the memberwise initializer gets was created once, too.
      let isMade =
        property.isParameterOfMemberwiseInitializer || property.binding.initializer?.value.makesObject == true
      let edits = untracking.edits + [edit]
      become(state: property.name, id, at: attribute, of: subjects, edits, making: isMade ? types : [], walk, &facts)
    case .plain(let projected):
      let removal = [walk.removing(attribute: attribute)]
      let constant =
        property.isHiddenFromMemberwiseInitializer ? [walk.replacing(node.bindingSpecifier, with: "let")] : []
      let name = property.name
      let message = untracking.edits.isEmpty ? Message.isPlain(name) : Message.isPlainAndUntracked(name)
      let replacement = walk.replacing(attribute.attributeName, with: walk.qualified(projected))
      facts.alternatives.append(
        (
          PropertyKey(type: owner, name: name), plain: proposal(removal + constant, message),
          projected: proposal([replacement], Message.isBindable(name))
        )
      )
    case .key(let name, _):
      guard let annotation else { return .node }
      facts.inEnvironment[property.name, default: []].formUnion(types.filter(walk.models.isCandidate))
      let type = walk.text(annotation.type.as(OptionalTypeSyntax.self)?.wrappedType ?? annotation.type)
      // Where there is no object, what is focused is nil anyway.
      let use: EnvironmentUse =
        wrapper.name == "EnvironmentObject"
        ? EnvironmentUse(of: property.name, declaredBy: node, in: owner, walk) : .shown
      let (start, end) = (property.binding.pattern.utf8Range.upperBound, annotation.utf8Range.upperBound)
      let edits = [
        walk.replacing(attribute.attributeName, with: "\(walk.qualified(name))(\(type).self)"),
        use == .none
          ? Edit(end..<end, with: "?") : Edit(start..<end, with: ""),
      ]
      let usual = proposal(edits, Message.isFromEnvironment(property.name, type))
      facts.taken.append(
        TakenObject(
          view: owner,
          name: property.name,
          types: types,
          use: use,
          change: use == .none ? proposal(edits, Message.isUnread(property.name, type)) : usual,
          uncertain: use == .later
            ? usual.risky(Message.isNeededAtOnce(property.name, type))
              .sharing(SharedNote(topic: "actions with \(type)", place: .view, rest: usual.message)) : usual
        )
      )
    }
    return .node
  }

  /// What a property or a variable of unknown type can be stays: only types with all the members of it that are used.
  private static func leave(
    _ name: String,
    _ id: RuleID,
    at attribute: AttributeSyntax,
    in scope: Syntax,
    _ walk: Walk
  ) {
    guard !walk.models.candidates.isEmpty else { return }
    let members = scope.membersUsed(of: name)
    guard members.isEmpty else {
      return walk.decide(id, at: attribute, of: walk.candidates(having: members), Message.needsType(name))
    }
    walk.propose(Proposal(id, .note(.needsDecision), at: walk.place(of: attribute), of: [], Message.mayNeedType(name)))
  }

  /// In a function, a closure or a preview.
  private static func inspectLocal(
    _ node: VariableDeclSyntax,
    _ wrapper: ViewWrapper,
    _ walk: Walk,
    _ facts: inout Facts
  ) {
    let id = id(wrapper)
    guard let variable = LocalWrapper(node, wrapper.name, walk) else { return }
    guard let types = variable.types else {
      return leave(variable.name, id, at: variable.attribute, in: node.parent?.parent ?? Syntax(node), walk)
    }
    // Where it's used as a wrapper nothing else can be said.
    guard !types.isEmpty, variable.use == nil else { return }
    let name = variable.attribute.attributeName
    switch wrapper.counterpart {
    case .wrapper(let counterpart):
      let edit = walk.replacing(name, with: walk.qualified(counterpart))
      let made = node.bindings.first?.initializer?.value.makesObject == true ? types : []
      become(state: variable.name, id, at: variable.attribute, of: types, [edit], making: made, walk, &facts)
    case .plain(let projected):
      let isBound = variable.isProjected || variable.isPreviewable
      let edit =
        isBound
        ? walk.replacing(name, with: walk.qualified(projected)) : walk.removing(attribute: variable.attribute)
      let message = isBound ? Message.isBindable(variable.name) : Message.isPlain(variable.name)
      walk.change(id, at: variable.attribute, of: types, [edit], message)
    case .key: walk.decide(id, at: variable.attribute, of: types, Message.isLocal(variable.name))
    }
  }

}

extension ViewWrapper.Counterpart {
  /// Whether the type of the property has to be written down.
  fileprivate var takesType: Bool {
    switch self {
    case .key: true
    case .wrapper, .plain: false
    }
  }
}

extension ViewWrapperRule.Message {
  static func isPlain(_ property: String) -> String {
    "`\(property)` needs no wrapper: a view observes what its body reads."
  }

  static func isPlainAndUntracked(_ property: String) -> String {
    "`\(property)` needs no wrapper, and stays untracked: what reads the object's properties observes them."
  }

  static func isBindable(_ property: String) -> String {
    "`\(property)` is `@Bindable`, because bindings are made from it."
  }

  static let isGiven = "The object goes into the environment by its type."

  static func isFromEnvironment(_ property: String, _ type: String) -> String {
    "`\(property)` comes from `@Environment(\(type).self)`."
  }

  static func isUnread(_ property: String, _ type: String) -> String {
    """
    `\(property)` comes from `@Environment(\(type).self)`, and is optional: nothing reads it, so the view may be used \
    where there is no such object.
    """
  }

  static func isNeededAtOnce(_ property: String, _ type: String) -> String {
    """
    `\(property)` comes from `@Environment(\(type).self)`, which, if there is no such object, stops the program as soon \
    as the view appears. Only actions read it, and `@EnvironmentObject` looked for it when it was read: give it to \
    every use of the view, in previews as well, or write `\(property): \(type)?`.
    """
  }

  static func isMissing(_ creation: String, _ type: String, _ property: String) -> String {
    """
    \(creation), and no `\(type)` is in the environment. The app now stops when the view appears; before, it stopped only if the view \
    read `\(property)`. Add `.environment(…)` here, or write `\(property): \(type)?`.
    """
  }

  static func isMissingInPreview(_ type: String, _ property: String) -> String {
    """
    No `\(type)` is in the environment of this preview. It now stops when the view appears; before, it stopped only if a view read \
    `\(property)`. Add `.environment(…)`, or write `\(property): \(type)?`.
    """
  }

  static func isLocal(_ variable: String) -> String {
    """
    `\(variable)` isn't a property of a view: write `@Environment(T.self) var \(variable)`, and \
    `Bindable(\(variable)).name` for a binding.
    """
  }

  static func isBound(_ property: String) -> String {
    "Bindings of `\(property)` are made by `Bindable`."
  }

  static func isBoundUntracked(_ property: String, _ type: String) -> String {
    """
    `\(property)` isn't tracked, because `\(type)` announces no changes. Before, this control got its new value whenever the view was \
    updated for another reason; now it may keep showing the old one. Publish `\(property)`.
    """
  }

  static func isForeign(_ wrapper: String, _ property: String) -> String {
    """
    `@\(wrapper)` doesn't take an `@Observable` object: hold the object in `@State`, or in a wrapper of that module \
    for such objects, and give `\(property)` its initial value.
    """
  }

  static func isOfUnknownType(_ expression: String) -> String {
    """
    The type of `\(expression)` isn't known here, so types that views take from the environment can't be converted: \
    put it into a variable with its type.
    """
  }

  static func isGivenByItsName(_ expression: String) -> String {
    "The object goes into the environment by its type, which is inferred from the name of `\(expression)`."
  }

  static func needsType(_ name: String) -> String {
    """
    The type of `\(name)` isn't known here, so types that have the members used here can't be converted: write `var \
    \(name): …`.
    """
  }

  static func mayNeedType(_ name: String) -> String {
    "The type of `\(name)` isn't known here, and it keeps its wrapper: if its type is converted, write `var \(name): …`."
  }
}
