import SwiftSyntax

/// A property or a function that shows untracked values, and can report its reads.
struct ReportedRead: Sendable {
  let type: TypeSymbol.ID
  let name: String
  let place: Place
  /// Nil if the report can't be written there.
  let edits: [Edit]?
  /// Whether the member stands in another module than its type, where `access(keyPath:)`, which is internal, can't be called.
  let isInOtherModule: Bool

  static func all(in members: MemberBlockItemListSyntax, of id: TypeSymbol.ID, _ walk: Walk) -> [Self] {
    members.flatMap { item -> [Self?] in
      switch item.decl.as(DeclSyntaxEnum.self) {
      case .functionDecl(let node) where !node.modifiers.hasStatic:
        guard node.signature.effectSpecifiers?.asyncSpecifier == nil,
          node.signature.returnClause?.type.isVoid == false
        else { return [] }
        return [Self(node.name, Syntax(node), node.body?.statements, node.attributes, id, walk)]
      case .subscriptDecl(let node) where !node.modifiers.hasStatic:
        return [Self(node.subscriptKeyword, Syntax(node), node.accessorBlock?.getter, node.attributes, id, walk)]
      case .variableDecl(let node) where !node.modifiers.hasStatic:
        return node.bindings.map { binding in
          binding.name.flatMap {
            Self($0, Syntax(binding), binding.accessorBlock?.getter, node.attributes, id, walk)
          }
        }
      case .ifConfigDecl(let node):
        return node.clauses.flatMap { clause -> [Self] in
          guard case .decls(let members) = clause.elements else { return [] }
          return all(in: members, of: id, walk)
        }
      default: return []
      }
    }
    .compactMap(\.self)
  }

  private init?(
    _ name: TokenSyntax,
    _ member: Syntax,
    _ body: CodeBlockItemListSyntax?,
    _ attributes: AttributeListSyntax,
    _ id: TypeSymbol.ID,
    _ walk: Walk
  ) {
    // A function that makes changes isn't called to show a value.
    guard let body, let first = body.first, !body.nodes(FunctionCallExprSyntax.self).contains(where: \.isAnnouncement),
      !Self.isCalledByFramework(name.identifierText, member, id, walk),
      member.is(FunctionDeclSyntax.self) == false || !walk.table.changesTracked(name.identifierText, of: id),
      UntrackedReads.mayStand(in: Syntax(body), of: member, id, walk.project)
    else { return nil }
    type = id
    self.name = name.identifierText
    place = walk.place(of: name)
    isInOtherModule = walk.table.importsModule(of: id, in: walk.file)
    guard !attributes.names.contains(where: { $0.hasSuffix("Builder") }) else {
      edits = nil
      return
    }
    let source = walk.source
    let values = body.onlyValues.map { walk.inserting("return ", at: $0.startOffset) }
    let call = "access(keyPath: \\.self)"
    if source.isFirstInLine(first.startOffset) {
      let indentation = source.indentation(at: first.startOffset)
      // Above the comment of the first statement.
      let start = first.utf8RangeWithComments.lowerBound
      edits = [walk.inserting(call + source.newline + indentation, at: start)] + values
    } else {
      let outer = source.indentation(at: first.startOffset)
      let inner = source.newline + outer + walk.step(around: member)
      let start = body.previousToken(viewMode: .sourceAccurate)?.utf8Range.upperBound ?? first.startOffset
      let last = body.lastToken(viewMode: .sourceAccurate)
      let end = last?.utf8Range.upperBound ?? first.startOffset
      let next = last?.nextToken(viewMode: .sourceAccurate)?.startOffset ?? end
      edits =
        source[start..<first.startOffset].allSatisfy(\.isWhitespace) && source[end..<next].allSatisfy(\.isWhitespace)
        ? [
          Edit(start..<first.startOffset, with: inner + call + inner + (values.isEmpty ? "" : "return ")),
          Edit(end..<next, with: source.newline + outer),
        ] : nil
    }
  }

  /// Whether only a framework calls a method, for example as a delegate's, not to show a value.
  private static func isCalledByFramework(_ name: String, _ member: Syntax, _ id: TypeSymbol.ID, _ walk: Walk) -> Bool {
    member.is(FunctionDeclSyntax.self) && !walk.project.reach.names.contains(name) && !walk.table.types[id].isPublic
      && walk.table.foreignSupertypes(of: id).contains { $0 != "ObservableObject" && $0 != "NSObject" }
  }
}

extension AccessorBlockSyntax {
  fileprivate var getter: CodeBlockItemListSyntax? {
    switch accessors {
    case .getter(let statements): statements
    case .accessors(let accessors):
      accessors.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }.flatMap { accessor in
        accessor.effectSpecifiers?.asyncSpecifier == nil ? accessor.body?.statements : nil
      }
    @unknown default: nil
    }
  }
}

extension CodeBlockItemListSyntax {
  /// The values that a function with these statements returns without `return`: one, or one of each branch of `#if`s.
  fileprivate var onlyValues: [CodeBlockItemSyntax] {
    let conditions = compactMap { $0.item.as(IfConfigDeclSyntax.self) }
    if conditions.count == count {
      return conditions.flatMap(\.clauses).flatMap { $0.elements?.as(CodeBlockItemListSyntax.self)?.onlyValues ?? [] }
    }
    // `filter` of a collection of nodes would make a tree of its own.
    let statements = Array(self).filter { !$0.isDiagnostic }
    guard statements.count == 1, let first = statements.first else { return [] }
    return first.isValue ? [first] : []
  }
}

extension ExprSyntax {
  /// `fatalError()`
  fileprivate var neverReturns: Bool {
    let callee = self.as(FunctionCallExprSyntax.self)?.calledExpression.as(DeclReferenceExprSyntax.self)
    return ["fatalError", "preconditionFailure"].contains(callee?.baseName.text)
  }
}

extension CodeBlockItemSyntax {
  /// `#warning("…")`
  fileprivate var isDiagnostic: Bool {
    let name =
      expression?.as(MacroExpansionExprSyntax.self)?.macroName ?? item.as(MacroExpansionDeclSyntax.self)?.macroName
    return ["error", "warning"].contains(name?.text)
  }

  /// Whether a function with this only statement returns its value.
  fileprivate var isValue: Bool {
    guard let expression, !expression.neverReturns else { return false }
    let isBranching = expression.is(IfExprSyntax.self) || expression.is(SwitchExprSyntax.self)
    return !isBranching || !tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.return) }
  }
}
