import SwiftSyntax

/// Objects that become an initial value of `@State`.
extension ViewWrapperRule {
  struct StateObject: Sendable {
    let name: String
    /// The types possibly created with the value.
    let made: [TypeSymbol.ID]
    /// The function outside of types that makes the object.
    let maker: String?
    let view: TypeSymbol.ID?
    let owner: Owner
    let condition: CompilationCondition
    /// The change, with the message for any object.
    let change: Proposal
    /// The parameter of a memberwise initializer that takes the object.
    var parameter: PropertyKey?
  }

  /// What stores an object.
  enum Owner: Sendable {
    case view
    /// Commands, a scene, or a property wrapper of the app's own, which have no `.task`.
    case other(String)

    init(_ walk: Walk) {
      let table = walk.table
      guard let type = walk.names.enclosingType, !table.isView(type), !table.isViewModifier(type),
        !table.isRepresentable(type)
      else {
        self = .view
        return
      }
      self = .other(walk.name(type))
    }

    /// As what is created.
    var text: String {
      switch self {
      case .view: "the view"
      case .other(let name): "`\(name)`"
      }
    }
  }

  /// The class around, of which objects can be created.
  static func madeType(_ walk: Walk) -> TypeSymbol.ID? {
    walk.names.enclosingType.flatMap { walk.table.types[$0].kind == .class ? $0 : nil }
  }

  /// A change to `@State`, risky if the creation of the object does more than store values.
  static func become(
    state name: String,
    _ id: RuleID,
    at node: some SyntaxProtocol,
    of subjects: [TypeSymbol.ID],
    _ edits: [Edit],
    making made: [TypeSymbol.ID],
    with value: ExprSyntax?,
    _ walk: Walk,
    _ facts: inout Facts
  ) {
    // An app's value and a static property's are created once.
    let isOfApp =
      walk.names.enclosingType.map { walk.table.types[$0].inherited.contains { $0.type.lastName == "App" } } ?? false
    let isStatic = node.ancestorsInMember.contains { $0.as(VariableDeclSyntax.self)?.modifiers.hasStatic == true }
    let isMadeOnce = isOfApp || isStatic
    var message = "`\(name)` is now `@State`."
    let owner = Owner(walk)
    if !isMadeOnce { message += " SwiftUI evaluates its initial value every time it creates \(owner.text)." }
    facts.states.append(
      StateObject(
        name: name,
        made: isMadeOnce ? [] : made,
        maker: isMadeOnce ? nil : value?.nameOfCalledFunction.flatMap { walk.names.isLocal($0) ? nil : $0 },
        view: walk.names.enclosingType,
        owner: owner,
        condition: CompilationCondition(around: node),
        change: Proposal(id, .change, at: walk.place(of: node), of: subjects, edits, message)
      )
    )
  }

  static func states(_ facts: [Facts], _ project: Project) -> [Proposal] {
    let deeds = InitialDeeds(facts.map(\.initialWork), facts.map(\.functionWork), project.table)
    let creations = facts.flatMap(\.creations).filter { !$0.isPreview }
    let created = Set(creations.map(\.subject))
    let createdBySwiftUI = Set(creations.filter { !$0.isRootOfController }.map(\.subject))
    let madeArguments = facts.reduce(into: Set<PropertyKey>()) { $0.formUnion($1.madeArguments) }
    return facts.flatMap(\.states).map { state in
      // All callers pass an object that exists already.
      if let parameter = state.parameter, created.contains(.view(parameter.type)), !madeArguments.contains(parameter) {
        return state.change
      }
      // Only controllers create the view, once each.
      if let view = state.view, !project.table.types[view].isPublic, created.contains(.view(view)),
        !createdBySwiftUI.contains(.view(view))
      {
        return state.change
      }
      let topic: String
      let work: String
      var moment = InitialWork.Moment.initializer
      if let deed = state.made.lazy.compactMap({ deeds.deed(of: $0, under: state.condition) }).first {
        moment = deed.moment
        work = "`\(project.table.types[deed.type].name)` \(deed.text) \(moment.text)"
        topic = "\(deed.type)"
      } else if let maker = state.maker, let deed = deeds.deed(ofFunction: maker, under: state.condition) {
        work = "`\(maker)` \(deed)"
        topic = maker
      } else {
        return state.change
      }
      let remedy =
        switch (state.owner, moment) {
        case (.view, .initializer): "Do that in `.task`, or create the object once and pass it in."
        case (.view, .end): "Do that in `.onDisappear`, or create the object once and pass it in."
        case (.other, _): "Create the object once and pass it in."
        }
      let message = """
        `\(state.name)` is now `@State`. SwiftUI evaluates its initial value every time it creates \(state.owner.text), \
        and \(work). \(remedy)
        """
      let rest = state.change.message
      let note = SharedNote(topic: "work of \(topic): \(remedy)", place: .place, property: state.name, rest: rest)
      return state.change.risky(message).sharing(note)
    }
  }
}

extension ExprSyntax {
  /// Whether it may create an object: without a call, it refers to an existing one.
  var makesObject: Bool { tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .leftParen } }

  /// `makeModel` of `makeModel(…)`
  fileprivate var nameOfCalledFunction: String? {
    self.as(FunctionCallExprSyntax.self)?.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.identifierText
  }
}
