/// A step of the plan: files that don't parse stay, and so does what they mention.
enum UnparsedFiles {
  /// What is reported.
  enum Message {}

  static let id: RuleID = "syntax"

  /// Nothing is known of such a file but its words: types that it mentions stay, with their groups.
  static func objections(_ project: Project) -> [Proposal] {
    project.problems.sorted { $0.key < $1.key }.map { file, problem in
      let words = Set(project.files[file].text.split { !($0.isLetter || $0.isNumber || $0 == "_") })
      let types = project.models.candidates.filter { words.contains(Substring(project.table.types[$0].lastName)) }
      let place = Place(file: file, offset: problem.offset)
      return .objection(id, .refused, at: place, of: types, Message.doesNotParse(problem.message))
    }
  }
}

extension UnparsedFiles.Message {
  static func doesNotParse(_ error: String) -> String {
    "The file doesn't parse, and is left as it is: \(error)."
  }
}
