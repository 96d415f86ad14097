import SwiftSyntax

extension StoredPropertyRule {
  /// `@Published` off.
  enum Published {
    enum Message {}

    static let id: RuleID = "published"

    static func register(_ visits: inout Visits<Facts>) {
      visits.on(CodeBlockItemSyntax.self, inspect)
      visits.on(InitializerDeclSyntax.self) { node, walk in inspectAssignments(in: node.body, of: node, walk) }
      visits.on(DeinitializerDeclSyntax.self) { node, walk in inspectAssignments(in: node.body, of: node, walk) }
    }

    /// Why a published property of a model can't be tracked; nil if it can.
    static func obstacle(to declaration: ClassProperty, _ attribute: AttributeSyntax) -> String? {
      let node = declaration.node
      guard node.bindings.count == 1, let identifier = node.bindings.first?.name else {
        return Message.severalVariables
      }
      if node.modifiers.hasStatic { return Message.isStatic(identifier.identifierText) }
      if attribute.arguments != nil { return Message.hasArguments(identifier.identifierText) }
      return obstacle(toTracking: identifier, declaration)
    }

    static func remove(_ attribute: AttributeSyntax, of declaration: ClassProperty) {
      let (type, walk) = (declaration.type, declaration.walk)
      guard let name = declaration.node.bindings.first?.pattern.boundNames.first else { return }
      let remark = remark(name, type, walk)
      walk.change(
        id,
        at: attribute,
        of: [type],
        [walk.removing(attribute: attribute)],
        isRisky: remark != nil,
        sharing: remark?.topic.map { SharedNote(topic: $0, place: .place, rest: Message.isTracked(name)) },
        remark?.message ?? Message.isTracked(name)
      )
    }

    /// Reports it where it stands in a class that is no model.
    static func report(_ attribute: AttributeSyntax, of type: TypeSymbol.ID, _ walk: Walk) {
      // A subclass that is a model publishes what it inherits.
      let models = walk.models.candidates.filter { walk.table.superclasses(of: $0).contains(type) }
      // Something outside may make it an `ObservableObject`; any other needs no migration.
      if models.isEmpty, walk.table.unknownSuperclass(of: type) == nil { return }
      let effect: Proposal.Effect = models.isEmpty ? .note(.needsDecision) : .objection(.needsDecision)
      let message = Message.hasNoConformance(walk.name(type))
      walk.propose(Proposal(id, effect, at: walk.place(of: attribute), of: [type] + models, message))
    }

    /// What shows at run time, with what it has in common with other properties; nil if hardly anything does.
    private static func remark(
      _ name: String,
      _ id: TypeSymbol.ID,
      _ walk: Walk
    ) -> (message: String, topic: String?)? {
      let reach = walk.project.reach
      guard let (member, scope) = walk.table.members(name, of: id).first else { return nil }
      let isVisibleElsewhere = member.access == .anyone && walk.table.types[id].isPublic
      if !reach.names.contains(name), reach.changedNames.contains(name), !isVisibleElsewhere {
        return (Message.isNeverRead(name), nil)
      }
      var type = walk.table.type(of: member, in: scope)
      while case .collection(let element) = type { type = element }
      guard case .type(let value) = type, reach.assigns(member, of: id, walk.table) || isVisibleElsewhere,
        let missing = walk.project.propertiesLeftOutOfEquality(of: value).first
      else { return nil }
      return (Message.isComparedInPart(name, walk.name(value), missing), "equality of \(value)")
    }

    /// Tracks what wasn't published, because its changes are announced or shown.
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
        let message = repetition == .once ? Message.repeatsOnce(name) : Message.mayRepeat(name)
        walk.review(id, at: place, of: [type], message)
      case .ignored, .ignoredThoughShown: return
      }
      for use in EarlyUse.uses(of: name, in: declaration) ?? [] {
        declaration.change(id, at: use, [walk.inserting("_", at: use.startOffset)], EarlyUse.usesStorage(name))
      }
    }

    /// Why a variable that wasn't published can't be tracked; nil if it can.
    static func obstacle(
      toTracking variable: StoredVariables.Variable,
      _ declaration: ClassProperty,
      _ repetition: Repetition
    ) -> String? {
      guard let identifier = variable.binding.name else { return nil }
      let name = variable.name
      if let obstacle = obstacle(toTracking: identifier, declaration) { return obstacle }
      if declaration.node.modifiers.isUnsafe { return Message.isUnsafe(name) }
      if EarlyUse.uses(of: name, in: declaration) == nil { return EarlyUse.message(name) }
      return repetition == .endless ? Message.repeats(name) : nil
    }

    /// What an initializer or `deinit` assigns to a property that is tracked only now, past its observers.
    private static func inspectAssignments(in body: CodeBlockSyntax?, of node: some DeclSyntaxProtocol, _ walk: Walk) {
      guard let body, let id = walk.names.enclosingType, walk.models.getsMacro(id, walk.table)
      else { return }
      let locals = node.localNames
      let isInDeinit = node.is(DeinitializerDeclSyntax.self)
      for target in InitialAssignments(in: body, locals: locals).targets {
        let name = target.identifierText
        guard let member = walk.table.types[id].storedProperty(name), member.attributes.isEmpty, !member.isLazy,
          !member.isLet, !member.isUnsafe, walk.project.isTracked(member, PropertyKey(type: id, name: name)),
          // The setter of an isolated class can't be called by its `deinit`.
          member.hasActingObservers || isInDeinit && walk.table.isIsolated(id)
        else { continue }
        // The storage is private.
        if locals.contains("_" + name) || member.file != walk.file {
          walk.review(Self.id, at: target, of: [id], Message.runsObservers(name))
        } else {
          let edit = walk.inserting("_", at: target.startOffset)
          walk.change(Self.id, at: target, of: [id], [edit], Message.assignsStorage(name))
        }
      }
    }

    /// Why the macro can't track a property; nil if it can.
    private static func obstacle(toTracking name: TokenSyntax, _ declaration: ClassProperty) -> String? {
      if name.text.hasPrefix("`") { return Message.isInBackticks(name.text) }
      if declaration.node.modifiers.has("open") { return Message.isOpen(name.text) }
      let members = declaration.walk.table.types[declaration.type].members
      return members["_" + name.text] == nil ? nil : Message.storageIsTaken(name.text)
    }

    /// `_name = Published(initialValue: value)`
    private static func inspect(_ item: CodeBlockItemSyntax, _ walk: Walk) {
      guard let expression = item.item.as(ExprSyntax.self), let assignment = StorageAssignment(expression),
        let id = walk.names.enclosingType,
        walk.models[id] == .model,
        walk.table.types[id].storedProperty(assignment.property)?.hasAttribute("Published") == true,
        assignment.wrapper == "Published" || assignment.wrapper == nil,
        assignment.label == "initialValue" || assignment.label == "wrappedValue",
        let edits = assignment.plainAssignment(in: expression)
      else { return }
      assignment.claim(walk)
      walk.change(Self.id, at: assignment.target, of: [id], edits, Message.startsPlainly(assignment.property))
    }
  }
}

extension StoredPropertyRule.Published.Message {
  static let severalVariables = """
    One `@Published` applies to several variables: write a declaration for each.
    """

  static func isTracked(_ name: String) -> String {
    "`\(name)` is tracked without `@Published`; assigning an equal value no longer notifies observers."
  }

  static func isComparedInPart(_ name: String, _ type: String, _ missing: String) -> String {
    """
    `\(name)` is tracked without `@Published`, and assigning an equal value no longer notifies observers: `==` of \
    `\(type)` leaves out `\(missing)`, so views may keep showing the old one. Compare everything that views show.
    """
  }

  static func isNeverRead(_ name: String) -> String {
    """
    `\(name)` is changed, but nothing reads it. Its changes used to update all views of the object, and now update \
    none. Replace it with a property that views read, or remove it.
    """
  }

  static func isStatic(_ name: String) -> String {
    "`\(name)` is static, which `@Observable` doesn't track: move it into an observable object."
  }

  static func hasArguments(_ name: String) -> String {
    "`@Published` of `\(name)` has arguments: write its initial value after `=`."
  }

  static func isInBackticks(_ name: String) -> String {
    "`@Observable` can't track a property whose name is in backticks, \(name): rename it."
  }

  static func isOpen(_ name: String) -> String {
    "`@Observable` can't track an open property: make `\(name)` public, or let a computed property be open."
  }

  static func storageIsTaken(_ name: String) -> String {
    "`@Observable` stores `\(name)` as `_\(name)`, which already exists: rename that."
  }

  static func isUnsafe(_ name: String) -> String {
    "`@Observable` can't track a property that's `nonisolated(unsafe)`: isolate `\(name)`, or guard it with a lock."
  }

  static func repeats(_ name: String) -> String {
    """
    `\(name)` has to be tracked, and its observer changes it. For a tracked property that runs the observer again, \
    perhaps endlessly: correct the value before it's assigned, in a method or in the setter of a computed property.
    """
  }

  static func repeatsOnce(_ name: String) -> String {
    "`\(name)` is tracked now, and its observer changes it, which runs the observers a second time."
  }

  static func mayRepeat(_ name: String) -> String {
    """
    `\(name)` is tracked now, and its observer changes a part of it, or a local variable of that name. Unless that \
    belongs to an object, the observer runs again and again: make sure that it doesn't assign `\(name)`.
    """
  }

  static func hasNoConformance(_ type: String) -> String {
    """
    Nothing in these files makes `\(type)` an `ObservableObject`: pass the files that declare what it inherits from, or convert \
    it by hand.
    """
  }

  static func assignsStorage(_ name: String) -> String {
    """
    `\(name)` is now tracked, and assigning it here would run its observers, which it didn't before. The value is assigned to its \
    storage, `_\(name)`.
    """
  }

  static func runsObservers(_ name: String) -> String {
    """
    `\(name)` is now tracked, so this assignment runs its `willSet` and `didSet`. Before, the observers didn't run in an initializer \
    or in `deinit`. Make sure that they may run here, or assign the value in another way.
    """
  }

  static func startsPlainly(_ name: String) -> String {
    "`\(name)` is now initialized directly."
  }
}
