import SwiftSyntax

/// Types that a wrapper has isolated to the main actor.
extension ViewWrapperRule {
  /// Isolates the type around a property whose wrapper goes, if its code uses an object of the main actor.
  ///
  /// In Swift 5 mode, `@ObservedObject` and the others isolate the type around (SE-0401). Views have this isolation from
  /// their protocol, but a `DynamicProperty` doesn't, and its methods could no longer call the object's.
  static func keepIsolation(of property: ViewProperty, _ types: [TypeSymbol.ID], _ id: RuleID, _ walk: Walk) {
    let (owner, table) = (property.owner, walk.table)
    guard [.struct, .class].contains(table.types[owner].kind), !table.isIsolated(owner),
      !table.types[owner].isNonisolated, let declaration = property.node.enclosingType?.typeDeclaration
    else { return }
    let wrapped = declaration.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
      .filter { variable in ViewWrapper.names.contains { variable.attributes.attribute($0) != nil } }
    // As long as another property has its wrapper, that isolates the type. So the first one decides.
    guard wrapped.first?.id == property.node.id else { return }
    let objects = wrapped.compactMap { $0.bindings.first?.name?.identifierText }.filter { name in
      walk.modelTypes(inProperty: name, of: owner)?.contains { table.isOnMainActor($0) } == true
    }
    let parts = [declaration.memberBlock] + walk.extensions(of: owner, inFileOf: property.node).map(\.memberBlock)
    guard parts.flatMap(\.members).contains(where: { $0.usesInPlace(Set(objects)) }) else { return }
    let start = (declaration.modifiers.firstToken(viewMode: .sourceAccurate) ?? declaration.introducer).startOffset
    walk.change(
      id,
      at: property.node,
      of: types,
      [walk.inserting("@MainActor ", at: start)],
      """
      `\(walk.name(owner))` is isolated with `@MainActor`. In Swift 5 mode, the wrapper of `\(property.name)` isolated it.
      """
    )
  }
}

extension MemberBlockItemSyntax {
  /// Whether a function without an isolation of its own uses members of objects on its caller's thread.
  fileprivate func usesInPlace(_ objects: Set<String>) -> Bool {
    guard [.functionDecl, .subscriptDecl, .variableDecl].contains(decl.kind),
      decl.asProtocol((any WithAttributesSyntax).self)?.attributes.names.hasGlobalActor == false,
      decl.asProtocol((any WithModifiersSyntax).self)?.modifiers.has("nonisolated") == false,
      decl.as(FunctionDeclSyntax.self)?.signature.effectSpecifiers?.asyncSpecifier == nil
    else { return false }
    return decl.nodes(MemberAccessExprSyntax.self).contains { access in
      access.base?.ownReference.map { objects.contains($0.baseName.identifierText) } ?? false
    }
  }
}
