import SwiftSyntax

/// A property of a view, and the models in its type.
struct ViewProperty {
  let name: String
  let binding: PatternBindingSyntax
  /// Nil where the type is not known; empty where it is none of the migration's.
  let types: [TypeSymbol.ID]?
  /// It is private to a struct, and keeps its default value: with a wrapper it's no parameter of the memberwise initializer, which
  /// a variable without one would make private as well. A constant is no parameter either.
  let isHiddenFromMemberwiseInitializer: Bool
  /// It has no initial value, and no initializer of its struct sets it.
  let isParameterOfMemberwiseInitializer: Bool

  init?(_ node: VariableDeclSyntax, _ id: TypeSymbol.ID, _ walk: Walk) {
    guard let binding = node.bindings.first,
      let name = binding.name?.identifierText,
      let member = walk.table.types[id].members[name]?.first
    else { return nil }
    self.name = name
    self.binding = binding
    let isOfStruct = walk.table.types[id].kind == .struct && !node.modifiers.hasStatic
    let isAssigned = node.enclosingType.map { walk.memo(AssignedNames.self).names(in: $0).contains(name) } == true
    isHiddenFromMemberwiseInitializer =
      isOfStruct && binding.initializer != nil
      && (node.modifiers.has("private") || node.modifiers.has("fileprivate")) && !isAssigned
    isParameterOfMemberwiseInitializer = isOfStruct && binding.initializer == nil && !isAssigned
    let type = walk.table.typeWithArguments(of: member, in: walk.table.types[id].scope)
    types = type == .elsewhere ? [] : walk.modelTypes(in: type)
  }
}

extension Syntax {
  /// The members of a variable that are used in it, through bindings as well.
  func membersUsed(of name: String) -> Set<String> {
    var members: Set<String> = []
    for token in tokens(viewMode: .sourceAccurate) where token.text == name || token.text == "$" + name {
      var next = token.nextToken(viewMode: .sourceAccurate)
      while let mark = next, [.postfixQuestionMark, .exclamationMark].contains(mark.tokenKind) {
        next = mark.nextToken(viewMode: .sourceAccurate)
      }
      guard next?.tokenKind == .period, let member = next?.nextToken(viewMode: .sourceAccurate) else { continue }
      members.insert(member.identifierText)
    }
    return members
  }
}

/// The names of variables that types assign something to, with those of their wrappers' storage.
private final class AssignedNames: WalkMemo {
  private var types: [SyntaxIdentifier: Set<String>] = [:]

  func names(in type: Syntax) -> Set<String> {
    if let names = types[type.id] { return names }
    var names: Set<String> = []
    var previous: TokenSyntax?
    for token in type.tokens(viewMode: .sourceAccurate) {
      defer { previous = token }
      guard let target = previous, token.tokenKind == .equal, target.parent?.is(DeclReferenceExprSyntax.self) == true
      else { continue }
      names.insert(target.text)
      if target.text.hasPrefix("_") { names.insert(String(target.text.dropFirst())) }
    }
    types[type.id] = names
    return names
  }
}
