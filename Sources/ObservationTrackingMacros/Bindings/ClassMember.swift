import SwiftSyntax

/// A member of a class, with its compilation conditions.
struct ClassMember {
  /// A clause of an `#if`.
  struct Condition {
    let block: SyntaxIdentifier
    let index: Int
    /// `#if os(Linux)` and the like: the conditions of the member's clause, and the negated ones of the preceding
    /// clauses.
    let heads: [String]
  }

  let declaration: DeclSyntax
  let conditions: [Condition]
  /// The member as a method.
  let function: FunctionDeclSyntax?
  /// The tracking of the method by `@ObservationTracking`.
  let tracked: TrackedMethod?

  /// All members in the order of the source.
  static func all(of declaration: ClassDeclSyntax, _ place: BindingPlace) -> [ClassMember] {
    members(declaration.memberBlock.members, [], place)
  }

  private static func members(
    _ list: MemberBlockItemListSyntax,
    _ conditions: [Condition],
    _ place: BindingPlace
  ) -> [ClassMember] {
    list.flatMap { item -> [ClassMember] in
      guard let block = item.decl.as(IfConfigDeclSyntax.self) else {
        return [ClassMember(item.decl, conditions, place)]
      }
      let heads = block.clauses.map { clause in
        clause.poundKeyword.text + (clause.condition.map { " " + $0.trimmedDescription } ?? "")
      }
      return block.clauses.enumerated().flatMap { index, clause -> [ClassMember] in
        guard case .decls(let list)? = clause.elements else { return [] }
        return members(
          list,
          conditions + [Condition(block: block.id, index: index, heads: Array(heads[...index]))],
          place
        )
      }
    }
  }

  private init(_ declaration: DeclSyntax, _ conditions: [Condition], _ place: BindingPlace) {
    self.declaration = declaration
    self.conditions = conditions
    let function = declaration.as(FunctionDeclSyntax.self)
    self.function = function
    tracked = function.flatMap { function in
      function.attributes.first(.observationTracking).map { TrackedMethod(function, attribute: $0, place: place) }
    }
  }

  /// Whether one build never has both.
  func excludes(_ other: ClassMember) -> Bool {
    zip(conditions, other.conditions).contains { $0.block == $1.block && $0.index != $1.index }
  }
}
