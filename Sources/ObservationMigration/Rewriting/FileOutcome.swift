import SwiftParser

struct FileOutcome: Sendable {
  var edits: [Edit] = []
  var migrated: String
  var addedImports: [String] = []
  var changes: [Proposal] = []
  var objections: [Proposal] = []

  init(unchanged file: SourceFile) { migrated = file.text }

  init(_ draft: FileDraft, rules: [any Rule.Type]) {
    let list = draft.edits
    edits = list.closingGaps(in: draft.source).edits
    migrated = draft.source.applying(edits)
    addedImports = draft.addedImports
    // A change inside a larger removal isn't reported.
    changes = draft.changes.filter { $0.edits.isEmpty || $0.edits.contains(where: list.edits.contains) }
    objections = [ParseCheck.check(draft)].compactMap(\.self) + rules.compactMap { $0.check(draft) }
  }
}

/// A step of the rewriting: a file stays if it wouldn't parse afterwards.
enum ParseCheck {
  /// The objection to a changed file; nil if the file parses.
  static func check(_ draft: FileDraft) -> Proposal? {
    let parses = SyntaxProblem(in: Parser.parse(source: draft.reducedText)) == nil
    guard draft.edits.conflict != nil || !parses else { return nil }
    let (place, subjects) = (Place(file: draft.file, offset: 0), draft.subjects.sorted())
    return Proposal(UnparsedFiles.id, .objection(.refused), at: place, of: subjects, resultDoesNotParse)
  }

  static let resultDoesNotParse = """
    The converted file would not parse, so the file is left as it is. That's a bug in the migration: convert this file \
    by hand, and report the bug.
    """
}
