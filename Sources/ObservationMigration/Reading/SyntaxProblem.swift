import SwiftSyntax

/// The first syntax error of a file.
///
/// `ParseDiagnosticsGenerator` has better messages, but crashes for some trees: in toolchain 6.3.1 it makes a fix-it
/// without a change, which is a precondition failure.
struct SyntaxProblem: Sendable {
  let position: AbsolutePosition
  /// Without a full stop: `expected "}"`.
  let message: String

  /// `isAccepted` becomes true for errors that the compiler ignores.
  private static func first(in node: Syntax, _ isAccepted: inout Bool) -> SyntaxProblem? {
    guard node.hasError else { return nil }
    if let conditional = node.as(IfConfigDeclSyntax.self), conditional.dependsOnTheCompiler {
      isAccepted = true
      return nil
    }
    if let function = node.as(FunctionTypeSyntax.self), function.hasParametersInAttribute {
      isAccepted = true
      return first(in: Syntax(function.returnClause), &isAccepted)
    }
    if let unexpected = node.as(UnexpectedNodesSyntax.self), !unexpected.isEmpty {
      return SyntaxProblem(
        position: unexpected.positionAfterSkippingLeadingTrivia,
        message: "unexpected \"\(excerpt(unexpected.trimmedText))\""
      )
    }
    if let expected = missing(node) {
      let end = node.previousToken(viewMode: .sourceAccurate)?.endPositionBeforeTrailingTrivia
      return SyntaxProblem(position: end ?? node.position, message: "expected \(expected)")
    }
    if let token = node.as(TokenSyntax.self), let problem = token.tokenDiagnostic, problem.severity == .error {
      if [.extraneousLeadingWhitespaceError, .extraneousTrailingWhitespaceError].contains(problem.kind) {
        // `@Environment (\.locale)`: a warning before Swift 6.
        isAccepted = true
        return nil
      }
      return SyntaxProblem(
        position: token.position.advanced(by: Int(problem.byteOffset)),
        message: words("\(problem.kind)")
      )
    }
    for child in node.children(viewMode: .all) {
      if let problem = first(in: child, &isAccepted) { return problem }
    }
    return nil
  }

  /// The missing code, if the parser put something in its place.
  private static func missing(_ node: Syntax) -> String? {
    switch node.kind {
    case .missing: "more code"
    case .missingDecl: "a declaration"
    case .missingExpr: "an expression"
    case .missingPattern: "a pattern"
    case .missingStmt: "a statement"
    case .missingType: "a type"
    default:
      // Names and literals have placeholders.
      node.as(TokenSyntax.self).flatMap { token in
        token.presence != .missing
          ? nil : token.text.hasPrefix("<#") || token.text.isEmpty ? "a name or a literal" : "\"\(token.text)\""
      }
    }
  }

  /// The first line, shortened for a message of one line.
  private static func excerpt(_ text: String) -> String {
    let line = text.prefix { !$0.isNewline }
    return line.count <= 30 && line.count == text.count ? String(line) : "\(line.prefix(30))…"
  }

  /// `invalidCharacter` in words.
  private static func words(_ name: String) -> String {
    name.map { $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
  }
}

extension SyntaxProblem {
  /// Nil for a file that parses, or that the compiler accepts nevertheless.
  init?(in tree: SourceFileSyntax) {
    guard tree.hasError else { return nil }
    var isAccepted = false
    if let problem = Self.first(in: Syntax(tree), &isAccepted) {
      self = problem
    } else {
      if isAccepted { return nil }
      self.init(position: tree.position, message: "not Swift")
    }
  }
}

extension IfConfigDeclSyntax {
  /// Whether a condition asks for the version of the compiler or the language: code for another version needs not
  /// parse.
  fileprivate var dependsOnTheCompiler: Bool {
    clauses.contains { clause in
      clause.condition?.tokens(viewMode: .sourceAccurate).contains { ["swift", "compiler"].contains($0.text) } == true
    }
  }
}

extension FunctionTypeSyntax {
  /// `@MainActor(Row) -> Void`, without a space after the attribute: before Swift 6, these are the parameters of the function,
  /// but swift-syntax takes them for arguments of the attribute.
  fileprivate var hasParametersInAttribute: Bool {
    guard leftParen.presence == .missing, let type = parent?.as(AttributedTypeSyntax.self),
      case .attribute(let attribute)? = type.attributes.last
    else { return false }
    return attribute.rightParen?.presence == .present
  }
}
