import SwiftSyntax
import SwiftSyntaxBuilder

/// The expanded body of a function: its statements, some of them replaced; comments and layout stay.
struct MovedBody {
  private let text: String
  private let function: FunctionDeclSyntax?
  /// Whether a closure in an unchanged statement has a capture list.
  private let capturesByList: Bool

  init(
    _ body: CodeBlockSyntax,
    of declaration: some DeclSyntaxProtocol,
    _ places: SourcePlaces,
    replacing replacement: (CodeBlockItemSyntax) -> String? = { _ in nil }
  ) {
    let items = body.statements
    let indentation = items.first?.indentation ?? ""
    let function = declaration.as(FunctionDeclSyntax.self)
    let capturesByList = items.contains { replacement($0) == nil && CaptureListFinder.find(in: $0) }
    var text = ""
    for item in items {
      if !text.isEmpty, !item.leadingTrivia.contains(where: \.isNewline) { text += "\n" + indentation }
      var code = item.item.trailingTrivia.description
      if let end = item.semicolon?.trailingTrivia, end.contains(where: \.isComment) { code += end.description }
      if let replacement = replacement(item) {
        code = replacement + code
      } else {
        let kept = (function?.moving(item.item, places) ?? item.item).trimmedDescription
        // Otherwise the following statement would be returned.
        let end = item.item.lastToken(viewMode: .sourceAccurate)?.tokenKind == .keyword(.return) ? ";" : ""
        code = places.keep((kept + end + code).trimmingWhitespace(), at: item, indentation: item.indentation)
      }
      text += item.leadingTrivia.description + code
    }
    if body.rightBrace.leadingTrivia.contains(where: \.isComment) { text += body.rightBrace.leadingTrivia.description }
    self.text = Code(text.trimmingWhitespace(), withoutIndentation: indentation).indented(by: "  ")
    self.function = function
    self.capturesByList = capturesByList
  }

  /// The statements, a line for each, indented by one step.
  var statements: [CodeBlockItemSyntax] {
    let file: SourceFileSyntax = "\(raw: capturesByList ? inAFunction : text)"
    var statements = Array(file.statements)
    // A comment behind the last one has nothing else to belong to.
    if let last = statements.popLast() {
      statements.append(last.with(\.trailingTrivia, last.trailingTrivia + file.endOfFileToken.leadingTrivia))
    }
    return statements
  }

  /// The compiler (6.3) rejects a capture list in an expanded body, but accepts it in an inner function.
  private var inAFunction: String {
    let name = [function].compactMap(\.self).freeName("body")
    let effects = function?.signature.effectSpecifiers
    let returns = function?.signature.returnClause
    var head = isolation + "func \(name)()"
    var call = "\(name)()"
    if effects?.asyncSpecifier != nil {
      head += " async"
      call = "await " + call
    }
    if let clause = effects?.throwsClause {
      let isRethrowing = clause.throwsSpecifier.tokenKind == .keyword(.rethrows)
      head += isRethrowing ? " throws" : " " + clause.trimmedDescription
      call = "try " + call
    }
    if let returns {
      head += " " + returns.trimmedDescription
      call = "return " + call
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  " + $0 }
    return (["  \(head) {"] + lines + ["  }", "  \(call)"]).joined(separator: "\n")
  }

  /// Attributes that an inner function doesn't inherit.
  private var isolation: String {
    let concurrent = function?.attributes.plain.filter { $0.baseName == "concurrent" }.map(\.trimmedDescription) ?? []
    let modifiers = function?.modifiers.filter { $0.isNonisolated && $0.detail != nil }.map(\.trimmedDescription) ?? []
    return (concurrent + modifiers).map { $0 + " " }.joined()
  }
}

private final class CaptureListFinder: SyntaxVisitor {
  private var isFound = false

  static func find(in item: CodeBlockItemSyntax) -> Bool {
    let finder = CaptureListFinder(viewMode: .sourceAccurate)
    finder.walk(item)
    return finder.isFound
  }

  override func visit(_ node: ClosureCaptureClauseSyntax) -> SyntaxVisitorContinueKind {
    isFound = true
    return .skipChildren
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
