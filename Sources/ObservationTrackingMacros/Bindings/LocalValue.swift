import SwiftSyntax

/// What a local constant stands for.
struct LocalValue: Equatable {
  private let expression: ExprSyntax
  private let type: TypeSyntax?

  /// Nil for a variable, which may have another value by now, and for one of several names.
  init?(_ binding: PatternBindingSyntax, of declaration: VariableDeclSyntax) {
    guard declaration.bindingSpecifier.tokenKind == .keyword(.let), declaration.attributes.isEmpty,
      binding.pattern.is(IdentifierPatternSyntax.self), let value = binding.initializer?.value
    else { return nil }
    expression = value
    type = binding.typeAnnotation?.type
  }

  /// The code that means the same in a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement that uses the constant.
  ///   - locals: What the statement can see of the method, but not when it runs again.
  /// - Returns: The code, in one line; nil if its value isn't read from something that can change, if it's another object each time, or
  ///   if something in it isn't there or means something else.
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
  /// Whether members can be taken of it.
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
  /// Whether members can be taken of it without parentheses, which wouldn't be those of what's inside.
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
