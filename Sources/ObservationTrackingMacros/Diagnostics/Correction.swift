import SwiftDiagnostics
import SwiftSyntax

/// A fix that the compiler offers.
struct Correction: FixItMessage {
  let message: String

  var fixItID: MessageID {
    MessageID(domain: "ObservationTracking", id: message)
  }

  /// Takes an attribute off a declaration.
  static func remove(_ attribute: AttributeSyntax, from declaration: some DeclSyntaxProtocol) -> FixIt? {
    func without<Declaration: WithAttributesSyntax>(_ declaration: Declaration) -> FixIt? {
      let rest = declaration.attributes.filter { $0.as(AttributeSyntax.self)?.baseName != attribute.baseName }
      guard rest.count < declaration.attributes.count else { return nil }
      var new = declaration
      new.attributes = rest
      new.leadingTrivia = declaration.leadingTrivia
      return FixIt(
        message: Correction(message: "Remove '@\(attribute.baseName)'"),
        changes: [.replace(oldNode: Syntax(declaration), newNode: Syntax(new))]
      )
    }
    return declaration.asProtocol((any WithAttributesSyntax).self).flatMap { without($0) }
  }

  /// Removes all attributes of a name from a function, except for the first.
  static func keepFirst(_ attribute: AttributeSyntax, of function: FunctionDeclSyntax) -> FixIt {
    let rest = function.attributes.filter { element in
      element.as(AttributeSyntax.self).map { $0.own != attribute.own || $0.id == attribute.id } ?? true
    }
    return FixIt(
      message: Correction(message: "Remove the other '@\(attribute.baseName)'"),
      changes: [.replace(oldNode: Syntax(function), newNode: Syntax(function.with(\.attributes, rest)))]
    )
  }

  /// Takes a modifier off a function.
  static func remove(_ modifier: DeclModifierSyntax, from function: FunctionDeclSyntax) -> FixIt {
    let rest = function.modifiers.filter { $0.id != modifier.id }
    var new = function
    new.modifiers = rest
    // White space and comments before the first modifier move to the next token.
    if modifier.id == function.modifiers.first?.id {
      if rest.isEmpty {
        new.funcKeyword.leadingTrivia = modifier.leadingTrivia
      } else {
        new.modifiers.leadingTrivia = modifier.leadingTrivia
      }
    }
    return FixIt(
      message: Correction(message: "Remove '\(modifier.trimmedDescription)'"),
      changes: [.replace(oldNode: Syntax(function), newNode: Syntax(new))]
    )
  }

  /// Replaces a token by another text.
  static func replace(_ token: TokenSyntax, with text: String) -> FixIt {
    let new = token.with(\.tokenKind, .identifier(text))
    return FixIt(
      message: Correction(message: "Replace '\(token.text)' with '\(text)'"),
      changes: [.replace(oldNode: Syntax(token), newNode: Syntax(new))]
    )
  }

  /// `try?` for `try`; nil for other keywords, and where the value is used, because the value would become optional.
  static func handlingErrors(_ keyword: TokenSyntax) -> FixIt? {
    guard keyword.tokenKind == .keyword(.try), let tried = keyword.parent?.as(TryExprSyntax.self),
      tried.parent?.is(CodeBlockItemSyntax.self) == true, tried.expression.is(FunctionCallExprSyntax.self)
    else { return nil }
    let new = keyword.with(\.tokenKind, .identifier("try?"))
    return FixIt(
      message: Correction(message: "Replace 'try' with 'try?'"),
      changes: [.replace(oldNode: Syntax(keyword), newNode: Syntax(new))]
    )
  }

  /// Replaces an expression by another text.
  static func replace(_ expression: ExprSyntax, with text: String) -> FixIt {
    let new = DeclReferenceExprSyntax(baseName: .identifier(text))
      .with(\.leadingTrivia, expression.leadingTrivia).with(\.trailingTrivia, expression.trailingTrivia)
    return FixIt(
      message: Correction(message: "Replace '\(expression.trimmedDescription)' with '\(text)'"),
      changes: [.replace(oldNode: Syntax(expression), newNode: Syntax(new))]
    )
  }
}
