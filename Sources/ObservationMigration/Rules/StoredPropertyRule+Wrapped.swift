import SwiftSyntax

extension StoredPropertyRule {
  /// `@ObservationIgnored` for properties with wrappers.
  enum Wrapped {
    enum Message {}

    static let id: RuleID = "wrapped-property"

    /// The models in a property with a wrapper that the files don't declare, which may take nothing but an `ObservableObject`.
    static func objects(
      in member: Member,
      _ wrapper: AttributeSyntax,
      of id: TypeSymbol.ID,
      _ walk: Walk
    ) -> [TypeSymbol.ID] {
      guard case .external = walk.names.resolve(TypeReference(wrapper.attributeName)) else { return [] }
      let types = walk.modelTypes(in: walk.table.type(of: member, in: walk.table.types[id].scope)) ?? []
      return types.filter { $0 != id && walk.models.isCandidate($0) }
    }

    /// Why a property can't be left to its wrapper, nor to a computed one around it; nil if it can.
    static func obstacle(
      to member: Member,
      _ wrapper: AttributeSyntax,
      _ stored: StoredDefault.Declaration,
      _ declaration: ClassProperty
    ) -> String? {
      let (name, id, walk) = (member.name, declaration.type, declaration.walk)
      switch walk.names.resolve(TypeReference(wrapper.attributeName)) {
      case .type(let type):
        if walk.table.types[type].members[Member.enclosingInstance] != nil {
          return Message.announces(name, wrapper.name)
        }
        guard isChanged(member, wrapper, of: id, walk) else { return nil }
        // Coding would find the value under another name.
        guard let property = stored.property, member.attributes.count == 1, walk.table.synthesizedCoding(of: id).isEmpty
        else {
          return Message.isChanged(name, wrapper.name)
        }
        // It may be its first value, which only the wrapper can take.
        if property.binding.initializer == nil, EarlyUse.isAssigned(name, declaredBy: stored.node) {
          return EarlyUse.message(name)
        }
        return StoredDefault.obstacle(to: property, stored, declaration)
      default: return InjectingWrappers.names.contains(wrapper.name) ? nil : Message.mayAnnounce(name, wrapper.name)
      }
    }

    /// Whether the value that a wrapper of the files has may change.
    static func isChanged(_ member: Member, _ wrapper: AttributeSyntax, of id: TypeSymbol.ID, _ walk: Walk) -> Bool {
      guard case .type = walk.names.resolve(TypeReference(wrapper.attributeName)) else { return false }
      return walk.project.reach.changes(member, of: id, walk.table)
    }

    /// Whether a wrapper has its value from elsewhere: it doesn't store it.
    static func readsElsewhere(_ wrapper: AttributeSyntax, _ walk: Walk) -> Bool {
      guard case .type(let type) = walk.names.resolve(TypeReference(wrapper.attributeName)) else { return true }
      let symbol = walk.table.types[type]
      if symbol.kind == .struct, symbol.storedProperty("wrappedValue") != nil { return false }
      guard [.class, .struct].contains(symbol.kind),
        symbol.members.values.joined().allSatisfy({ $0.kind == .property && !$0.isStatic })
      else { return true }
      // Nothing else can change what it stores for itself.
      let reads = walk.project.reach.reads(of: symbol, in: symbol.place.file).names
      return reads.isEmpty || !reads.allSatisfy { symbol.storedProperty($0)?.isPrivate == true }
    }
  }
}

extension StoredPropertyRule.Wrapped.Message {
  static func isIgnored(_ name: String, _ wrapper: String) -> String {
    "`\(name)` keeps `@\(wrapper)` and is untracked: nothing that views show changes with it."
  }

  static func announces(_ name: String, _ wrapper: String) -> String {
    "`@\(wrapper)` announces changes of `\(name)` to the object that contains it: \(instead)"
  }

  static func mayAnnounce(_ name: String, _ wrapper: String) -> String {
    "`@\(wrapper)` of `\(name)` isn't declared in these files, and may announce changes that views can show: \(instead)"
  }

  static func isChanged(_ name: String, _ wrapper: String) -> String {
    "`\(name)` has a wrapper, `@\(wrapper)`, so it can't be tracked, but views can show its changes: \(instead)"
  }

  private static let instead = "keep the value in a plain property, and write it through in `didSet`."
}
