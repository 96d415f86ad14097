import SwiftSyntax

/// The meaning of a local constant.
struct LocalValue: Equatable {
  private let expression: ExprSyntax
  private let type: TypeSyntax?

  /// Nil for a variable, whose value may have changed by now, and for several names.
  init?(_ binding: PatternBindingSyntax, of declaration: VariableDeclSyntax) {
    guard declaration.bindingSpecifier.tokenKind == .keyword(.let), declaration.attributes.isEmpty,
      binding.pattern.is(IdentifierPatternSyntax.self), let value = binding.initializer?.value
    else { return nil }
    expression = value
    type = binding.typeAnnotation?.type
  }

  /// The code with the same meaning in a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement using the constant.
  ///   - locals: The names of the method visible to the statement, but not when it runs again.
  /// - Returns: The code, in one line; nil if the value isn't read from changeable state, if each evaluation makes
  ///   another object, or if some part doesn't exist or changes its meaning.
  func code(in statement: BindingStatement, _ locals: LocalDeclarations) -> LocalValueCode? {
    guard expression.isConstant || Reading.first(in: [Syntax(expression)], locals) != nil,
      !Syntax(expression).contains([.tryExpr, .awaitExpr, .consumeExpr, .copyExpr, .closureExpr, .ifExpr, .switchExpr])
    else { return nil }
    let hidden = Set(statement.code.flatMap(DeclaredNames.all))
    for name in LookedUpNames.all(in: Syntax(expression)) where locals[name] != nil || hidden.contains(name) {
      return nil
    }
    guard let line = Syntax(expression).inOneLine else { return nil }
    if let type { return LocalValueCode(text: "(\(line) as \(type.trimmedDescription))", isPrimary: true) }
    return LocalValueCode(text: line, isPrimary: expression.isPrimary)
  }
}

/// The code of a local constant's value.
struct LocalValueCode {
  let text: String
  /// Whether a member can be read from the code.
  fileprivate(set) var isPrimary: Bool

  fileprivate init(text: String, isPrimary: Bool) {
    self.text = text
    self.isPrimary = isPrimary
  }

  /// The code for the place of a name.
  func replacing(_ name: TokenSyntax) -> String {
    let reference = name.parent
    // By itself: an argument, an element, a condition, or all of a right side.
    let isAlone =
      switch reference?.parent?.kind {
      case .labeledExpr, .conditionElement, .initializerClause, .arrayElement, .codeBlockItem: true
      case .exprList: reference?.parent?.children(viewMode: .sourceAccurate).count == 3
      default: false
      }
    return isPrimary || isAlone ? text : "(\(text))"
  }
}

/// The names that code looks up by themselves, not as members.
private final class LookedUpNames: SyntaxVisitor {
  private var names: [String] = []

  static func all(in code: Syntax) -> [String] {
    let finder = LookedUpNames(viewMode: .sourceAccurate)
    finder.walk(code)
    return finder.names
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if !node.isMember { names.append(node.baseName.identifierText) }
    return .visitChildren
  }
}

/// The names that code declares.
private final class DeclaredNames: SyntaxVisitor {
  private var names: [String] = []

  static func all(in code: Syntax) -> [String] {
    let finder = DeclaredNames(viewMode: .sourceAccurate)
    finder.walk(code)
    return finder.names
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind { add(node.identifier) }
  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind { add(node.name) }
  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    add(node.secondName ?? node.firstName)
  }
  override func visit(_ node: ClosureCaptureSyntax) -> SyntaxVisitorContinueKind {
    node.initializer == nil ? .visitChildren : add(node.name)
  }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { add(node.name) }

  private func add(_ name: TokenSyntax) -> SyntaxVisitorContinueKind {
    names.append(name.identifierText)
    return .visitChildren
  }
}

extension ExprSyntax {
  /// Whether a member can be read from the expression without parentheses, which would otherwise belong to an inner
  /// part.
  fileprivate var isPrimary: Bool {
    switch kind {
    case .declReferenceExpr, .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .stringLiteralExpr,
      .arrayExpr,
      .tupleExpr, .superExpr:
      true
    // A chain ends with its parentheses.
    case .memberAccessExpr, .subscriptCallExpr, .functionCallExpr, .forceUnwrapExpr: receiver?.isPrimary == true
    default: false
    }
  }
}
