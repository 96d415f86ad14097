/// Files that do not parse.
enum SyntaxRule: Rule {
  static let id: RuleID = "syntax"
  static let summary = "A file that does not parse is refused, and left byte for byte."
  static let explanation = """
    What it declares is not known: types that other files declare may be used in it. Nothing in it changes. Correct it first, and
    run the migration again.
    """
  static let outcome = Finding.State.refused
  static let before = """
    final class Broken: ObservableObject {
      @Published var value =
    }

    """
  static let after = before
}

extension SyntaxRule {
  static func doesNotParse(_ error: String) -> String {
    "The file does not parse, and is left as it is: \(error)."
  }

  static let outputDoesNotParse = """
    The converted file would not parse, so the file is left as it is. That is an error of the migration: convert this file by \
    hand, and report it.
    """
}
