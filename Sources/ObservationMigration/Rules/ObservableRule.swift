import SwiftSyntax

/// `@Observable` instead of the conformance.
enum ObservableRule: Rule {
  static let id: RuleID = "observable"

  static func register(_ visits: inout Visits<NoFacts>) {
    visits.on(ClassDeclSyntax.self, inspect)
    visits.on(ExtensionDeclSyntax.self, inspect)
  }

  private static func inspect(_ node: ClassDeclSyntax, _ walk: Walk) {
    guard let id = walk.model(declaredBy: node) else { return }
    if let types = node.inheritanceClause?.inheritedTypes,
      types.count(where: { isObservableObject($0.type, walk) }) > 1
    {
      // This doesn't compile, but would after removing one.
      return walk.decide(Self.id, at: node.name, of: [id], "`ObservableObject` is in the list twice: remove one.")
    }
    if walk.models.isSilent(id) { return mark(node, at: Syntax(node.name), id, walk) }
    var edits = removals(in: node.inheritanceClause, walk)
    if !walk.table.types[id].hasMacro {
      let start = startOfAttribute(of: node)
      let separator =
        walk.source.isFirstInLine(start)
        ? walk.source.newline + walk.source.indentation(at: start) : " "
      edits.append(walk.inserting("@\(walk.macro.name)" + separator, at: start))
    }
    let isPrivate = node.modifiers.first { $0.name.text == "private" }
    if node.parent?.is(MemberBlockItemSyntax.self) == true, let isPrivate {
      // The macro's extension stands outside, without access to a private class.
      edits.append(walk.replacing(isPrivate.name, with: "fileprivate"))
    }
    let (type, macro) = (walk.table.types[id], walk.macro.name)
    let message =
      type.isPublic
      ? "The class is `@\(macro)`, and public: other modules that use `\(type.name)` have to migrate with it."
      : "The class is `@\(macro)`."
    walk.change(Self.id, at: node.name, of: [id], edits, importing: [walk.macro.module], message)
  }

  private static func mark(_ node: some DeclGroupSyntax, at name: Syntax, _ id: TypeSymbol.ID, _ walk: Walk) {
    let types = node.inheritanceClause?.inheritedTypes.map(\.type)
    guard let type = types?.first(where: { isObservableObject($0, walk) }) else { return }
    let message = """
      `\(walk.name(id))` announces no changes, so it only conforms to `Observable`: views hold it as before, and don't \
      follow its properties.
      """
    let edit = walk.replacing(type, with: walk.observable)
    walk.change(Self.id, at: name, of: [id], [edit], importing: ["Observation"], message)
  }

  /// Above a comment about the next line, as linters have them, which stays next to the class.
  private static func startOfAttribute(of node: ClassDeclSyntax) -> Int {
    var (start, offset, lineCount) = (node.startOffset, node.startOffset, 0)
    for piece in node.leadingTrivia.pieces.reversed() {
      offset -= piece.sourceLength.utf8Length
      switch piece {
      case .spaces, .tabs: continue
      case .newlines(1), .carriageReturnLineFeeds(1): lineCount += 1
      case .lineComment(let text) where lineCount == 1 && text.contains("disable:next"):
        (start, lineCount) = (offset, 0)
      default: return start
      }
      if lineCount > 1 { return start }
    }
    return start
  }

  private static func inspect(_ node: ExtensionDeclSyntax, _ walk: Walk) {
    guard let id = walk.names.enclosingType, walk.models[id] == .model else { return }
    if walk.models.isSilent(id) { return mark(node, at: Syntax(node.extendedType), id, walk) }
    var edits = removals(in: node.inheritanceClause, walk)
    guard !edits.isEmpty else { return }
    if let clause = node.genericWhereClause {
      let message = """
        The conformance has a condition, which `@Observable` can't have: declare it for all, or convert the class by \
        hand.
        """
      return walk.decide(Self.id, at: clause, of: [id], message)
    }
    let isEmpty =
      node.inheritanceClause?.inheritedTypes.count == 1 && node.memberBlock.members.isEmpty
      && !node.memberBlock.leftBrace.trailingTrivia.hasComment && !node.memberBlock.rightBrace.leadingTrivia.hasComment
    if isEmpty {
      edits = [Edit(walk.source.removal(of: node.utf8Range), with: "")]
    }
    let message = "The conformance is removed; the class is `@Observable`."
    walk.change(Self.id, at: node.extendedType, of: [id], edits, message)
  }

  /// Removes `ObservableObject` from an inheritance clause.
  private static func removals(in clause: InheritanceClauseSyntax?, _ walk: Walk) -> [Edit] {
    guard let clause else { return [] }
    let inherited = Array(clause.inheritedTypes)
    guard let index = inherited.firstIndex(where: { isObservableObject($0.type, walk) }) else { return [] }
    let element = inherited[index]
    let range: Range<Int>
    var tokens: [Range<Int>] = [element.type.utf8Range]
    if inherited.count == 1 {
      // With the space before the colon.
      let start = clause.colon.previousToken(viewMode: .sourceAccurate)?.utf8Range.upperBound ?? clause.startOffset
      range = start..<element.utf8Range.upperBound
      tokens.append(clause.colon.utf8Range)
    } else if index + 1 < inherited.count {
      range = element.startOffset..<inherited[index + 1].startOffset
      tokens += [element.trailingComma?.utf8Range].compactMap(\.self)
    } else {
      range = inherited[index - 1].type.utf8Range.upperBound..<element.utf8Range.upperBound
      tokens += [inherited[index - 1].trailingComma?.utf8Range].compactMap(\.self)
    }
    let text = walk.source[range]
    if text.contains("//") || text.contains("/*") {
      // Comments stay.
      return tokens.map { Edit($0, with: "") }
    }
    return [Edit(range, with: "")]
  }

  private static func isObservableObject(_ type: TypeSyntax, _ walk: Walk) -> Bool {
    guard TypeReference(type).lastName == "ObservableObject" else { return false }
    return walk.names.resolve(TypeReference(type)) == .observableObject
  }
}
