import SwiftSyntax

/// Uses of a property in an initializer, before all properties have a value.
///
/// A stored property can be used there once it has a value. A computed one, as made by the macro, can't.
enum EarlyUse {
  /// The place of a use, and the edit that makes it use the storage.
  struct Use {
    let token: TokenSyntax
    /// Whether the token also names what's made of the value: `if let name`, or `[name]` of a closure.
    var bindsName = false

    func usingStorage(_ walk: Walk) -> Edit {
      bindsName
        ? walk.inserting(" = _\(token.text)", at: token.utf8Range.upperBound)
        : walk.inserting("_", at: token.startOffset)
    }
  }

  /// Whether an initializer of the class uses or assigns a property too soon.
  static func occurs(of name: String, in declaration: ClassProperty) -> Bool {
    let names = earlyNames(beside: declaration)
    return names.used[name] != nil || names.assigned.contains(name)
  }

  /// Whether an initializer of the class assigns a property.
  static func isAssigned(_ name: String, declaredBy declaration: VariableDeclSyntax) -> Bool {
    declaration.siblings(InitializerDeclSyntax.self).contains { initializer in
      initializer.body.map { OwnNames(in: $0).assigned.contains(name) } ?? false
    }
  }

  /// The places at which initializers use a property too soon, and can use its storage `_name` instead; nil if a local
  /// variable hides the storage.
  static func uses(of name: String, in declaration: ClassProperty) -> [Use]? {
    let uses = earlyNames(beside: declaration).used[name] ?? []
    return uses.contains { $0.token.isHidden("_" + name) } ? nil : uses
  }

  /// The members in the early statements of each class: initializers are read once, not for each property.
  private final class Memo: WalkMemo {
    var names: [SyntaxIdentifier: OwnNames] = [:]
  }

  /// The members that designated initializers use before all properties have a value.
  private static func earlyNames(beside declaration: ClassProperty) -> OwnNames {
    guard let type = declaration.node.enclosingType?.id else { return OwnNames() }
    let memo = declaration.walk.memo(Memo.self)
    if let names = memo.names[type] { return names }
    var names = OwnNames()
    for statement in earlyStatements(beside: declaration) { names.add(statement) }
    memo.names[type] = names
    return names
  }

  /// The statements of the designated initializers before all properties have a value.
  private static func earlyStatements(beside declaration: ClassProperty) -> [CodeBlockItemSyntax] {
    let hasSuperclass = declaration.walk.table.hasSuperclass(declaration.type)
    let required = Set(declaration.node.siblings(VariableDeclSyntax.self).flatMap(\.namesWithoutValue))
    return declaration.node.siblings(InitializerDeclSyntax.self).flatMap { initializer -> [CodeBlockItemSyntax] in
      guard !initializer.modifiers.has("convenience"), let body = initializer.body else { return [] }
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

/// The members of `self` in statements.
///
/// Closures and functions inside don't count: code there can use `self` only once all properties have a value.
private struct OwnNames {
  private(set) var assigned: Set<String> = []
  /// The places that read a member, or change a part of it.
  private(set) var used: [String: [EarlyUse.Use]] = [:]
  private(set) var callsSuper = false

  init() {}

  init(in statement: some SyntaxProtocol) { add(statement) }

  mutating func add(_ statement: some SyntaxProtocol) {
    let isEntered = { (node: Syntax) in
      if node.kind == .codeBlockItemList { return node.parent?.is(ClosureExprSyntax.self) == false }
      return node.kind != .functionDecl
    }
    // `count += 1` reads, too.
    let assignments = statement.nodes(SequenceExprSyntax.self, entering: isEntered)
      .filter { $0.elements.contains { $0.is(AssignmentExprSyntax.self) } }
    let targets = Set(assignments.flatMap(\.assigned).map(\.id))
    for node in statement.nodes(DeclReferenceExprSyntax.self, entering: isEntered) {
      let name = node.baseName.identifierText
      if let access = node.access {
        if access.base?.is(SuperExprSyntax.self) == true, node.baseName.tokenKind == .keyword(.`init`) {
          callsSuper = true
        }
        guard access.base?.isSelf == true else { continue }
      } else if node.parent?.is(KeyPathPropertyComponentSyntax.self) == true || node.isHidden(name) {
        continue
      }
      if targets.contains(node.whole.id) {
        assigned.insert(name)
      } else {
        used[name, default: []].append(EarlyUse.Use(token: node.baseName))
      }
    }
    let captured = statement.nodes(ClosureCaptureSyntax.self, entering: isEntered).map { ($0.name, $0.initializer) }
    let bound = statement.nodes(OptionalBindingConditionSyntax.self, entering: isEntered).compactMap { node in
      node.pattern.as(IdentifierPatternSyntax.self).map { ($0.identifier, node.initializer) }
    }
    for (token, value) in captured + bound where value == nil && !token.isHidden(token.identifierText) {
      used[token.identifierText, default: []].append(EarlyUse.Use(token: token, bindsName: true))
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
  /// The members of the same class, also those in an `#if`.
  fileprivate func siblings<Declaration: DeclSyntaxProtocol>(_ kind: Declaration.Type) -> [Declaration] {
    let block = enclosingType?.typeDeclaration?.memberBlock
    return block?.nodes(kind, entering: { !$0.kind.isOfType && $0.kind != .codeBlock }).filter(\.isMember) ?? []
  }

  /// The stored properties without a value, which initializers have to assign. A wrapper may have a value of its own.
  fileprivate var namesWithoutValue: [String] {
    guard !modifiers.hasStatic, !isLazy else { return [] }
    return Array(bindings).filter { binding in
      guard binding.isStored, binding.initializer == nil else { return false }
      guard bindingSpecifier.tokenKind == .keyword(.var), let type = binding.typeAnnotation?.type else { return true }
      return !type.is(OptionalTypeSyntax.self) && !type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
    }
    .flatMap(\.pattern.boundNames)
  }
}
