import SwiftSyntax

extension StoredPropertyRule {
  /// Lazy properties: `@ObservationIgnored`, or if views can show their changes, a computed property around one, or a plain
  /// property with the same literal.
  enum Lazy {
    static let id: RuleID = "lazy"

    static func convert(_ property: StoredProperty, _ token: TokenSyntax, _ declaration: ClassProperty) {
      let (name, walk, value) = (token.identifierText, declaration.walk, StoredDefault.Property(declaration.node))
      let key = declaration.key(name)
      // A property announced only by a guess has to be shown as well.
      let isAnnounced = walk.table.isSurelyAnnounced(key) && walk.mayChange(key)
      var property = property
      property.isShown = isAnnounced || walk.isShownAndChanged(key)
      property.isChanged = true
      property.canBePlain = canBePlain(key, token, declaration)
      if property.isShown { property.obstacle = obstacle(to: value, declaration, isAnnounced: isAnnounced) }
      if case .blocked(let reason) = property.outcome {
        declaration.decide(id, at: token, reason)
      } else if property.outcome == .plain {
        let message = "`\(name)` is no longer lazy, so that it can be tracked. Its initial value is a literal."
        declaration.change(id, at: token, [removingLazy(declaration)].compactMap(\.self), message)
        for binding in declaration.node.bindings { Published.nameProperty(name, inObserversOf: binding, declaration) }
      } else if property.outcome == .computed, let value {
        let message = "`\(name)` is tracked, and stored by a lazy property as before."
        declaration.change(id, at: token, edits(tracking: value, declaration), message)
      } else {
        declaration.ignore(id, at: token, "`\(name)` is lazy, and stays untracked.")
      }
    }

    /// Why no computed property can take the place of a lazy one; nil if one can.
    private static func obstacle(
      to property: StoredDefault.Property?,
      _ declaration: ClassProperty,
      isAnnounced: Bool
    ) -> String? {
      let (node, owner, walk) = (declaration.node, declaration.type, declaration.walk)
      let name = property?.name ?? node.bindings.first?.pattern.trimmedText ?? ""
      let reason = isAnnounced ? "its changes are announced" : "views may show its changes"
      guard let property, property.binding.accessorBlock == nil, !name.hasPrefix("`"), node.attributes.isEmpty,
        node.modifiers.allSatisfy({ plainModifiers.contains($0.name.text) }),
        walk.table.members(property.storage, of: owner).isEmpty, walk.table.synthesizedCoding(of: owner).isEmpty
      else {
        return "`\(name)` is lazy and can't be tracked, but \(reason). Initialize it eagerly, or assign it in a method."
      }
      guard property.binding.knownType(walk) == nil else { return nil }
      return """
        `\(name)` is lazy, \(reason), and its type isn't known here: write `lazy var \(name): …`, so that a computed \
        property around it can be tracked.
        """
    }

    /// Whether the initial value is a literal, so that the property needn't be lazy, and the macro can track it.
    private static func canBePlain(_ key: PropertyKey, _ token: TokenSyntax, _ declaration: ClassProperty) -> Bool {
      guard let binding = declaration.node.onlyVariable?.binding, declaration.node.attributes.isEmpty,
        !token.text.hasPrefix("`"), declaration.node.modifiers.allSatisfy({ plainModifiers.contains($0.name.text) }),
        declaration.walk.table.members("_" + key.name, of: key.type).isEmpty
      else { return false }
      return binding.initializer?.value.isConstantLiteral == true
        && Repetition(observers: binding, of: key, declaration.walk.table) == .none
    }

    private static func removingLazy(_ declaration: ClassProperty) -> Edit? {
      declaration.node.modifiers.first { $0.name.text == "lazy" }.map { modifier in
        let end = modifier.nextToken(viewMode: .sourceAccurate)?.startOffset ?? modifier.utf8Range.upperBound
        return Edit(modifier.startOffset..<end, with: "")
      }
    }

    private static let plainModifiers: Set = [
      "fileprivate", "final", "internal", "lazy", "open", "package", "private", "public",
    ]

    /// A computed property reports reads and changes; a lazy one stores the value under another name.
    private static func edits(tracking property: StoredDefault.Property, _ declaration: ClassProperty) -> [Edit] {
      [removingLazy(declaration)].compactMap(\.self)
        + StoredDefault.edits(tracking: property, declaration, storedAs: "private lazy var")
    }
  }
}

extension Walk {
  /// Whether a lazy property may get a second value, beside changes of an object in it.
  func mayChange(_ key: PropertyKey) -> Bool {
    guard let member = table.types[key.type].storedProperty(key.name) else { return true }
    if case .type(let type) = table.type(of: member, in: table.types[key.type].scope), table.types[type].kind == .class
    {
      return project.reach.replaces(member, of: key.type, table)
    }
    return project.reach.changes(member, of: key.type, table)
  }

  /// Whether a lazy property may get a second value that views can show.
  func isShownAndChanged(_ key: PropertyKey) -> Bool {
    let reach = project.reach
    guard reach.properties.contains(key), let member = table.types[key.type].storedProperty(key.name) else {
      return false
    }
    let isValue =
      switch table.type(of: member, in: table.types[key.type].scope) {
      case .type(let type): table.types[type].kind != .class
      case .collection: true
      case .external(let name): ValueTypes.names.contains(name)
      default: false
      }
    return reach.replaces(member, of: key.type, table) || isValue && reach.changes(member, of: key.type, table)
  }
}

extension ExprSyntax {
  /// Whether it's a literal that is made of literals, such as `[]` or `"none"`.
  fileprivate var isConstantLiteral: Bool {
    switch self.as(ExprSyntaxEnum.self) {
    case .nilLiteralExpr, .booleanLiteralExpr, .integerLiteralExpr, .floatLiteralExpr: true
    case .prefixOperatorExpr(let prefix): prefix.expression.isConstantLiteral
    case .stringLiteralExpr(let string): string.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
    case .arrayExpr(let array): array.elements.allSatisfy { $0.expression.isConstantLiteral }
    case .dictionaryExpr(let dictionary):
      switch dictionary.content {
      case .colon: true
      case .elements(let elements): elements.allSatisfy { $0.key.isConstantLiteral && $0.value.isConstantLiteral }
      @unknown default: false
      }
    default: false
    }
  }
}
