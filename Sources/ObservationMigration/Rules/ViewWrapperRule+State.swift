import SwiftSyntax

/// Objects that become an initial value of `@State`.
extension ViewWrapperRule {
  struct StateObject: Sendable {
    let name: String
    /// The types possibly created with the value.
    let made: [TypeSymbol.ID]
    /// The arguments that make the object; nil if they aren't known.
    let arguments: Arguments?
    /// The function outside of types that makes the object.
    let maker: String?
    let view: TypeSymbol.ID?
    let owner: Owner
    let origin: Origin
    let condition: CompilationCondition
    /// The change, with the message for any object.
    let change: Proposal
    /// The parameter of a memberwise initializer that takes the object.
    var parameter: PropertyKey?

    /// How many of these links create the view with an object of its own.
    func countOfLinks(_ links: [TypeSymbol.ID: [Set<String>]]) -> Int {
      guard let view else { return 0 }
      return links[view, default: []].count { parameter == nil || !$0.contains(name) }
    }
  }

  /// Where the initial value stands.
  enum Origin: Sendable {
    /// At the declaration. From Xcode 27 on, `@State` evaluates it once.
    case declaration
    /// In an initializer, or in the call of the memberwise initializer.
    case initializer

    /// When SwiftUI evaluates it.
    func text(_ owner: Owner) -> String {
      sentence("SwiftUI evaluates its initial value every time it creates \(owner.text)")
    }

    /// A sentence that is true before Xcode 27 only, if the value stands at the declaration.
    func sentence(_ text: String) -> String {
      self == .declaration ? "Before Xcode 27, \(text)" : text.prefix(1).uppercased() + text.dropFirst()
    }
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

  /// The class or actor around, of which objects can be created.
  static func madeType(_ walk: Walk) -> TypeSymbol.ID? {
    walk.names.enclosingType.flatMap { walk.table.types[$0].kind.isOfObjects ? $0 : nil }
  }

  /// The types whose objects a value of these types may make: the written one, or any subclass, as in `make()`.
  private static func made(_ types: [TypeSymbol.ID], by value: ExprSyntax?, _ walk: Walk) -> [TypeSymbol.ID] {
    if value?.createdType(for: types.first.map(walk.name)) != nil { return types }
    let table = walk.table
    return types.flatMap { type in [type] + table.types.indices.filter { table.superclasses[$0].contains(type) } }
  }

  /// The arguments of `Model(id: 1)` or `.init(id: 1)`, where an object of these types is wanted; nil for another expression.
  static func arguments(making types: [TypeSymbol.ID], by value: ExprSyntax?, _ walk: Walk) -> Arguments? {
    guard let value, let call = value.as(FunctionCallExprSyntax.self) else { return nil }
    let isNamed = value.createdType(for: nil) != nil && walk.modelTypes(in: walk.type(of: value)) == types
    return isNamed || call.calledExpression.trimmedText == ".init" ? Arguments(call) : nil
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
    from origin: Origin,
    _ walk: Walk,
    _ facts: inout Facts
  ) {
    // An app's value and a static property's are created once.
    let isOfApp =
      walk.names.enclosingType.map { walk.table.types[$0].inherited.contains { $0.type.lastName == "App" } } ?? false
    let isStatic = node.ancestorsInMember.contains { $0.as(VariableDeclSyntax.self)?.modifiers.hasStatic == true }
    let isMadeOnce = isOfApp || isStatic || origin == .declaration && walk.options.hasLazyState
    var message = "`\(name)` is now `@State`."
    if edits.count > 1, origin == .initializer, value == nil {
      message += " Its initial value is removed, because each initializer assigns another."
    }
    let owner = Owner(walk)
    if !isMadeOnce { message += " \(origin.text(owner))." }
    facts.states.append(
      StateObject(
        name: name,
        made: isMadeOnce ? [] : Self.made(made, by: value, walk),
        arguments: arguments(making: made, by: value, walk),
        maker: isMadeOnce ? nil : value?.nameOfCalledFunction.flatMap { walk.names.isLocal($0) ? nil : $0 },
        view: walk.names.enclosingType,
        owner: owner,
        origin: origin,
        condition: CompilationCondition(around: node),
        change: Proposal(id, .change, at: walk.place(of: node), of: subjects, edits, message)
      )
    )
  }

  /// A review of an initial value that initializers replace, and that can't be removed.
  static func reviewOfInitialValue(
    _ name: String,
    _ types: [TypeSymbol.ID],
    _ id: RuleID,
    at place: Place,
    _ replacement: ViewProperty.Replacement
  ) -> Proposal {
    let remedy =
      switch replacement {
      case .sometimes: "Remove the former, and assign `\(name)` in each initializer."
      case .alwaysByHand, .always: "Write the type of `\(name)` in place of the former."
      }
    let message = """
      `\(name)` has an initial value at its declaration, and an initializer assigns another. From Xcode 27 on, `@State` keeps \
      the value at the declaration. \(remedy)
      """
    return .review(id, at: place, of: types, message)
  }

  /// An object for `@ObservedObject` that a view makes: for itself, whenever the view is created, or in its body for
  /// another view, as in `ForEach(rows) { RowView(model: RowModel($0)) }`.
  struct ObservedObject: Sendable {
    let name: String
    let types: [TypeSymbol.ID]
    let arguments: Arguments?
    let view: TypeSymbol.ID
    let rule: RuleID
    let place: Place
    /// The view whose body makes it for another view. A change of what this view observed ran its body before, too.
    var giver: TypeSymbol.ID?
  }

  static func noteMade(
    _ name: String,
    _ types: [TypeSymbol.ID],
    by value: ExprSyntax?,
    _ id: RuleID,
    at node: some SyntaxProtocol,
    in view: TypeSymbol.ID,
    _ walk: Walk,
    _ facts: inout Facts
  ) {
    guard value?.makesObject == true, walk.table.types[view].kind == .struct else { return }
    let arguments = arguments(making: types, by: value, walk)
    let place = walk.place(of: node)
    facts.observed.append(
      ObservedObject(name: name, types: types, arguments: arguments, view: view, rule: id, place: place)
    )
  }

  static func noteGiven(
    _ argument: LabeledExprSyntax,
    to view: TypeSymbol.ID,
    _ walk: Walk,
    _ facts: inout Facts
  ) {
    let value = argument.expression
    guard let name = argument.label?.identifierText, value.createdType(for: name) != nil,
      let giver = walk.names.enclosingType, walk.table.isView(giver) || walk.table.isViewModifier(giver),
      !value.ancestors.contains(where: { ancestor in
        let inherited = ancestor.as(StructDeclSyntax.self)?.inheritanceClause?.inheritedTypes ?? []
        return inherited.contains { TypeReference($0.type).lastName == "PreviewProvider" }
      }),
      walk.property(name, in: [view])?.member.hasAttribute("ObservedObject") == true,
      !value.ancestorsInMember.contains(where: { node in
        node.as(ClosureExprSyntax.self)?.isAction == true
          || node.as(VariableDeclSyntax.self)?.modifiers.hasStatic == true
      })
    else { return }
    let types = walk.modelTypes(in: walk.type(of: value)) ?? walk.modelTypes(inProperty: name, of: view)
    facts.observed.append(
      ObservedObject(
        name: name,
        types: types ?? [],
        arguments: arguments(making: types ?? [], by: value, walk),
        view: view,
        rule: ids["ObservedObject"] ?? "ObservedObject",
        place: walk.place(of: value),
        giver: giver
      )
    )
  }

  /// The objects of `@ObservedObject` that are now replaced when a property changes which their initializers read.
  static func replaced(_ facts: [Facts], _ project: Project) -> [Proposal] {
    let madeOnce = ViewsMadeOnce(facts, project)
    return facts.flatMap(\.observed).compactMap { object in
      if object.giver.map(madeOnce.onlyPreviewsMake) ?? madeOnce.contain(object.view) { return nil }
      let read = object.types.lazy.compactMap { type -> InitialRead? in
        let property = project.initialReads.changed(afterCreationOf: type, madeWith: object.arguments)
        if let giver = object.giver, let property, project.table.observes(property.type, giver) { return nil }
        return InitialRead(by: type, property, project)
      }.first
      guard let read else { return nil }
      let creator = object.giver.map { "`\(project.table.types[$0].name)`" } ?? "what creates the view"
      let remedy =
        object.giver == nil
        ? "Hold it in `@State`, or create it once and pass it in."
        : "Create it once and pass it in, or read `\(read.name)` after the view has appeared."
      let message = """
        `\(object.name)` is created with the view, and \(read.text): \(creator) now depends on `\(read.name)`, and \
        each change replaces the object. \(remedy)
        """
      let note = SharedNote(topic: "reads of \(read.type)", place: .place, property: object.name, rest: message)
      return .review(object.rule, at: object.place, of: object.types, message).sharing(note)
    }
  }

  /// The views that are created once each, and so make no further objects.
  private struct ViewsMadeOnce {
    private let created: Set<TypeSymbol.ID>
    private let createdBySwiftUI: Set<TypeSymbol.ID>
    private let previewed: Set<TypeSymbol.ID>
    private let table: SymbolTable

    init(_ facts: [Facts], _ project: Project) {
      table = project.table
      func views(_ isIncluded: (ViewCreation) -> Bool) -> Set<TypeSymbol.ID> {
        Set(
          facts.lazy.flatMap(\.creations).filter(isIncluded).compactMap { creation in
            if case .view(let view) = creation.subject { view } else { nil }
          }
        )
      }
      created = views { !$0.isPreview }
      createdBySwiftUI = views { !$0.isPreview && !$0.isRootOfController }
      previewed = views(\.isPreview)
    }

    /// Whether only controllers create a view, or only previews do.
    func contain(_ view: TypeSymbol.ID) -> Bool {
      onlyPreviewsMake(view) || !table.types[view].isPublic && isCreated(view) && !createdBySwiftUI.contains(view)
    }

    /// Whether only previews create a view: the app never shows it.
    func onlyPreviewsMake(_ view: TypeSymbol.ID) -> Bool {
      !table.types[view].isPublic && previewed.contains(view) && !isCreated(view)
    }

    func isCreated(_ view: TypeSymbol.ID) -> Bool { created.contains(view) }
  }

  static func states(_ facts: [Facts], _ project: Project) -> [Proposal] {
    let weakRegistrations = facts.reduce(into: Set()) { $0.formUnion($1.weakRegistrations) }
    let deeds = InitialDeeds(
      facts.map(\.initialWork),
      facts.map(\.functionWork),
      weakRegistrations,
      project.table
    )
    let madeOnce = ViewsMadeOnce(facts, project)
    let madeArguments = facts.reduce(into: [PropertyKey: [Arguments?]]()) {
      $0.merge($1.madeArguments, uniquingKeysWith: +)
    }
    let links = facts.reduce(into: [TypeSymbol.ID: [Set<String>]]()) { $0.merge($1.links, uniquingKeysWith: +) }
    return facts.flatMap(\.states).map { state in
      var arguments = [state.arguments]
      if let parameter = state.parameter, madeOnce.isCreated(parameter.type) {
        // All callers pass an object that exists already.
        guard let made = madeArguments[parameter] else { return state.change }
        arguments = made
      }
      if let view = state.view, madeOnce.contain(view) { return state.change }
      let topic: String
      let work: String
      var moment = InitialWork.Moment.initializer
      let reads = state.made.lazy.flatMap { type in
        arguments.compactMap {
          InitialRead(by: type, project.initialReads.changed(byObjectOf: type, madeWith: $0), project)
        }
      }
      if let read = reads.first {
        work = """
          \(read.text) and changes it later: what creates \(state.owner.text) depends on `\(read.name)`, and makes a new \
          object after each change, perhaps endlessly
          """
        topic = "\(read.type)"
      } else if let deed = state.made.lazy.compactMap({
        deeds.deed(of: $0, madeWith: arguments, under: state.condition, isKept: state.countOfLinks(links) > 0)
      }).first {
        moment = deed.moment
        work = "`\(project.table.types[deed.type].name)` \(deed.text) \(moment.text)"
        topic = "\(deed.type)"
      } else if let maker = state.maker, let deed = deeds.deed(ofFunction: maker, under: state.condition) {
        work = "`\(maker)` \(deed)"
        topic = maker
      } else {
        return project.inLinks(state, links)
      }
      let remedy =
        switch (state.owner, moment) {
        case (.view, .initializer): "Do that in `.task`, or create the object once and pass it in."
        case (.view, .end): "Do that in `.onDisappear`, or create the object once and pass it in."
        case (.other, _): "Create the object once and pass it in."
        }
      let message = """
        `\(state.name)` is now `@State`. \(state.origin.text(state.owner)), and \(work). \(remedy)
        """
      let rest = state.change.message
      let note = SharedNote(
        topic: "work of \(topic) \(state.origin): \(remedy)",
        place: .place,
        property: state.name,
        rest: rest
      )
      return state.change.risky(message).sharing(note)
    }
  }
}

extension SymbolTable {
  /// Whether a view holds an object of a type, or of one related to it, by a wrapper that observed all of its changes.
  fileprivate func observes(_ type: TypeSymbol.ID, _ view: TypeSymbol.ID) -> Bool {
    types[view].members.values.joined().contains { member in
      ViewWrapper.names.contains(where: member.hasAttribute)
        && symbols(behind: member.name, of: view).contains { isRelated($0, toAnyOf: [type]) }
    }
  }
}

extension Project {
  /// The change of an object in a view that a `NavigationLink` creates: the link keeps the view, with the object, until the
  /// code around the link runs again.
  fileprivate func inLinks(
    _ state: ViewWrapperRule.StateObject,
    _ links: [TypeSymbol.ID: [Set<String>]]
  ) -> Proposal {
    let count = state.countOfLinks(links)
    let edited = state.made.flatMap(table.lineage).flatMap { type in
      table.types[type].members.keys.sorted().filter { name in
        guard let member = table.types[type].storedProperty(name) else { return false }
        return isTracked(member, PropertyKey(type: type, name: name)) && reach.edits(member, of: type, table)
      }
    }
    guard let view = state.view, count > 0, let property = edited.first else { return state.change }
    let (link, time) =
      count == 1
      ? ("a `NavigationLink` creates", "the body around it runs")
      : ("\(count) `NavigationLink`s create", "the bodies around them run")
    let creation = "\(link) the view, with the object, when \(time)"
    let message = """
      `\(state.name)` is now `@State`. \(state.origin.sentence(creation)), not at each push: the next push may show the same \
      object, with `\(property)` as the user left it. Use `NavigationLink(value:)` with `.navigationDestination`, or create the \
      object in `.task`.
      """
    let note = SharedNote(topic: "link to \(view) with \(state.name)", place: .place, rest: state.change.message)
    return state.change.risky(message).sharing(note)
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

/// A tracked property that the initializer of a class reads.
private struct InitialRead {
  let type: TypeSymbol.ID
  let name: String
  let text: String

  init?(by type: TypeSymbol.ID, _ property: PropertyKey?, _ project: Project) {
    guard let property else { return nil }
    let isOwn = project.table.lineage(of: type).contains(property.type)
    self.type = type
    name = isOwn ? property.name : "\(project.table.types[property.type].name).\(property.name)"
    text = "`\(project.table.types[type].name)` reads `\(name)` in its initializer"
  }
}
