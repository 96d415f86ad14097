import SwiftParser

/// Files that do not parse.
enum SyntaxRule: CheckingRule {
  static let id: RuleID = "syntax"

  /// Nothing is known of such a file but its words: types that it mentions stay, with their groups.
  static func conclude(_ facts: [NoFacts], _ project: Project) -> [Proposal] {
    project.problems.sorted { $0.key < $1.key }.map { file, problem in
      let words = Set(project.files[file].text.split { !($0.isLetter || $0.isNumber || $0 == "_") })
      let types = project.models.candidates.filter { words.contains(Substring(project.table.types[$0].lastName)) }
      return Proposal(
        rule: id,
        place: Place(file: file, offset: problem.offset),
        subjects: types,
        effect: types.isEmpty ? .note(.refused) : .objection(.refused),
        message: doesNotParse(problem.message)
      )
    }
  }

  static func check(_ draft: FileDraft) -> Proposal? {
    let parses = SyntaxProblem(in: Parser.parse(source: draft.reducedText)) == nil
    guard draft.edits.conflict != nil || !parses else { return nil }
    return Proposal(
      rule: id,
      place: Place(file: draft.file, offset: 0),
      subjects: draft.subjects.sorted(),
      effect: .objection(.refused),
      message: outputDoesNotParse
    )
  }
}

extension SyntaxRule {
  static func doesNotParse(_ error: String) -> String {
    "The file doesn't parse, and is left as it is: \(error)."
  }

  static let outputDoesNotParse = """
    The converted file would not parse, so the file is left as it is. That's a bug in the migration: convert this file \
    by hand, and report the bug.
    """
}
