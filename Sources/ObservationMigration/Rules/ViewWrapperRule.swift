import Foundation
import SwiftSyntax

/// Properties of views that hold an object: `@StateObject`, `@ObservedObject`, `@EnvironmentObject`, `@FocusedObject`.
///
/// `ViewWrapper` has their replacements.
enum ViewWrapperRule: Rule {
  struct Facts: RuleFacts {
    /// Properties with bindings, `$name`.
    var projections: Set<PropertyKey> = []
    /// The changes of properties, without and with bindings in any file.
    var alternatives: [(property: PropertyKey, plain: Proposal, projected: Proposal)] = []
    /// Types that views take from the environment, by the names of their properties.
    var inEnvironment: [String: Set<TypeSymbol.ID>] = [:]
    var given: Set<TypeSymbol.ID> = []
    /// Objects of unknown type in the environment: the change if the type converts, the objection, and what is said of an
    /// object whose type seems to be none of the views' objects.
    var unknownGifts: [UnknownGift] = []
    var gifts: [EnvironmentAnalysis.Gift] = []
    var states: [StateObject] = []
    /// Properties with an initial value that no initializer in the type's own declaration replaces.
    var initialValues: Set<PropertyKey> = []
    /// Reviews of initializers in extensions that replace the initial value of a property, if it has one.
    var replacements: [(property: PropertyKey, review: Proposal)] = []
    var observed: [ObservedObject] = []
    var initialWork: [TypeSymbol.ID: InitialWork] = [:]
    /// The work of functions outside of types, by name.
    var functionWork: [String: InitialWork] = [:]
    var weakRegistrations: Set<InitialDeeds.WeakRegistration> = []
    var creations: [ViewCreation] = []
    /// For each view that `NavigationLink`s create as their destination, the labels of the arguments that are existing objects.
    var links: [TypeSymbol.ID: [Set<String>]] = [:]
    /// The parameters of views' initializers for which some code may make an object, with the arguments that make it, nil where
    /// they aren't known.
    var madeArguments: [PropertyKey: [Arguments?]] = [:]
    /// Properties for objects from the environment.
    var taken: [TakenObject] = []
  }

  struct TakenObject: Sendable {
    let view: TypeSymbol.ID
    let name: String
    let types: [TypeSymbol.ID]
    let use: EnvironmentUse
    /// The change, and the one for a view with unknown creation.
    let change: Proposal
    let uncertain: Proposal
  }

  typealias UnknownGift = (name: String, change: Proposal, objection: Proposal, left: Proposal)

  static func register(_ visits: inout Visits<Facts>) {
    visits.on(VariableDeclSyntax.self, inspect)
    visits.on(VariableDeclSyntax.self) { node, walk, _ in inspectLocalObject(node, walk) }
    visits.on(CodeBlockItemSyntax.self, inspect)
    visits.on(FunctionCallExprSyntax.self, inspect)
    visits.on(FunctionCallExprSyntax.self) { node, walk, facts -> Void in
      guard let creation = ViewCreation(node, walk) else { return }
      facts.creations.append(creation)
      guard case .view(let view) = creation.subject, !creation.isPreview else { return }
      noteMadeArguments(of: node, to: view, walk, &facts)
      if node.isDestinationOfLink {
        let existing = node.arguments.filter { !$0.expression.makesObject }.compactMap { $0.label?.identifierText }
        facts.links[view, default: []].append(Set(existing))
      }
      for argument in node.arguments { noteGiven(argument, to: view, walk, &facts) }
    }
    visits.on(FunctionCallExprSyntax.self) { node, walk, facts -> Void in
      guard node.calledExpression.trimmedText == "self.init", let view = walk.names.enclosingType else { return }
      noteMadeArguments(of: node, to: view, walk, &facts)
    }
    visits.on(DeclReferenceExprSyntax.self) { node, walk, facts -> Void in
      inspectProjection(ExprSyntax(node), walk, &facts)
    }
    visits.on(MemberAccessExprSyntax.self) { node, walk, facts -> Void in
      inspectProjection(ExprSyntax(node), walk, &facts)
    }
    visits.on(FunctionDeclSyntax.self) { node, walk, facts in
      if node.parent?.parent?.parent?.is(SourceFileSyntax.self) == true, node.signature.returnClause != nil,
        let body = node.body
      {
        facts.functionWork[node.name.identifierText, default: InitialWork()].add(function: body)
      }
      guard let type = madeType(walk) else { return }
      if node.keepsArgumentWeakly {
        let label = node.signature.parameterClause.parameters.first?.firstName.identifierText
        facts.weakRegistrations.insert(
          .init(type: type, method: node.name.identifierText, label: label == "_" ? nil : label)
        )
      }
      guard walk.models[type] != nil else { return }
      facts.initialWork[type, default: InitialWork()].add(node)
    }
    visits.on(InitializerDeclSyntax.self) { node, walk, facts in
      guard let type = madeType(walk) else { return }
      facts.initialWork[type, default: InitialWork()].add(node, at: walk.place(of: node))
    }
    visits.on(DeinitializerDeclSyntax.self) { node, walk, facts in
      guard let type = madeType(walk) else { return }
      facts.initialWork[type, default: InitialWork()].add(node)
    }
    visits.on(VariableDeclSyntax.self) { node, walk, facts in
      guard node.isMember, !node.modifiers.hasStatic, !node.isLazy, let type = madeType(walk) else { return }
      for binding in node.bindings {
        facts.initialWork[type, default: InitialWork()].add(binding)
      }
    }
  }

  /// Notes the arguments of a view's initializer that may make an object: all but local variables, parameters and stored
  /// properties.
  private static func noteMadeArguments(
    of node: FunctionCallExprSyntax,
    to view: TypeSymbol.ID,
    _ walk: Walk,
    _ facts: inout Facts
  ) {
    for argument in node.arguments {
      guard let label = argument.label?.identifierText else { continue }
      if let name = argument.expression.ownReference?.baseName.identifierText {
        if argument.expression.is(DeclReferenceExprSyntax.self), walk.names.isLocal(name) { continue }
        if let owner = walk.names.enclosingType, walk.table.types[owner].storedProperty(name)?.isLazy == false {
          continue
        }
      }
      let member = walk.table.property(label, of: view)
      let types = member.flatMap { walk.modelTypes(in: walk.table.type(of: $0.member, in: $0.scope)) } ?? []
      facts.madeArguments[PropertyKey(type: view, name: label), default: []]
        .append(arguments(making: types, by: argument.expression, walk))
    }
  }

  static func conclude(_ facts: [Facts], _ project: Project) -> [Proposal] {
    let projections = facts.reduce(into: Set<PropertyKey>()) { $0.formUnion($1.projections) }
    let initialValues = facts.reduce(into: Set<PropertyKey>()) { $0.formUnion($1.initialValues) }
    let properties =
      facts.flatMap(\.alternatives).map { projections.contains($0.property) ? $0.projected : $0.plain }
      + taken(facts, project) + states(facts, project) + replaced(facts, project)
      + facts.flatMap(\.replacements).filter { initialValues.contains($0.property) }.map(\.review)
    let inEnvironment = facts.reduce(into: [String: Set<TypeSymbol.ID>]()) { all, facts in
      all.merge(facts.inEnvironment) { $0.union($1) }
    }
    guard !inEnvironment.isEmpty else { return properties }
    let given = facts.reduce(into: Set<TypeSymbol.ID>()) { $0.formUnion($1.given) }
    return properties + facts.flatMap(\.unknownGifts).map { taken($0, inEnvironment, given, project) }
  }

  /// Properties for objects from the environment, and views created without one.
  private static func taken(_ facts: [Facts], _ project: Project) -> [Proposal] {
    let all = facts.flatMap(\.taken)
    var taken: [TypeSymbol.ID: Set<TypeSymbol.ID>] = [:]
    for object in all { taken[object.view, default: []].formUnion(object.types) }
    let analysis = EnvironmentAnalysis(facts.flatMap(\.creations), facts.flatMap(\.gifts), taken: taken, project)
    var reported: [Place: Set<TypeSymbol.ID>] = [:]
    // An object is missing there, and a view reads that object as soon as it appears.
    let stopped = Set(
      all.lazy.filter { $0.use == .shown }.flatMap { object in
        object.types.flatMap { analysis.beginnings(showing: object.view, without: $0, isAlsoBehindTaking: true) }
          .filter { $0.isPreview && !$0.isConditional && !$0.isOfElement }.map(\.place)
      }
    )
    return all.flatMap { object -> [Proposal] in
      guard object.use == .later || object.use == .sometimes else { return [object.change] }
      guard analysis.isCreated(object.view) else { return [object.uncertain] }
      let (view, type) = (project.table.types[object.view].name, object.types[0])
      let beginnings = object.types.flatMap { analysis.beginnings(showing: object.view, without: $0) }
      return [object.change]
        + beginnings.filter { beginning in
          // The values in a preview seldom show all views that depend on a condition.
          if beginning.isPreview, beginning.isConditional { return false }
          if isOfOtherTarget(beginning, than: object, project) { return false }
          return !stopped.contains(beginning.place) && reported[beginning.place, default: []].insert(type).inserted
        }
        .map { beginning in
          let creation =
            switch beginning.subject {
            case .view(let root) where project.table.types[root].name == view: "`\(view)` is created here"
            case .view(let root): "`\(project.table.types[root].name)` is created here and shows `\(view)`"
            case .method(let name, _):
              "`\(name)` is called here and \(project.table.isViewModifier(object.view) ? "applies" : "shows") `\(view)`"
            }
          let name = project.table.types[type].name
          let message =
            beginning.isPreview
            ? """
            No `\(name)` is in the environment of this preview. The preview now crashes when the view appears; before, it \
            crashed only if a view read `\(object.name)`. Add `.environment(…)`, or write `\(object.name): \(name)?`.
            """
            : """
            \(creation), and no `\(name)` is in the environment. The app now crashes when the view appears; before, it \
            crashed only if the view read `\(object.name)`. Add `.environment(…)` here, or write `\(object.name): \(name)?`.
            """
          let note = Proposal.review(object.change.rule, at: beginning.place, of: object.change.subjects, message)
          return beginning.isPreview
            ? note.sharing(SharedNote(topic: "preview without \(type)", place: .preview, rest: message)) : note
        }
    }
  }

  /// Whether a view of the same name is declared beside the place that creates one, as in another target.
  private static func isOfOtherTarget(_ creation: ViewCreation, than object: TakenObject, _ project: Project) -> Bool {
    func folder(_ file: Int) -> String { URL(filePath: project.files[file].path).deletingLastPathComponent().path() }
    let (own, place) = (object.change.place.file, folder(creation.place.file))
    guard creation.subject == .view(object.view), folder(own) != place else { return false }
    return project.table.types[object.view].declaringFiles.contains { $0 != own && folder($0) == place }
  }

  static func id(_ wrapper: ViewWrapper) -> RuleID {
    ids[wrapper.name] ?? RuleID(rawValue: wrapper.name)
  }

  private static func inspect(_ node: VariableDeclSyntax, _ walk: Walk, _ facts: inout Facts) -> Claim {
    for wrapper in ViewWrapper.all {
      guard let attribute = node.attributes.attribute(wrapper.name) else { continue }
      let use = Use(wrapper: wrapper, attribute: attribute)
      guard node.isMember else {
        inspectLocal(node, use, walk, &facts)
        return .none
      }
      guard let type = walk.names.enclosingType else { return .none }
      if let property = ViewProperty(node, type, walk) { return inspect(property, use, walk, &facts) }
      return .node
    }
    for name in ViewWrapper.foreign {
      guard let attribute = node.attributes.attribute(name), let type = walk.names.enclosingType,
        let property = ViewProperty(node, type, walk), let id = ids["StateObject"]
      else { continue }
      let message = """
        `@\(name)` doesn't take an `@Observable` object: hold the object in `@State`, or in a wrapper of that module for \
        such objects, and give `\(property.name)` its initial value.
        """
      walk.decide(id, at: attribute, of: property.types ?? [], message)
    }
    return .none
  }

  /// The use of a wrapper in a declaration.
  private struct Use {
    let wrapper: ViewWrapper
    let attribute: AttributeSyntax

    var id: RuleID { ViewWrapperRule.id(wrapper) }
  }

  private static func inspect(_ property: ViewProperty, _ use: Use, _ walk: Walk, _ facts: inout Facts) -> Claim {
    let (id, attribute, node, owner) = (use.id, use.attribute, property.node, property.owner)
    let (name, annotation) = (property.name, property.binding.typeAnnotation)
    let isKey = if case .key = use.wrapper.counterpart { true } else { false }
    guard let types = property.types, annotation != nil || !isKey else {
      leave(name, use, in: node.enclosingType ?? Syntax(node), walk)
      return .node
    }
    // Another module's objects.
    guard !types.isEmpty else { return .none }
    keepIsolation(of: property, types, id, walk)
    if walk.models.getsMacro(owner, walk.table), node.isTrackedByMacro {
      // The class around and the type of the object convert without each other.
      let edit = walk.inserting("@ObservationIgnored ", at: node.startOffset)
      let message = "`\(name)` stays untracked: what reads the object's properties observes them."
      walk.change(id, at: attribute, of: [owner], [edit], message)
    }
    func proposal(_ edits: [Edit], _ message: String) -> Proposal {
      Proposal(id, .change, at: walk.place(of: attribute), of: types, edits, message)
    }
    switch use.wrapper.counterpart {
    case .wrapper(let counterpart):
      var edits = [walk.replacing(attribute.attributeName, with: walk.qualified(counterpart))]
      var value = property.binding.initializer?.value
      let replacement = property.replacementOfInitialValue(walk)
      if case .always(let typeAnnotation)? = replacement {
        edits.append(typeAnnotation)
        value = nil
      } else if let replacement {
        walk.propose(reviewOfInitialValue(name, types, id, at: walk.place(of: attribute), replacement))
      } else if value != nil {
        facts.initialValues.insert(PropertyKey(type: owner, name: name))
      }
      // An argument of the memberwise initializer was created only once, too.
      let isParameter = property.isParameterOfMemberwiseInitializer
      let made = isParameter || value?.makesObject == true ? types : []
      let origin: Origin = value == nil ? .initializer : .declaration
      become(state: name, id, at: attribute, of: types, edits, making: made, with: value, from: origin, walk, &facts)
      if isParameter { facts.states[facts.states.count - 1].parameter = PropertyKey(type: owner, name: name) }
    case .plain(let projected):
      noteMade(name, types, by: property.binding.initializer?.value, id, at: attribute, in: owner, walk, &facts)
      let removal = [walk.removing(attribute: attribute)]
      let constant =
        property.isHiddenFromMemberwiseInitializer ? [walk.replacing(node.bindingSpecifier, with: "let")] : []
      let replacement = walk.replacing(attribute.attributeName, with: walk.qualified(projected))
      facts.alternatives.append(
        (
          PropertyKey(type: owner, name: name), plain: proposal(removal + constant, plainMessage(name)),
          projected: proposal([replacement], bindableMessage(name))
        )
      )
    case .key(let counterpart, _):
      guard let annotation else { return .node }
      facts.inEnvironment[name, default: []].formUnion(types.filter(walk.models.isCandidate))
      let type = walk.text(annotation.type.as(OptionalTypeSyntax.self)?.wrappedType ?? annotation.type)
      // A focused value is nil without an object anyway.
      let reads: EnvironmentUse =
        use.wrapper.name == "EnvironmentObject"
        ? EnvironmentUse(of: name, declaredBy: node, in: owner, walk) : .shown
      let (start, end) = (property.binding.pattern.utf8Range.upperBound, annotation.utf8Range.upperBound)
      let edits = [
        walk.replacing(attribute.attributeName, with: "\(walk.qualified(counterpart))(\(type).self)"),
        reads == .none ? Edit(end..<end, with: "?") : Edit(start..<end, with: ""),
      ]
      let source = "`\(name)` comes from `@Environment(\(type).self)`"
      var change = proposal(edits, source + ".")
      var uncertain = change
      if reads == .none {
        let message =
          "\(source), and is optional: nothing reads it, so the view may be used where there is no such object."
        change = proposal(edits, message)
      } else if reads == .later {
        let message = """
          Put the `\(type)` into the environment wherever `\(walk.name(owner))` is used, in previews as well, or write \
          `\(name): \(type)?`. \(source) now, and without that object the app crashes as soon as the view appears. \
          Before, it crashed only when an action read `\(name)`.
          """
        let note = SharedNote(topic: "actions with \(type)", place: .view, rest: change.message)
        uncertain = change.risky(message).sharing(note)
      }
      facts.taken.append(
        TakenObject(view: owner, name: name, types: types, use: reads, change: change, uncertain: uncertain)
      )
    }
    return .node
  }

  /// Leaves a property or a variable of unknown type, and the types with all of its used members.
  private static func leave(_ name: String, _ use: Use, in scope: Syntax, _ walk: Walk) {
    guard !walk.models.candidates.isEmpty else { return }
    let members = scope.membersUsed(of: name)
    guard members.isEmpty else {
      let message = """
        The type of `\(name)` isn't known here, so types that have the members used here can't be converted: write `var \
        \(name): …`.
        """
      return walk.decide(use.id, at: use.attribute, of: walk.candidates(having: members), message)
    }
    let message =
      "The type of `\(name)` isn't known here, and it keeps its wrapper: if its type is converted, write `var \(name): …`."
    walk.propose(.objection(use.id, at: walk.place(of: use.attribute), of: [], message))
  }

  private static func inspectLocal(_ node: VariableDeclSyntax, _ use: Use, _ walk: Walk, _ facts: inout Facts) {
    guard let variable = LocalWrapper(node, walk) else { return }
    guard let types = variable.types else {
      return leave(variable.name, use, in: node.parent?.parent ?? Syntax(node), walk)
    }
    guard !types.isEmpty, variable.use == nil else { return }
    let (id, attribute, name) = (use.id, use.attribute, use.attribute.attributeName)
    switch use.wrapper.counterpart {
    case .wrapper(let counterpart):
      let edit = walk.replacing(name, with: walk.qualified(counterpart))
      let value = node.bindings.first?.initializer?.value
      // A preview makes its variables once.
      let made = value?.makesObject == true && !variable.isPreviewable ? types : []
      let state = variable.name
      become(
        state: state,
        id,
        at: attribute,
        of: types,
        [edit],
        making: made,
        with: value,
        from: .declaration,
        walk,
        &facts
      )
    case .plain(let projected):
      let isBound = variable.isProjected || variable.isPreviewable
      let edit =
        isBound
        ? walk.replacing(name, with: walk.qualified(projected)) : walk.removing(attribute: attribute)
      let message = isBound ? bindableMessage(variable.name) : plainMessage(variable.name)
      walk.change(id, at: attribute, of: types, [edit], message)
    case .key:
      let message = """
        `\(variable.name)` isn't a property of a view: write `@Environment(T.self) var \(variable.name)`, and \
        `Bindable(\(variable.name)).name` for a binding.
        """
      walk.decide(id, at: attribute, of: types, message)
    }
  }

  static func plainMessage(_ name: String) -> String {
    "`\(name)` needs no wrapper: a view observes what its body reads."
  }

  static func bindableMessage(_ name: String) -> String {
    "`\(name)` is `@Bindable`, because bindings are made from it."
  }
}
