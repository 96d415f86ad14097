import SwiftSyntax

extension StoredPropertyRule {
  /// `@ObservationIgnored` for lazy properties, and computed ones around those whose changes views can show.
  enum Lazy {
    enum Message {}

    static let id: RuleID = "lazy"

    /// Why no computed property can take its place; nil if one can.
    static func obstacle(
      to property: StoredDefault.Property?,
      _ declaration: ClassProperty,
      isAnnounced: Bool
    ) -> String? {
      let (node, owner, walk) = (declaration.node, declaration.type, declaration.walk)
      let name = property?.name ?? node.bindings.first?.pattern.trimmedText ?? ""
      guard let property, property.binding.accessorBlock == nil, !name.hasPrefix("`"), node.attributes.isEmpty,
        node.modifiers.allSatisfy({ plainModifiers.contains($0.name.text) }),
        walk.table.members(property.storage, of: owner).isEmpty, walk.table.synthesizedCoding(of: owner).isEmpty
      else { return Message.canNotBeTracked(name, isAnnounced: isAnnounced) }
      return property.binding.typeOfDefault(walk) == nil
        ? Message.needsType(name, isAnnounced: isAnnounced) : nil
    }

    private static let plainModifiers: Set = [
      "fileprivate", "final", "internal", "lazy", "open", "package", "private", "public",
    ]

    /// The property reports its reads and changes; the lazy one keeps the value under another name.
    static func edits(tracking property: StoredDefault.Property, _ declaration: ClassProperty) -> [Edit] {
      let modifier = declaration.node.modifiers.first { $0.name.text == "lazy" }.map { modifier in
        let end = modifier.nextToken(viewMode: .sourceAccurate)?.startOffset ?? modifier.utf8Range.upperBound
        return Edit(modifier.startOffset..<end, with: "")
      }
      return [modifier].compactMap(\.self)
        + StoredDefault.edits(tracking: property, declaration, storedAs: "private lazy var")
    }
  }
}

extension Walk {
  /// Whether a lazy property may get another value than the first one: the changes of an object are not the property's.
  func mayChange(_ key: PropertyKey) -> Bool {
    guard let member = table.types[key.type].storedProperty(key.name) else { return true }
    if case .type(let type) = table.type(of: member, in: table.types[key.type].scope), table.types[type].kind == .class
    {
      return project.reach.replaces(member, of: key.type, table)
    }
    return project.reach.changes(member, of: key.type, table)
  }

  /// Whether a lazy property may get another value, which views can show.
  func isShownAndChanged(_ key: PropertyKey) -> Bool {
    let reach = project.reach
    guard reach.properties.contains(key), let member = table.types[key.type].storedProperty(key.name) else {
      return false
    }
    if reach.replaces(member, of: key.type, table) { return true }
    // A part of a value, but not of an object.
    switch table.type(of: member, in: table.types[key.type].scope) {
    case .type(let type): return table.types[type].kind != .class && reach.changes(member, of: key.type, table)
    case .collection: return reach.changes(member, of: key.type, table)
    case .external(let name): return ValueTypes.names.contains(name) && reach.changes(member, of: key.type, table)
    default: return false
    }
  }
}

extension StoredPropertyRule.Lazy.Message {
  private static func reason(_ isAnnounced: Bool) -> String {
    isAnnounced ? "its changes are announced" : "views can show its changes"
  }

  static func canNotBeTracked(_ name: String, isAnnounced: Bool) -> String {
    "`\(name)` is lazy and can't be tracked, but \(reason(isAnnounced)). Initialize it eagerly, or assign it in a method."
  }

  static func needsType(_ name: String, isAnnounced: Bool) -> String {
    """
    `\(name)` is lazy, \(reason(isAnnounced)), and its type isn't known here: \
    write `lazy var \(name): …`, so that a computed property around it can be tracked.
    """
  }

  static func isTracked(_ name: String) -> String {
    "`\(name)` is tracked, and stored by a lazy property as before."
  }

  static func isIgnored(_ name: String) -> String {
    "`\(name)` is lazy, and stays untracked."
  }
}
