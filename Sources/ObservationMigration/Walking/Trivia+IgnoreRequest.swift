import SwiftSyntax

extension Trivia {
  private static let request = WordSearch(["observation-migrate:ignore"])

  /// Whether a comment asks to leave the following declaration alone.
  var asksToIgnore: Bool {
    contains { piece in
      switch piece {
      case .lineComment(let text), .blockComment(let text), .docLineComment(let text), .docBlockComment(let text):
        Self.request.isSuccessful(in: text)
      default: false
      }
    }
  }
}
