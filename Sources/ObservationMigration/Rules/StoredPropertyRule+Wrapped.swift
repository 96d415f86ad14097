import SwiftSyntax

extension StoredPropertyRule {
  /// Properties with wrappers: `@ObservationIgnored`, or a computed property around the wrapper.
  enum Wrapped {
    static let id: RuleID = "wrapped-property"

    static func convert(
      _ property: StoredProperty,
      _ name: String,
      _ wrapper: AttributeSyntax,
      _ declaration: ClassProperty,
      _ facts: inout Facts
    ) {
      let (id, type, walk) = (Wrapped.id, declaration.type, declaration.walk)
      var property = property
      let stored = StoredDefault.Declaration(node: declaration.node, attribute: wrapper, id: id, key: nil)
      let symbol = walk.table.types[type]
      let member = symbol.storedProperty(name)
      property.isShown = declaration.isShown(name) && member != nil
      if property.isShown, let member {
        property.obstacle = obstacle(to: member, wrapper, stored, declaration)
        property.isChanged = isChanged(member, wrapper, of: type, walk)
      }
      if case .blocked(let reason) = property.outcome, let member {
        var types: [TypeSymbol.ID] = []
        // A wrapper of another module may take only an `ObservableObject`.
        if case .external = walk.names.resolve(TypeReference(wrapper.attributeName)) {
          types = walk.modelTypes(in: walk.table.type(of: member, in: symbol.scope)) ?? []
        }
        types = types.filter { $0 != type && walk.models.isCandidate($0) }
        walk.decide(id, at: wrapper, of: [type] + types, reason)
      } else if property.outcome == .computed, let value = stored.property {
        let isStoredElsewhere = readsElsewhere(wrapper, walk)
        let key = outerKey(wrapper, walk)
        StoredDefault.compute(value, stored, isStoredElsewhere: isStoredElsewhere, outerKey: key, declaration, &facts)
      } else {
        let message = "`\(name)` keeps `@\(wrapper.name)` and is untracked: nothing that views show changes with it."
        declaration.ignore(id, at: wrapper, message)
      }
    }

    /// Why a property can neither be left to its wrapper nor become a computed one; nil if it can.
    private static func obstacle(
      to member: Member,
      _ wrapper: AttributeSyntax,
      _ stored: StoredDefault.Declaration,
      _ declaration: ClassProperty
    ) -> String? {
      let (name, id, walk) = (member.name, declaration.type, declaration.walk)
      let instead = "keep the value in a plain property, and write it through in `didSet`."
      switch walk.names.resolve(TypeReference(wrapper.attributeName)) {
      case .type(let type):
        if walk.table.types[type].members[Member.enclosingInstance] != nil {
          return "`@\(wrapper.name)` announces changes of `\(name)` to the object that contains it: \(instead)"
        }
        guard isChanged(member, wrapper, of: id, walk) else { return nil }
        // The computed property would change the coded name.
        guard let property = stored.property, member.attributes.count == 1, walk.table.synthesizedCoding(of: id).isEmpty
        else {
          return """
            `\(name)` has a wrapper, `@\(wrapper.name)`, so it can't be tracked, but views may show its changes: \
            \(instead)
            """
        }
        // Only the wrapper can take a first value.
        if property.binding.initializer == nil, EarlyUse.isAssigned(name, declaredBy: stored.node) {
          return EarlyUse.message(name)
        }
        return StoredDefault.obstacle(to: property, stored, declaration)
      default:
        if InjectingWrappers.names.contains(wrapper.name) { return nil }
        return """
          `@\(wrapper.name)` of `\(name)` isn't declared in these files, and may announce changes that views show: \
          \(instead)
          """
      }
    }

    /// Whether a wrapper of the files may change its value.
    private static func isChanged(_ member: Member, _ wrapper: AttributeSyntax, of id: TypeSymbol.ID, _ walk: Walk)
      -> Bool
    {
      guard case .type = walk.names.resolve(TypeReference(wrapper.attributeName)) else { return false }
      return walk.project.reach.changes(member, of: id, walk.table)
    }

    /// The literal that a wrapper gets first, if its code reads only constants of its own and types of other modules:
    /// `@Stored("size")`, around `UserDefaults.standard`.
    private static func outerKey(_ wrapper: AttributeSyntax, _ walk: Walk) -> String? {
      guard case .type(let type) = walk.names.resolve(TypeReference(wrapper.attributeName)),
        case .argumentList(let arguments)? = wrapper.arguments,
        let key = arguments.first?.expression.as(StringLiteralExprSyntax.self)?.segments.trimmedText
      else { return nil }
      let symbol = walk.table.types[type]
      let reads = walk.project.reach.reads(of: symbol, in: symbol.place.file)
      let keepsConstants = symbol.members.values.joined().allSatisfy { !$0.isStored || $0.isLet }
      let readsOnlyStore = reads.free.allSatisfy { name in
        name == "self" || symbol.members[name] != nil
          || name.isTypeName && !walk.table.types.contains { $0.lastName == name }
      }
      return keepsConstants && readsOnlyStore ? key : nil
    }

    /// Whether a wrapper doesn't store its value, and what it reads instead isn't observed.
    private static func readsElsewhere(_ wrapper: AttributeSyntax, _ walk: Walk) -> Bool {
      guard case .type(let type) = walk.names.resolve(TypeReference(wrapper.attributeName)) else { return true }
      let symbol = walk.table.types[type]
      if symbol.kind == .struct, symbol.storedProperty("wrappedValue") != nil { return false }
      guard [.class, .struct].contains(symbol.kind),
        symbol.members.values.joined().allSatisfy({ $0.kind == .property && !$0.isStatic })
      else { return true }
      let reads = walk.project.reach.reads(of: symbol, in: symbol.place.file)
      // `Settings.shared.preferences[keyPath: keyPath]` is observed where it's read.
      let models = walk.models.candidates.filter { reads.free.contains(walk.table.types[$0].lastName) }
      return reads.names.isEmpty
        || !reads.names.allSatisfy { name in
          // Other code can't change its private properties, nor constants without objects.
          if let member = symbol.storedProperty(name) { return member.isPrivate || member.isLet && member.isPlainValue }
          if name.first?.isUppercase == true { return true }
          return models.contains { model in
            walk.table.types[model].members[name]?.contains { member in
              let key = PropertyKey(type: model, name: name)
              return member.isStatic && member.isLet || member.isStored && walk.project.isTracked(member, key)
            } == true
          }
        }
    }
  }
}

extension Member {
  /// Whether the value can't change behind the variable.
  fileprivate var isPlainValue: Bool {
    guard let name = type?.lastName else { return value?.steps.isEmpty == true && literalType != nil }
    return ValueTypes.isKnown(name) || name.hasSuffix("KeyPath")
  }
}
