extension SymbolTable {
  /// The properties that functions change which announce a change: what such a function, or one of the type that it calls,
  /// changes.
  func findAnnouncedProperties() -> Set<PropertyKey> {
    var result: Set<PropertyKey> = []
    for type in types {
      for (name, effects) in type.functions where effects.announces {
        var seen: Set<String> = []
        var pending = [name]
        while let next = pending.popLast() {
          guard seen.insert(next).inserted, let effects = self.effects(of: next, in: type.id) else { continue }
          for change in effects.changes {
            if let key = tracked(change, of: type.id) { result.insert(key) }
            // What observes it, or sets it.
            pending.append(change.property)
          }
          pending += effects.calls
        }
      }
    }
    return result
  }

  /// The files that declare or extend a type with a function that announces a change, or a superclass of one: what their
  /// functions do matters.
  var filesWithEffects: [Int] {
    var meant: Set<TypeSymbol.ID> = []
    for type in types where type.functions.values.contains(where: \.announces) {
      var next: TypeSymbol.ID? = type.id
      while let id = next, meant.insert(id).inserted { next = superclass(of: id) }
    }
    guard !meant.isEmpty else { return [] }
    return declarationOffsets.indices.filter { !meant.isDisjoint(with: declarationOffsets[$0].values) }
  }

  private func superclass(of id: TypeSymbol.ID) -> TypeSymbol.ID? {
    guard let first = types[id].inherited.first, case .type(let parent) = resolve(first.type, in: first.scope) else {
      return nil
    }
    return parent
  }

  private func effects(of name: String, in id: TypeSymbol.ID, depth: Int = 0) -> FunctionEffects? {
    if let effects = types[id].functions[name] { return effects }
    guard depth < 16, let parent = superclass(of: id) else { return nil }
    return effects(of: name, in: parent, depth: depth + 1)
  }

  /// The stored variable that is changed, if the macro can track it.
  func tracked(_ change: PropertyChange, of id: TypeSymbol.ID) -> PropertyKey? {
    guard let (member, scope) = members(change.property, of: id).first, let owner = scope.types.last,
      types[owner].kind == .class, member.kind == .property, member.isStored, !member.isStatic, !member.isLet,
      member.attributes.isEmpty || member.attributes == ["Published"],
      change.method.map({ isMutating($0, of: member, in: scope) }) ?? true
    else { return nil }
    return PropertyKey(type: owner, name: change.property)
  }

  /// Whether a method of a property changes it: not one of an object.
  private func isMutating(_ method: String, of member: Member, in scope: LookupScope) -> Bool {
    switch type(of: member, in: scope) {
    case .collection: Self.mutatingMethods.contains(method)
    case .type(let id): (types[id].kind == .struct || types[id].kind == .enum) && method != "forEach"
    case .external(let name): Self.values.contains(name) && Self.mutatingMethods.contains(method)
    // A literal of which the type is not known.
    default: member.type == nil && member.value == nil && Self.mutatingMethods.contains(method)
    }
  }

  private static let values: Set = [
    "AttributedString", "Bool", "CGFloat", "CGPoint", "CGRect", "CGSize", "Character", "Data", "Date", "DateComponents",
    "Decimal", "Double", "Float", "IndexPath", "IndexSet", "Int", "String", "URL", "URLComponents", "UUID",
  ]

  /// Of the standard library's and Foundation's values.
  private static let mutatingMethods: Set = [
    "addTimeInterval", "append", "appendLiteral", "appendPathComponent", "formIntersection", "formRemainder",
    "formSquareRoot", "formSymmetricDifference", "formTruncatingRemainder", "formUnion", "insert", "merge", "move",
    "negate", "partition", "popFirst", "popLast", "remove", "removeAll", "removeFirst", "removeLast", "removeSubrange",
    "removeValue", "replace", "replaceSubrange", "reserveCapacity", "resetBytes", "reverse", "round", "shuffle", "sort",
    "standardize", "subtract", "swapAt", "toggle", "trimPrefix", "update", "updateValue", "write",
  ]
}
