import SwiftParser

struct FileOutcome: Sendable {
  var edits: [Edit] = []
  var migrated: String
  var addedImports: [String] = []
  var changes: [Proposal] = []
  var objections: [Proposal] = []

  init(unchanged file: SourceFile) { migrated = file.text }

  init(_ draft: FileDraft) {
    let list = draft.edits
    edits = list.closingGaps(in: draft.source).edits
    migrated = draft.source.applying(edits)
    addedImports = draft.addedImports
    // A change inside a larger removal isn't reported.
    changes = draft.changes.filter { $0.edits.isEmpty || $0.edits.contains(where: list.edits.contains) }
    guard list.conflict != nil || SyntaxProblem(in: Parser.parse(source: migrated)) != nil else { return }
    let message = """
      The converted file would not parse, so the file is left as it is. That's a bug in the migration: convert this file \
      by hand, and report the bug.
      """
    let (place, subjects) = (Place(file: draft.file, offset: 0), draft.subjects.sorted())
    objections = [Proposal(UnparsedFiles.id, .objection(.refused), at: place, of: subjects, message)]
  }
}
