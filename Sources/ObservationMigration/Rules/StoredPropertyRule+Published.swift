import SwiftSyntax

extension StoredPropertyRule {
  /// Published properties, without `@Published`.
  enum Published {
    static let id: RuleID = "published"

    static func register(_ visits: inout Visits<Facts>) {
      visits.on(CodeBlockItemSyntax.self, inspect)
      visits.on(InitializerDeclSyntax.self) { node, walk in inspectAssignments(in: node.body, of: node, walk) }
      visits.on(DeinitializerDeclSyntax.self) { node, walk in inspectAssignments(in: node.body, of: node, walk) }
    }

    /// Why a published property of a model can't be tracked; nil if it can.
    private static func obstacle(to declaration: ClassProperty, _ attribute: AttributeSyntax) -> String? {
      let node = declaration.node
      guard let (_, token) = node.onlyVariable else {
        return "One `@Published` applies to several variables: write a declaration for each."
      }
      let name = token.identifierText
      if node.modifiers.hasStatic {
        return "`\(name)` is static, which `@Observable` doesn't track: move it into an observable object."
      }
      if attribute.arguments != nil {
        return "`@Published` of `\(name)` has arguments: write its initial value after `=`."
      }
      return obstacle(toTracking: token, declaration)
    }

    static func convert(_ property: StoredProperty, _ attribute: AttributeSyntax, _ declaration: ClassProperty) {
      var property = property
      property.obstacle = obstacle(to: declaration, attribute)
      switch property.outcome {
      case .blocked(let reason): declaration.decide(id, at: attribute, reason)
      case .publishedByOther: report(attribute, of: declaration.type, declaration.walk)
      default: remove(attribute, of: declaration)
      }
    }

    private static func remove(_ attribute: AttributeSyntax, of declaration: ClassProperty) {
      let (type, walk) = (declaration.type, declaration.walk)
      guard let name = declaration.node.bindings.first?.pattern.boundNames.first else { return }
      for binding in declaration.node.bindings { nameProperty(name, inObserversOf: binding, declaration) }
      let remark = remark(name, declaration)
      let message = "`\(name)` is tracked without `@Published`; assigning an equal value no longer notifies observers."
      walk.change(
        id,
        at: attribute,
        of: [type],
        [walk.removing(attribute: attribute)],
        isRisky: remark?.isRisky ?? false,
        sharing: remark?.topic.map { SharedNote(topic: $0, place: .place, property: name, rest: message) },
        remark?.message ?? message
      )
    }

    /// Reports it in a class that isn't a model.
    private static func report(_ attribute: AttributeSyntax, of type: TypeSymbol.ID, _ walk: Walk) {
      // A model may inherit it.
      let models = walk.models.candidates.filter { walk.table.superclasses[$0].contains(type) }
      // Only an unknown superclass can make the class an `ObservableObject`.
      if models.isEmpty, walk.table.unknownSuperclass(of: type) == nil { return }
      let effect: Proposal.Effect = models.isEmpty ? .note(.needsDecision) : .objection(.needsDecision)
      let message = """
        Nothing in these files makes `\(walk.name(type))` an `ObservableObject`: pass the files that declare what it \
        inherits from, or convert it by hand.
        """
      walk.propose(Proposal(id, effect, at: walk.place(of: attribute), of: [type] + models, message))
    }

    /// What is special about a property, with a topic shared with other properties; nil if nothing is.
    private static func remark(
      _ name: String,
      _ declaration: ClassProperty
    ) -> (message: String, topic: String?, isRisky: Bool)? {
      let (id, walk, reach) = (declaration.type, declaration.walk, declaration.walk.project.reach)
      guard let (member, scope) = walk.table.property(name, of: id) else { return nil }
      let symbol = walk.table.types[id]
      let isVisibleElsewhere = member.access == .anyone && symbol.isPublic
      if !reach.names.contains(name), reach.changesLater(member, of: id, walk.table), !isVisibleElsewhere {
        // Other views showed nothing new.
        guard walk.project.mayViewsShowUnobservedState(changedWith: PropertyKey(type: id, name: name)) else {
          return ("`\(name)` is tracked without `@Published`, though nothing reads it.", nil, false)
        }
        let message = """
          `\(name)` is changed, but nothing reads it. Its changes used to update all views of the object, and now update \
          none. Replace it with a property that views read, or remove it.
          """
        return (message, "unread properties of \(id)", true)
      }
      guard case .type(let value) = walk.table.type(of: member, in: scope).element, reach.canShow(member, of: symbol),
        reach.assigns(member, of: id, walk.table)
      else { return nil }
      // An optional object is always announced.
      let isOptional = member.typeText.map { $0.hasSuffix("?") || $0.hasSuffix("!") } ?? false
      if !isOptional, walk.table.type(of: member, in: scope) == .type(value),
        walk.project.bindingsChangeObject(in: member, of: id, value)
      {
        let message = """
          A binding that changes a part of `\(name)` assigns the same `\(walk.name(value))` again, which no longer notifies \
          observers, and `\(walk.name(value))` isn't observable: views keep showing the old part. Make \
          `\(walk.name(value))` `@Observable`.
          """
        return (message, "parts of \(value)", true)
      }
      let key = isVisibleElsewhere ? nil : PropertyKey(type: id, name: name)
      guard let equality = walk.project.incompleteEquality(of: value, assignedTo: key) else {
        return nil
      }
      let ignored = equality.ignored
      let message = """
        Assigning an equal value to `\(name)` no longer notifies observers, and `\(equality.function)` of \
        `\(walk.name(equality.type))` ignores \(ignored.quotedShortList): views may keep showing \
        \(ignored.count == 1 ? "the old one" : "old ones"). Let `\(equality.function)` compare \
        \(walk.table.types[equality.type].kind == .class ? "the objects with `===`" : "everything that views show"); if \
        other code needs it as it is, change a tracked value that views read along with `\(name)`.
        """
      return (message, "equality of \(equality.declaringType)", true)
    }

    /// Tracks an unpublished variable with announced or shown changes.
    static func track(
      _ variable: StoredVariables.Variable,
      _ outcome: StoredVariable.Outcome,
      _ declaration: ClassProperty
    ) {
      let (type, walk) = (declaration.type, declaration.walk)
      let (name, place) = (variable.name, variable.binding.pattern)
      switch outcome {
      case .blocked(let reason): walk.decide(id, at: place, of: [type], reason)
      case .tracked(.none): break
      case .tracked(let repetition):
        let message =
          repetition == .once
          ? "`\(name)` is tracked now, and its observer changes it, which runs the observers a second time."
          : """
          `\(name)` is tracked now, and its observer changes a part of it. Unless that belongs to an object, the observer \
          runs again and again: make sure that it doesn't assign `\(name)`.
          """
        walk.review(id, at: place, of: [type], message)
      case .ignored, .ignoredThoughShown: return
      }
      nameProperty(name, inObserversOf: variable.binding, declaration)
      for use in EarlyUse.uses(of: name, in: declaration) ?? [] {
        let message =
          "`\(name)` is tracked now. Before all properties have a value, only its storage can be used: `_\(name)`."
        declaration.change(id, at: use.token, [use.usingStorage(walk)], message)
      }
    }

    /// Replaces `#function` in the observers of a tracked property. `@Observable` moves the observers to the storage, whose name
    /// it would be: code like `defaults.set(size, forKey: #function)` would no longer find what it had stored.
    static func nameProperty(
      _ name: String,
      inObserversOf binding: PatternBindingSyntax,
      _ declaration: ClassProperty
    ) {
      guard case .accessors(let accessors)? = binding.accessorBlock?.accessors else { return }
      let skipped: Set<SyntaxKind> = [.accessorBlock, .functionDecl, .memberBlock]
      let macros = accessors.filter(\.isObserver).flatMap {
        $0.body?.nodes(MacroExpansionExprSyntax.self, skipping: skipped) ?? []
      }
      for macro in macros where macro.macroName.text == "function" {
        let edit = Edit(macro.startOffset..<macro.utf8Range.upperBound, with: "\"\(name)\"")
        let message = "In an observer of a tracked property, `#function` would be `_\(name)`."
        declaration.change(id, at: macro, [edit], message)
      }
    }

    /// Why an unpublished variable can't be tracked; nil if it can.
    static func obstacle(
      toTracking variable: StoredVariables.Variable,
      _ declaration: ClassProperty,
      _ repetition: Repetition
    ) -> String? {
      guard let identifier = variable.binding.name else { return nil }
      let name = variable.name
      if let obstacle = obstacle(toTracking: identifier, declaration) { return obstacle }
      if declaration.node.modifiers.isUnsafe {
        return """
          `@Observable` can't track a property that's `nonisolated(unsafe)`: isolate `\(name)`, or guard it with a lock.
          """
      }
      if EarlyUse.uses(of: name, in: declaration) == nil { return EarlyUse.message(name) }
      guard repetition == .endless else { return nil }
      return """
        `\(name)` has to be tracked, and its observer changes it. For a tracked property that runs the observer again, \
        perhaps endlessly: correct the value before it's assigned, in a method or in the setter of a computed property.
        """
    }

    /// Assignments in an initializer or `deinit` to a newly tracked property, which skipped its observers.
    private static func inspectAssignments(in body: CodeBlockSyntax?, of node: some DeclSyntaxProtocol, _ walk: Walk) {
      guard let body, let id = walk.names.enclosingType, walk.models.getsMacro(id, walk.table)
      else { return }
      let isInDeinit = node.is(DeinitializerDeclSyntax.self)
      for target in InitialAssignments(in: body).targets {
        let name = target.identifierText
        guard let member = walk.table.types[id].storedProperty(name), member.attributes.isEmpty, !member.isLazy,
          !member.isLet, !member.isUnsafe, walk.project.isTracked(member, PropertyKey(type: id, name: name)),
          // `deinit` can't call the setter of an isolated class.
          member.hasActingObservers || isInDeinit && walk.table.isIsolated(id)
        else { continue }
        // The storage is private.
        if target.isHidden("_" + name) || member.file != walk.file {
          let message = """
            `\(name)` is now tracked, so this assignment runs its `willSet` and `didSet`. Before, the observers didn't \
            run in an initializer or in `deinit`. Make sure that they may run here, or assign the value in another way.
            """
          walk.review(Self.id, at: target, of: [id], message)
        } else {
          let edit = walk.inserting("_", at: target.startOffset)
          let message = """
            `\(name)` is now tracked, and assigning it here would run its observers, which it didn't before. The value \
            is assigned to its storage, `_\(name)`.
            """
          walk.change(Self.id, at: target, of: [id], [edit], message)
        }
      }
    }

    /// Why the macro can't track a property; nil if it can.
    private static func obstacle(toTracking name: TokenSyntax, _ declaration: ClassProperty) -> String? {
      if name.text.hasPrefix("`") {
        return "`@Observable` can't track a property whose name is in backticks, \(name.text): rename it."
      }
      if declaration.node.modifiers.has("open") {
        return
          "`@Observable` can't track an open property: make `\(name.text)` public, or let a computed property be open."
      }
      let members = declaration.walk.table.types[declaration.type].members
      guard members["_" + name.text] != nil else { return nil }
      return "`@Observable` stores `\(name.text)` as `_\(name.text)`, which already exists: rename that."
    }

    /// `_name = Published(initialValue: value)`
    private static func inspect(_ item: CodeBlockItemSyntax, _ walk: Walk) {
      guard let expression = item.item.as(ExprSyntax.self), let assignment = StorageAssignment(expression),
        let id = walk.names.enclosingType,
        walk.models[id] == .model,
        walk.table.types[id].storedProperty(assignment.property)?.hasAttribute("Published") == true,
        assignment.wrapper == "Published" || assignment.wrapper == nil,
        ["initialValue", "wrappedValue"].contains(assignment.label?.text),
        let edits = assignment.plainAssignment(in: expression)
      else { return }
      assignment.claim(walk)
      let message = "`\(assignment.property)` is now initialized directly."
      walk.change(Self.id, at: assignment.target, of: [id], edits, message)
    }
  }

  /// Unpublished properties: `@ObservationIgnored`, unless views can show them.
  enum Unpublished {
    static let id: RuleID = "ignored-storage"

    static func convert(_ declaration: ClassProperty) {
      let (node, type, walk) = (declaration.node, declaration.type, declaration.walk)
      guard let variables = StoredVariables(node, of: type, walk) else {
        // The macro leaves tuples alone.
        if node.bindings.count > 1 {
          declaration.decide(id, at: node.bindings, "Several variables share one declaration: write one for each.")
        }
        return
      }
      // One finding for each variable; the first has the edits of all.
      var edits = variables.isAnnounced ? [] : variables.split(walk)
      for variable in variables.all {
        let outcome = StoredVariable(variable, declaration).outcome
        if !variable.isAnnounced {
          var isRisky = false
          if case .ignoredThoughShown = outcome {
            let key = declaration.key(variable.name)
            isRisky =
              walk.table.types[key.type].storedProperty(key.name).map {
                walk.project.reach.changesLater($0, of: key.type, walk.table)
              } ?? true
          }
          let isCache = walk.project.reach.caches.contains(declaration.key(variable.name))
          let message = message(outcome, variable.name, isCache: isCache)
          walk.change(id, at: variable.binding.pattern, of: [type], edits, isRisky: isRisky, message)
          edits = []
        }
        Published.track(variable, outcome, declaration)
      }
    }

    private static func message(_ outcome: StoredVariable.Outcome, _ name: String, isCache: Bool) -> String {
      switch outcome {
      case .ignored where isCache:
        "`\(name)` wasn't published, and stays untracked: it only keeps what the functions that read it have made."
      case .ignored: "`\(name)` wasn't published, and stays untracked: no view can show it."
      case .ignoredThoughShown(let obstacle):
        """
        `\(name)` wasn't published, and stays untracked, because \(reason(obstacle)): views that show it follow it only \
        when something else that they read changes.
        """
      case .tracked, .blocked: "`\(name)` wasn't published, and is tracked now, because views may show it."
      }
    }

    private static func reason(_ obstacle: ViewReach.Obstacle) -> String {
      switch obstacle {
      case .readAtEnd: "`deinit` reads it and a tracked property of an isolated class can't be read there"
      case .unsafe: "a tracked property can't be `nonisolated(unsafe)`"
      }
    }
  }
}

extension StoredVariable {
  fileprivate init(_ variable: StoredVariables.Variable, _ declaration: ClassProperty) {
    let (key, walk) = (declaration.key(variable.name), declaration.walk)
    isAnnounced = variable.isAnnounced
    isShown = variable.isShown
    untrackable = walk.project.reach.untrackable[key]
    guard variable.isTracked else { return }
    repetition = Repetition(observers: variable.binding, of: key, walk.table)
    obstacle = StoredPropertyRule.Published.obstacle(toTracking: variable, declaration, repetition)
  }
}
