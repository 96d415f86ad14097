import SwiftSyntax

/// Added and removed imports.
enum ImportsRule: Rule {
  static let id: RuleID = "imports"
  static let finishingStep = FinishingStep.imports

  struct Facts: RuleFacts {
    var imports: [Import] = []
    /// The position for imports in a file without imports.
    var start = 0
    /// The places of Combine's names, if the file imports it.
    var mentions: [Int] = []
  }

  static func register(_ visits: inout Visits<Facts>) {
    visits.on(SourceFileSyntax.self, collect)
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
      facts.imports.append(
        Import(
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
    facts.start = start(of: Syntax(statements) ?? Syntax(tree))
    guard facts.imports.contains(where: { $0.module == "Combine" }) else { return }
    facts.mentions = tree.mentions(of: CombineNames.all).map(\.startOffset)
  }

  /// The position behind the comment at the top of a file, or of its only `#if`, if a blank line follows the comment.
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
    let (imports, newline) = (facts.imports, draft.source.newline)
    let present = Set(imports.filter { !$0.isOfOneDeclaration }.map(\.module))
    // The needed modules that the file doesn't import yet.
    var missing = draft.modules.filter { !present.contains($0) && !(exported[$0]?.isDisjoint(with: present) == false) }
    draft.addedImports += missing
    func change(_ edit: Edit, _ message: String) {
      let place = Place(file: draft.file, offset: edit.range.lowerBound)
      // Above everything else inserted at the top of the file.
      draft.add(Proposal(id, .change, at: place, of: [], [edit], message), first: true)
    }
    let isPublic = draft.subjects.contains { draft.project.table.types[$0].isPublic }
    let imported = imports.filter { $0.module == "Combine" && !$0.prefix.contains("_exported") }
    let goes = imported.isEmpty || isMentioned(facts, draft.edits.edits) ? [] : imported
    if isPublic, draft.modules.contains(models) {
      for edit in replacement(ofObservationIn: imports, without: goes, &missing) {
        change(edit, "`ObservationModels` exports `Observation`: one public import is enough.")
      }
    }
    let need = "The file needs \(missing.map { "`\($0)`" }.joined(separator: " and "))"
    // Sorted imports stay sorted.
    let publicPrefix = isPublic && imports.contains { $0.prefix.contains("public") } ? "public " : ""
    if let first = missing.first, let end = sortedEnd(for: first, imports, without: goes) {
      let prefix = goes.first?.prefix ?? publicPrefix
      change(insertion(of: missing.map { prefix + "import " + $0 }, behind: end, in: draft.source), need + ".")
      missing = []
    }
    for (index, item) in goes.enumerated() {
      if index == 0, !missing.isEmpty {
        let text = missing.map { "\(item.prefix)import \($0)" }.joined(separator: newline)
        change(Edit(item.range, with: text), need + ", and no longer uses `Combine`.")
        missing = []
      } else {
        change(Edit(item.line, with: ""), "The file no longer uses Combine.")
      }
    }
    if missing.isEmpty { return }
    let lines = missing.map { "\(publicPrefix)import \($0)" }
    if let names = sortedNames(imports), names.count > 1, missing[0].lowercased() < names[0] {
      let start = imports[0].range.lowerBound
      change(Edit(start..<start, with: lines.map { $0 + newline }.joined()), need + ".")
    } else if let last = imports.last {
      change(insertion(of: lines, behind: last.end, in: draft.source), need + ".")
    } else {
      change(Edit(facts.start..<facts.start, with: lines.map { $0 + newline }.joined() + newline), need + ".")
    }
  }

  /// Imports `ObservationModels` publicly in place of `Observation`, which it exports. A converted class uses nothing of
  /// `Observation` publicly, and the compiler warns about unused public imports.
  private static func replacement(
    ofObservationIn items: [Import],
    without goes: [Import],
    _ missing: inout [String]
  ) -> [Edit] {
    let whole = items.indices.filter { !items[$0].isOfOneDeclaration }
    guard let index = whole.first(where: { items[$0].module == "Observation" && items[$0].isPublic }) else { return [] }
    let item = items[index]
    let removal = Edit(item.line, with: "")
    if let position = missing.firstIndex(of: models) {
      // If another import belongs between the two by name, the new import is inserted separately.
      if goes.isEmpty, sortedNames(items) != nil, let next = items.dropFirst(index + 1).first, next.followsImport,
        next.module.lowercased() < models.lowercased()
      {
        return [removal]
      }
      missing.remove(at: position)
      return [Edit(item.range, with: "\(item.prefix)import \(models)")]
    }
    guard let imported = whole.lazy.map({ items[$0] }).first(where: { $0.module == models }) else { return [] }
    if imported.isPublic { return [removal] }
    guard imported.prefix.isEmpty else { return [] }
    let start = imported.range.lowerBound
    return [removal, Edit(start..<start, with: "public ")]
  }

  /// Inserts imports behind another one, in lines of their own if its line ends there.
  private static func insertion(of imports: [String], behind end: Int, in source: SourceText) -> Edit {
    let isLastInLine = source.isBlank(end..<source.nextLineStart(of: end))
    let texts = imports.map { isLastInLine ? source.newline + $0 : $0 + "; " }
    return Edit(end..<end, with: texts.joined())
  }

  /// The end of the preceding module's import in a sorted block; nil without one, or if its line is removed.
  private static func sortedEnd(for module: String, _ items: [Import], without goes: [Import]) -> Int? {
    guard let names = sortedNames(items), let last = names.lastIndex(where: { $0 < module.lowercased() }),
      !goes.contains(where: { $0.range.lowerBound >= items[last].range.lowerBound })
    else { return nil }
    return items[last].end
  }

  /// The modules of the first block of imports if they're sorted.
  private static func sortedNames(_ items: [Import]) -> [String]? {
    let end = items.dropFirst().firstIndex { !$0.followsImport } ?? items.endIndex
    let names = items[..<end].map { $0.module.lowercased() }
    return zip(names, names.dropFirst()).allSatisfy { $0 <= $1 } ? names : nil
  }

  /// Whether a possible name of Combine is left.
  private static func isMentioned(_ facts: Facts, _ edits: [Edit]) -> Bool {
    facts.mentions.contains { offset in !edits.contains { $0.range.contains(offset) } }
      || edits.contains { edit in CombineNames.written.contains { edit.replacement.contains($0) } }
  }

  private static let models = "ObservationModels"

  private static let exported: [String: Set<String>] = ["Observation": ["SwiftUI"]]
}

extension SourceFileSyntax {
  /// The statements of a file that is one `#if … #endif`.
  fileprivate var conditionalStatements: CodeBlockItemListSyntax? {
    guard statements.count == 1, let clauses = statements.first?.item.as(IfConfigDeclSyntax.self)?.clauses,
      clauses.count == 1, case .statements(let inner)? = clauses.first?.elements
    else { return nil }
    return inner
  }
}

/// An import at the top of a file.
struct Import: Sendable {
  let module: String
  let range: Range<Int>
  /// The declaration with its line.
  let line: Range<Int>
  /// The end of the line's comment.
  let end: Int
  /// Attributes and modifiers.
  let prefix: String
  /// `import class Combine.AnyCancellable`
  let isOfOneDeclaration: Bool
  /// Whether another import precedes it, in its line or the line above.
  let followsImport: Bool

  /// Whether public declarations may use the module, without exporting it.
  var isPublic: Bool { prefix.contains("public") && !prefix.contains("_exported") }
}
