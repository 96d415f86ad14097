import SwiftSyntax

/// Imports that come and go.
enum ImportsRule: Rule {
  enum Message {}

  static let id: RuleID = "imports"
  static let finishingStep = FinishingStep.imports

  struct Facts: RuleFacts {
    var imports = ImportList()
    var importsCombine = false
    /// Where names of Combine are mentioned, if the file imports it.
    var mentions: [Int] = []
  }

  static func register(_ visits: inout Visits<Facts>) {
    visits.on(SourceFileSyntax.self, collect)
    visits.onTokens(if: \.importsCombine, note)
  }

  private static func note(_ token: TokenSyntax, _ walk: Walk, _ facts: inout Facts) {
    guard case .identifier(let name) = token.tokenKind, CombineNames.all.contains(name) else { return }
    facts.mentions.append(token.startOffset)
  }

  private static func collect(_ tree: SourceFileSyntax, _ walk: Walk, _ facts: inout Facts) {
    var previousIsImport = false
    let statements = tree.conditionalStatements
    for item in statements ?? tree.statements {
      guard let node = item.item.as(ImportDeclSyntax.self) else {
        previousIsImport = false
        continue
      }
      let space = item.leadingTrivia.pieces
      let isNext = space.isEmpty || space == [.newlines(1)] || space == [.carriageReturnLineFeeds(1)]
      defer { previousIsImport = true }
      let prefix = walk.source[node.startOffset..<node.importKeyword.startOffset]
      facts.imports.items.append(
        ImportList.Item(
          module: node.path.first?.name.identifierText ?? "",
          range: node.utf8Range,
          line: walk.source.removal(of: node.utf8Range),
          end: item.endPosition.utf8Offset,
          prefix: prefix,
          isOfOneDeclaration: node.importKindSpecifier != nil || node.path.count > 1,
          followsImport: previousIsImport && isNext
        )
      )
    }
    facts.importsCombine = facts.imports.items.contains { $0.module == "Combine" }
    facts.imports.start = start(of: Syntax(statements) ?? Syntax(tree))
  }

  /// Behind the comment at the top of a file, or of what it compiles conditionally, if a blank line follows it.
  private static func start(of node: Syntax) -> Int {
    guard let token = node.firstToken(viewMode: .sourceAccurate) else { return 0 }
    var offset = token.position.utf8Offset
    var start: Int?
    if !node.is(SourceFileSyntax.self) {
      // Behind the line with the condition.
      switch token.leadingTrivia.first {
      case .newlines: start = offset + 1
      case .carriageReturnLineFeeds: start = offset + 2
      default: break
      }
    }
    for piece in token.leadingTrivia {
      offset += piece.sourceLength.utf8Length
      switch piece {
      case .newlines(let count), .carriageReturnLineFeeds(let count), .carriageReturns(let count):
        if count > 1 { start = offset }
      case .unexpectedText:
        // A byte order mark.
        if start == nil { start = offset }
      default: continue
      }
    }
    return start ?? token.position.utf8Offset
  }

  static func finish(_ facts: Facts, _ draft: inout FileDraft) {
    let missing = missing(facts, draft)
    draft.noteImports(of: missing)
    for (edit, message) in edits(facts, draft, missing) {
      let place = Place(file: draft.file, offset: edit.range.lowerBound)
      let proposal = Proposal(id, .change, at: place, of: [], [edit], message)
      // Before what else is inserted at the top of the file.
      draft.add(proposal, first: true)
    }
  }

  /// The modules that the file needs and doesn't import.
  private static func missing(_ facts: Facts, _ draft: FileDraft) -> [String] {
    let modules = Set(facts.imports.items.filter { !$0.isOfOneDeclaration }.map(\.module))
    return draft.modules.filter { !modules.contains($0) && !(exported[$0]?.isDisjoint(with: modules) == false) }
  }

  private static func edits(
    _ facts: Facts,
    _ draft: FileDraft,
    _ missing: [String]
  ) -> [(edit: Edit, message: String)] {
    var missing = missing
    let imports = facts.imports
    let newline = draft.source.newline
    let isPublic = draft.subjects.contains { draft.project.table.types[$0].isPublic }
    let imported = imports.items.filter { $0.module == "Combine" && !$0.prefix.contains("_exported") }
    let goes = imported.isEmpty || isMentioned(facts, draft.edits.edits) ? [] : imported
    var result: [(Edit, String)] = []
    if isPublic, draft.modules.contains(models) {
      result = replacement(ofObservationIn: imports.items, without: goes, &missing)
    }
    // Where modules are sorted, they stay so.
    let publicPrefix = isPublic && imports.items.contains { $0.prefix.contains("public") } ? "public " : ""
    if let first = missing.first, let end = sortedEnd(for: first, imports.items, without: goes) {
      let prefix = goes.first?.prefix ?? publicPrefix
      let edit = insertion(of: missing.map { prefix + "import " + $0 }, behind: end, in: draft.source)
      result.append((edit, Message.comes(missing, insteadOf: nil)))
      missing = []
    }
    for (index, item) in goes.enumerated() {
      if index == 0, !missing.isEmpty {
        let text = missing.map { "\(item.prefix)import \($0)" }.joined(separator: newline)
        result.append((Edit(item.range, with: text), Message.comes(missing, insteadOf: "Combine")))
        missing = []
      } else {
        result.append((Edit(item.line, with: ""), Message.goesAway))
      }
    }
    if !missing.isEmpty {
      let lines = missing.map { "\(publicPrefix)import \($0)" }
      let edit: Edit
      if let start = sortedStart(for: missing[0], imports.items) {
        edit = Edit(start..<start, with: lines.map { $0 + newline }.joined())
      } else if let last = imports.items.last {
        edit = insertion(of: lines, behind: last.end, in: draft.source)
      } else {
        edit = Edit(imports.start..<imports.start, with: lines.map { $0 + newline }.joined() + newline)
      }
      result.append((edit, Message.comes(missing, insteadOf: nil)))
    }
    return result
  }

  /// Imports `ObservationModels` publicly in place of `Observation`, which it exports. A class that has become a model uses nothing of
  /// `Observation` publicly, and the compiler warns of public imports that nothing uses.
  private static func replacement(
    ofObservationIn items: [ImportList.Item],
    without goes: [ImportList.Item],
    _ missing: inout [String]
  ) -> [(edit: Edit, message: String)] {
    let whole = items.indices.filter { !items[$0].isOfOneDeclaration }
    guard let index = whole.first(where: { items[$0].module == "Observation" && items[$0].isPublic }) else { return [] }
    let item = items[index]
    let removal = Edit(item.line, with: "")
    if let position = missing.firstIndex(of: models) {
      // It's added where it belongs if another import stands between the two by name.
      if goes.isEmpty, sortedNames(items) != nil, let next = items.dropFirst(index + 1).first, next.followsImport,
        next.module.lowercased() < models.lowercased()
      {
        return [(removal, Message.isExported)]
      }
      missing.remove(at: position)
      let text = "\(item.prefix)import \(models)"
      return [(Edit(item.range, with: text), Message.isExported)]
    }
    guard let imported = whole.lazy.map({ items[$0] }).first(where: { $0.module == models }) else { return [] }
    if imported.isPublic { return [(removal, Message.isExported)] }
    guard imported.prefix.isEmpty else { return [] }
    let start = imported.range.lowerBound
    return [(removal, Message.isExported), (Edit(start..<start, with: "public "), Message.isExported)]
  }

  /// Inserts imports behind another one, in lines of their own if nothing follows it in its line.
  private static func insertion(of imports: [String], behind end: Int, in source: SourceText) -> Edit {
    let isLastInLine = source.isBlank(end..<source.nextLineStart(of: end))
    let texts = imports.map { isLastInLine ? source.newline + $0 : $0 + "; " }
    return Edit(end..<end, with: texts.joined())
  }

  /// After the module that comes before it by name, in a block of imports that are sorted. Nil if there is none, or if it is
  /// what makes way.
  private static func sortedEnd(
    for module: String,
    _ items: [ImportList.Item],
    without goes: [ImportList.Item]
  ) -> Int? {
    guard let names = sortedNames(items), let last = names.lastIndex(where: { $0 < module.lowercased() }),
      !goes.contains(where: { $0.range.lowerBound >= items[last].range.lowerBound })
    else { return nil }
    return items[last].end
  }

  /// Before the first module of several that are sorted, if it comes after this one by name.
  private static func sortedStart(for module: String, _ items: [ImportList.Item]) -> Int? {
    guard let names = sortedNames(items), names.count > 1, module.lowercased() < names[0] else { return nil }
    return items[0].range.lowerBound
  }

  /// The modules of the first block of imports, if they are sorted.
  private static func sortedNames(_ items: [ImportList.Item]) -> [String]? {
    let end = items.dropFirst().firstIndex { !$0.followsImport } ?? items.endIndex
    let names = items[..<end].map { $0.module.lowercased() }
    return zip(names, names.dropFirst()).allSatisfy { $0 <= $1 } ? names : nil
  }

  /// Whether anything that may be Combine's is left.
  private static func isMentioned(_ facts: Facts, _ edits: [Edit]) -> Bool {
    facts.mentions.contains { offset in !edits.contains { $0.range.contains(offset) } }
      || edits.contains { edit in CombineNames.written.contains { edit.replacement.contains($0) } }
  }

  private static let models = "ObservationModels"

  /// Modules that export others.
  private static let exported: [String: Set<String>] = ["Observation": ["SwiftUI"]]
}

extension SourceFileSyntax {
  /// The statements of a file that consists of one `#if … #endif`.
  fileprivate var conditionalStatements: CodeBlockItemListSyntax? {
    guard statements.count == 1, let clauses = statements.first?.item.as(IfConfigDeclSyntax.self)?.clauses,
      clauses.count == 1, case .statements(let inner)? = clauses.first?.elements
    else { return nil }
    return inner
  }
}

extension ImportList.Item {
  /// Whether what it imports can be used publicly, but isn't exported.
  fileprivate var isPublic: Bool { prefix.contains("public") && !prefix.contains("_exported") }
}

extension ImportsRule.Message {
  static let isExported = "`ObservationModels` exports `Observation`: one public import is enough."
  static let goesAway = "The file no longer uses Combine."

  static func comes(_ modules: [String], insteadOf other: String?) -> String {
    "The file needs \(modules.map { "`\($0)`" }.joined(separator: " and "))"
      + (other.map { ", and no longer uses `\($0)`." } ?? ".")
  }
}

/// The imports at the top of a file.
struct ImportList: Sendable {
  struct Item: Sendable {
    let module: String
    /// Of the declaration, without what surrounds it.
    let range: Range<Int>
    /// With its line.
    let line: Range<Int>
    /// Behind a comment in its line.
    let end: Int
    /// Attributes and modifiers.
    let prefix: String
    /// `import class Combine.AnyCancellable`
    let isOfOneDeclaration: Bool
    /// Whether it stands behind another import, or in the line after it.
    let followsImport: Bool
  }

  var items: [Item] = []
  /// Where a file without imports would have them.
  var start = 0
}
