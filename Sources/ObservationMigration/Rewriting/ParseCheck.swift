import SwiftParser

/// A step of the rewriting: a file stays if it wouldn't parse afterwards.
enum ParseCheck {
  /// What is wrong with a changed file; nil if it parses.
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
