extension SymbolTable {
  /// The superclass of a class, if the files declare it.
  func superclass(of id: TypeSymbol.ID) -> TypeSymbol.ID? {
    types[id].inherited.lazy.flatMap { symbols(in: $0.resolved) }
      .first { types[$0].kind == .class && $0 != id }
  }

  /// Whether a class has a superclass, here or in a framework.
  func hasSuperclass(_ id: TypeSymbol.ID) -> Bool {
    superclass(of: id) != nil
      || foreignSupertypes(of: id).contains { $0 == "NSObject" || MainActorClasses.names.contains($0) }
  }

  /// A type with its superclasses, the direct one first.
  func lineage(of id: TypeSymbol.ID) -> [TypeSymbol.ID] { [id] + superclasses[id] }

  /// The superclasses of a class that the files declare, the direct one first.
  func findSuperclasses(of id: TypeSymbol.ID) -> [TypeSymbol.ID] {
    var result: [TypeSymbol.ID] = []
    var current = id
    while let next = superclass(of: current), next != id, !result.contains(next) {
      result.append(next)
      current = next
    }
    return result
  }

  func isView(_ id: TypeSymbol.ID) -> Bool { isStructure(id, conformingTo: "View") }

  func isViewModifier(_ id: TypeSymbol.ID) -> Bool { isStructure(id, conformingTo: "ViewModifier") }

  /// Whether a type shows a view of AppKit or UIKit in SwiftUI.
  func isRepresentable(_ id: TypeSymbol.ID) -> Bool {
    MainActorClasses.representables.contains { isStructure(id, conformingTo: $0) }
  }

  /// Whether SwiftUI runs the code of a type, for what it shows.
  func isPartOfInterface(_ id: TypeSymbol.ID) -> Bool {
    MainActorClasses.partsOfInterface.contains { isStructure(id, conformingTo: $0) }
  }

  private func isStructure(_ id: TypeSymbol.ID, conformingTo name: String) -> Bool {
    types[id].kind == .struct && supertypes[id].contains { foreignSupertypes(of: $0).contains(name) }
  }

  /// Whether a class shows the view that its initializer gets: `class Host<Content: View>: UIHostingController<Content>`.
  /// A view with modifiers would have another type.
  func isHost(_ id: TypeSymbol.ID) -> Bool {
    guard let content = types[id].genericNames.first, let superclass = types[id].inherited.first,
      case .named(_, let arguments) = superclass.type, arguments.first == .named([content])
    else { return false }
    return symbols(in: superclass.resolved).first.map { $0 != id && isHost($0) }
      ?? superclass.type.lastName.map(ViewHierarchies.names.contains) ?? false
  }

  /// Whether two types are equal, or one is a superclass of the other.
  func areRelated(_ one: TypeSymbol.ID, _ other: TypeSymbol.ID) -> Bool {
    one == other || superclasses[one].contains(other) || superclasses[other].contains(one)
  }

  /// Whether a type equals one of the others, is a subclass of one, or is a supertype of one.
  func isRelated(_ id: TypeSymbol.ID, toAnyOf others: Set<TypeSymbol.ID>) -> Bool {
    lineage(of: id).contains(where: others.contains) || subtypes[id].map { !$0.isDisjoint(with: others) } ?? false
  }

  /// Whether a type equals or inherits from each of the others: superclasses, protocols and their supertypes.
  func inherits(_ id: TypeSymbol.ID, fromAll others: [TypeSymbol.ID]) -> Bool {
    others.allSatisfy(supertypes[id].contains)
  }

  /// A type with all types that it inherits from, and all that inherit from it.
  func relatives(of id: TypeSymbol.ID) -> Set<TypeSymbol.ID> { supertypes[id].union(subtypes[id] ?? []) }

  /// The classes and protocols of other modules that a type inherits from directly.
  func foreignSupertypes(of id: TypeSymbol.ID) -> [String] {
    types[id].inherited.compactMap { inherited in
      guard case .external(let name) = inherited.resolved else { return nil }
      return name
    }
  }

  /// The first name in a class's list, if it may be an unknown superclass.
  func unknownSuperclass(of id: TypeSymbol.ID) -> String? {
    let symbol = types[id]
    guard symbol.kind == .class, let first = symbol.inherited.first, !first.isInExtension,
      case .external(let name) = first.resolved
    else { return nil }
    let lastName = first.type.lastName ?? name
    return KnownSupertypes.contains(lastName) || plainSuperclasses.contains(lastName) ? nil : name
  }
}
