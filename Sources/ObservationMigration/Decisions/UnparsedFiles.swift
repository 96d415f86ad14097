import SwiftSyntax

/// A step of the plan: files that don't parse stay, and so does what they mention.
enum UnparsedFiles {
  static let id: RuleID = "syntax"

  /// Nothing is known of such a file but its words: types that it mentions stay, with their groups.
  static func objections(_ project: Project) -> [Proposal] {
    project.problems.enumerated().compactMap { file, problem in
      guard let problem else { return nil }
      let words = Set(project.files[file].text.split { !($0.isLetter || $0.isNumber || $0 == "_") })
      let types = project.models.candidates.filter { words.contains(Substring(project.table.types[$0].lastName)) }
      let place = Place(file: file, offset: problem.position.utf8Offset)
      let message = "The file doesn't parse, and is left as it is: \(problem.message)."
      return .objection(id, .refused, at: place, of: types, message)
    }
  }

  static let guide = RuleGuide(
    id: id,
    summary: "A file that doesn't parse is refused, and left untouched.",
    explanation: """
      Its declarations aren't known, and nothing in it changes. Types of other files that it mentions stay as they
      are, too. Correct the file first, and run the migration again.
      """,
    outcome: .refused,
    before: """
      final class Broken: ObservableObject {
        @Published var value =
      }
      """
  )
}
