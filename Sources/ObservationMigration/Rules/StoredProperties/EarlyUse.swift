import SwiftSyntax

/// Uses of a property in an initializer, before all properties have a value.
///
/// A stored property can be used there once it has a value. A computed one, as made by the macro, can't.
enum EarlyUse {
  /// Whether an initializer of the class uses or assigns a property too soon.
  static func occurs(of name: String, in declaration: ClassProperty) -> Bool {
    earlyStatements(beside: declaration).contains { statement in
      let names = OwnNames(in: statement)
      return names.used[name] != nil || names.assigned.contains(name)
    }
  }

  /// Whether an initializer of the class assigns a property.
  static func isAssigned(_ name: String, declaredBy declaration: VariableDeclSyntax) -> Bool {
    guard let members = declaration.parent?.parent?.as(MemberBlockItemListSyntax.self) else { return false }
    return members.contains { member in
      guard let body = member.decl.as(InitializerDeclSyntax.self)?.body else { return false }
      return OwnNames(in: body).assigned.contains(name)
    }
  }

  /// The places at which initializers use a property too soon, and can use its storage `_name` instead; nil if a local
  /// variable hides the storage.
  static func uses(of name: String, in declaration: ClassProperty) -> [TokenSyntax]? {
    let uses = earlyStatements(beside: declaration).flatMap { OwnNames(in: $0).used[name] ?? [] }
    return uses.contains { $0.isHidden("_" + name) } ? nil : uses
  }

  /// The statements of the designated initializers before all properties have a value.
  private static func earlyStatements(beside declaration: ClassProperty) -> [CodeBlockItemSyntax] {
    guard let members = declaration.node.parent?.parent?.as(MemberBlockItemListSyntax.self) else { return [] }
    let hasSuperclass = declaration.walk.table.hasSuperclass(declaration.type)
    let required = Set(members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.flatMap(\.namesWithoutValue))
    return members.flatMap { member -> [CodeBlockItemSyntax] in
      guard let initializer = member.decl.as(InitializerDeclSyntax.self), !initializer.modifiers.has("convenience"),
        let body = initializer.body
      else { return [] }
      return Array(body.statements.prefix(body.statements.countBeforeAllIsSet(required, hasSuperclass)))
    }
  }

  static func message(_ name: String) -> String {
    """
    `\(name)` has to be tracked, and an initializer uses it before all properties have a value, which then doesn't \
    compile: use a local constant there, or give the other properties their values first.
    """
  }
}

/// The members of `self` in a statement.
private struct OwnNames {
  private(set) var assigned: Set<String> = []
  /// The places that read a member, or change a part of it.
  private(set) var used: [String: [TokenSyntax]] = [:]
  private(set) var callsSuper = false

  init(in statement: some SyntaxProtocol) {
    for node in statement.nodes(DeclReferenceExprSyntax.self) {
      let name = node.baseName.identifierText
      if let access = node.access {
        if access.base?.is(SuperExprSyntax.self) == true, node.baseName.tokenKind == .keyword(.`init`) {
          callsSuper = true
        }
        guard access.base?.isSelf == true else { continue }
      } else if node.parent?.is(KeyPathPropertyComponentSyntax.self) == true || node.isHidden(name) {
        continue
      }
      let elements = node.whole.parent?.as(ExprListSyntax.self).map(Array.init) ?? []
      if elements.count > 1, elements[0].id == node.whole.id, elements[1].is(AssignmentExprSyntax.self) {
        assigned.insert(name)
      } else {
        used[name, default: []].append(node.baseName)
      }
    }
  }
}

extension CodeBlockItemListSyntax {
  /// The number of statements until all properties have a value, and the superclass is initialized.
  fileprivate func countBeforeAllIsSet(_ required: Set<String>, _ hasSuperclass: Bool) -> Int {
    var missing = required.union(required.map { "_" + $0 })
    var count = 0
    var callsSuper = false
    for (index, statement) in enumerated() {
      let names = OwnNames(in: statement)
      callsSuper = callsSuper || names.callsSuper
      if names.callsSuper || !missing.isDisjoint(with: names.assigned) { count = index + 1 }
      for name in names.assigned {
        missing.remove(name)
        missing.remove(name.hasPrefix("_") ? String(name.dropFirst()) : "_" + name)
      }
    }
    // An unwritten call is at the end.
    return hasSuperclass && !callsSuper ? self.count : count
  }
}

extension VariableDeclSyntax {
  /// The stored properties without a value, which initializers have to assign.
  fileprivate var namesWithoutValue: [String] {
    guard !modifiers.hasStatic, !isLazy, attributes.names.allSatisfy({ $0 == "Published" }) else { return [] }
    return Array(bindings).filter { binding in
      guard binding.isStored, binding.initializer == nil else { return false }
      guard bindingSpecifier.tokenKind == .keyword(.var), let type = binding.typeAnnotation?.type else { return true }
      return !type.is(OptionalTypeSyntax.self) && !type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
    }
    .flatMap(\.pattern.boundNames)
  }
}
