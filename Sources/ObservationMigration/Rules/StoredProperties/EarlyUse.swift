import SwiftSyntax

/// Uses of a property in an initializer before the object has all that it stores.
///
/// There a stored property can be used once it has a value; a computed one, as the macro makes it, can't.
enum EarlyUse {
  /// Whether an initializer of the class that a property is declared in begins to use it too soon, or to assign it.
  static func occurs(of name: String, in declaration: ClassProperty) -> Bool {
    initializers(beside: declaration).contains { locals, statements in
      statements.contains { statement in
        let names = OwnNames(locals, in: statement)
        return names.used[name] != nil || names.assigned.contains(name)
      }
    }
  }

  /// Whether a designated initializer of the class that a property is declared in assigns it.
  static func isAssigned(_ name: String, declaredBy declaration: VariableDeclSyntax) -> Bool {
    guard let members = declaration.parent?.parent?.as(MemberBlockItemListSyntax.self) else { return false }
    return members.contains { member in
      guard let initializer = member.decl.as(InitializerDeclSyntax.self), let body = initializer.body else {
        return false
      }
      return OwnNames(initializer.localNames, in: body).assigned.contains(name)
    }
  }

  /// Where initializers use a property too soon, and can use what stores it, `_name`, instead.
  ///
  /// - Returns: The places; nil if `_name` means something else at one of them.
  static func uses(of name: String, in declaration: ClassProperty) -> [TokenSyntax]? {
    var uses: [TokenSyntax] = []
    for (locals, statements) in initializers(beside: declaration) {
      let found = statements.flatMap { OwnNames(locals, in: $0).used[name] ?? [] }
      if !found.isEmpty, locals.contains("_" + name) { return nil }
      uses += found
    }
    return uses
  }

  /// The designated initializers, each with the names of its locals, and what runs before all properties have a value.
  private static func initializers(
    beside declaration: ClassProperty
  ) -> [(locals: Set<String>, statements: CodeBlockItemListSyntax.SubSequence)] {
    guard let members = declaration.node.parent?.parent?.as(MemberBlockItemListSyntax.self) else { return [] }
    let required = Set(members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.flatMap(\.namesWithoutValue))
    return members.compactMap { member in
      guard let initializer = member.decl.as(InitializerDeclSyntax.self), !initializer.modifiers.has("convenience"),
        let body = initializer.body
      else { return nil }
      let locals = initializer.localNames
      let count = body.statements.countBeforeAllIsSet(required, locals, declaration.hasSuperclass)
      return (locals, body.statements.prefix(count))
    }
  }

  static func message(_ name: String) -> String {
    """
    `\(name)` has to be tracked, and an initializer uses it before all properties have a value, which then doesn't \
    compile: use a local constant there, or give the other properties their values first.
    """
  }

  static func usesStorage(_ name: String) -> String {
    "`\(name)` is tracked now. Before all properties have a value, only its storage can be used: `_\(name)`."
  }
}

/// The members of `self` that a statement mentions, without calling them on anything.
private struct OwnNames {
  /// The members that get a value.
  private(set) var assigned: Set<String> = []
  /// The places where the value of a member is used, or changed in part.
  private(set) var used: [String: [TokenSyntax]] = [:]
  private(set) var callsSuper = false

  init(_ locals: Set<String>, in statement: some SyntaxProtocol) {
    for node in statement.nodes(DeclReferenceExprSyntax.self) {
      let name = node.baseName.identifierText
      if let access = node.access {
        if access.base?.is(SuperExprSyntax.self) == true, node.baseName.tokenKind == .keyword(.`init`) {
          callsSuper = true
        }
        guard access.base?.isSelf == true else { continue }
      } else if locals.contains(name) || node.parent?.is(KeyPathPropertyComponentSyntax.self) == true {
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
  /// How many statements of an initializer it takes until all properties have a value, and the superclass is initialized.
  fileprivate func countBeforeAllIsSet(_ required: Set<String>, _ locals: Set<String>, _ hasSuperclass: Bool) -> Int {
    var missing = required.union(required.map { "_" + $0 })
    var count = 0
    var callsSuper = false
    for (index, statement) in enumerated() {
      let names = OwnNames(locals, in: statement)
      callsSuper = callsSuper || names.callsSuper
      if names.callsSuper || !missing.isDisjoint(with: names.assigned) { count = index + 1 }
      for name in names.assigned {
        missing.remove(name)
        missing.remove(name.hasPrefix("_") ? String(name.dropFirst()) : "_" + name)
      }
    }
    // It's called at the end where it isn't written.
    return hasSuperclass && !callsSuper ? self.count : count
  }
}

extension VariableDeclSyntax {
  /// The properties that it stores and that initializers have to give a value.
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
