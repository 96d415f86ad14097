import SwiftSyntax
import SwiftSyntaxBuilder

extension CodeBlockItemListSyntax {
  /// The statements indented by one step, a line for each, some of them replaced; comments and layout stay.
  func moved(replacing replacement: (CodeBlockItemSyntax) -> String? = { _ in nil }) -> [CodeBlockItemSyntax] {
    let indentation = first?.indentation ?? ""
    var text = ""
    for item in self {
      if !text.isEmpty, !item.leadingTrivia.contains(where: \.isNewline) { text += "\n" + indentation }
      text += item.leadingTrivia.description + (replacement(item) ?? item.item.trimmedDescription)
      text += item.item.trailingTrivia.description
      if let end = item.semicolon?.trailingTrivia, end.contains(where: \.isComment) { text += end.description }
    }
    let code = Code(text.trimmingWhitespace(), withoutIndentation: indentation)
    let statements: CodeBlockItemListSyntax = "\(raw: code.indented(by: "  "))"
    return Array(statements)
  }
}

extension CodeBlockItemSyntax {
  /// The white space in front of the first line that belongs to the statement.
  var indentation: String {
    let trivia = leadingTrivia.description
    return String(trivia[(trivia.lastIndex(where: \.isNewline).map(trivia.index(after:)) ?? trivia.startIndex)...])
  }
}

extension String {
  fileprivate func trimmingWhitespace() -> String {
    guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[start...end])
  }
}
