import SwiftSyntax

extension Syntax {
  /// The code for a message: in one line, without surrounding trivia.
  var quotation: String {
    inOneLine ?? trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The code in one line, without surrounding trivia; nil if one line isn't enough.
  var inOneLine: String? {
    let code = trimmed
    let tokens = code.tokens(viewMode: .sourceAccurate)
    let trivia = tokens.flatMap { $0.leadingTrivia.pieces + $0.trailingTrivia.pieces }
    guard !trivia.contains(where: \.isComment), !tokens.contains(where: { $0.tokenKind == .multilineStringQuote })
    else {
      return nil
    }
    return code.description.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
      .reduce("") { $0.isEmpty ? String($1) : $1.hasPrefix(".") ? $0 + $1 : "\($0) \($1)" }
  }
}
