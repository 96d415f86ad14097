import SwiftSyntax

/// An expression as far as its type can be told from declarations: a name, and the members and calls that follow it.
struct ExpressionPath: Sendable, Hashable {
  enum Root: Sendable, Hashable {
    case name(String)
    case selfReference
    /// A literal, a cast.
    case type(TypeReference)
  }

  enum Step: Sendable, Hashable {
    case member(String)
    case call
    case element
    /// What a loop through a collection gets.
    case iteration
    /// An associated value of a case.
    case payload(of: String, Int)
  }

  var root: Root
  var steps: [Step] = []

  /// The path of an expression; nil where its type depends on more than declarations.
  init?(_ expression: ExprSyntax) {
    switch expression.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference):
      switch reference.baseName.tokenKind {
      case .keyword(.self): root = .selfReference
      default: root = .name(reference.baseName.text)
      }
    case .memberAccessExpr(let access):
      guard let base = access.base, let path = ExpressionPath(base) else { return nil }
      self = path
      if access.declName.baseName.tokenKind != .keyword(.self) { steps.append(.member(access.declName.baseName.text)) }
    case .functionCallExpr(let call):
      if let type = TypeReference(madeCollection: call.calledExpression) {
        root = .type(type)
        return
      }
      guard let path = ExpressionPath(call.calledExpression) else { return nil }
      self = path
      // The path of a closure is that of its result.
      if call.calledExpression.is(ClosureExprSyntax.self) { return }
      // `T.init()` is `T()`.
      if steps.last == .member("init") { steps.removeLast() }
      steps.append(.call)
    case .subscriptCallExpr(let call):
      guard let path = ExpressionPath(call.calledExpression) else { return nil }
      self = path
      steps.append(.element)
    case .sequenceExpr(let sequence):
      guard let path = ExpressionPath(sequence) else { return nil }
      self = path
    case .closureExpr(let closure):
      guard let path = ExpressionPath(closure) else { return nil }
      self = path
    default:
      if let inner = expression.inner {
        guard let path = ExpressionPath(inner) else { return nil }
        self = path
        return
      }
      guard let type = TypeReference(literal: expression) else { return nil }
      root = .type(type)
    }
  }

  /// A cast, or a value and its default.
  private init?(_ sequence: SequenceExprSyntax) {
    let elements = Array(sequence.elements)
    guard elements.count == 3 else { return nil }
    if elements[1].is(UnresolvedAsExprSyntax.self), let type = elements[2].as(TypeExprSyntax.self) {
      root = .type(TypeReference(type.type))
    } else if elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "??",
      let path = ExpressionPath(elements[0])
    {
      self = path
    } else {
      return nil
    }
  }

  /// What a closure returns that makes one value and returns it: `{ let store = Store(); store.fill(); return store }`.
  private init?(_ closure: ClosureExprSyntax) {
    var names = LocalNames()
    names.enterType()
    var result: ExprSyntax?
    for item in closure.statements {
      if let variable = item.item.as(VariableDeclSyntax.self) {
        names.leave(Syntax(variable), .variableDecl)
      } else if let statement = item.item.as(ReturnStmtSyntax.self) {
        result = statement.expression
      } else if closure.statements.count == 1 {
        result = item.item.as(ExprSyntax.self)
      }
    }
    guard let result, !result.is(ClosureExprSyntax.self), let path = names.path(of: result),
      path.root != .type(.unknown)
    else { return nil }
    self = path
  }

  init(type: TypeReference) {
    root = .type(type)
  }

  init(name: String) {
    root = .name(name)
  }

  func appending(_ steps: [Step]) -> ExpressionPath {
    var path = self
    path.steps += steps
    return path
  }
}

extension TypeReference {
  /// The type that a literal has where nothing else says so.
  init?(literal expression: ExprSyntax) {
    switch expression.as(ExprSyntaxEnum.self) {
    case .stringLiteralExpr: self = .named(["String"])
    case .integerLiteralExpr: self = .named(["Int"])
    case .floatLiteralExpr: self = .named(["Double"])
    case .booleanLiteralExpr: self = .named(["Bool"])
    case .prefixOperatorExpr(let prefix):
      guard let type = TypeReference(literal: prefix.expression) else { return nil }
      self = type
    case .arrayExpr(let array):
      guard let first = array.elements.first else { return nil }
      guard let path = ExpressionPath(first.expression) else { return nil }
      switch (path.root, path.steps) {
      case (.type(let type), []): self = .collection(type)
      case (.name(let name), [.call]): self = .collection(.named([name]))
      default: return nil
      }
    default: return nil
    }
  }
}

extension TypeReference {
  /// What `[Photo]` and `[String: Photo]` make when they're called.
  fileprivate init?(madeCollection called: ExprSyntax) {
    let element: ExprSyntax? =
      if let array = called.as(ArrayExprSyntax.self), array.elements.count == 1 {
        array.elements.first?.expression
      } else if case .elements(let elements)? = called.as(DictionaryExprSyntax.self)?.content, elements.count == 1 {
        elements.first?.value
      } else {
        nil
      }
    guard var text = element?.trimmedText else { return nil }
    if text.hasSuffix("?") { text.removeLast() }
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard
      names.allSatisfy({ $0.first?.isUppercase == true && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } })
    else { return nil }
    self = .collection(.named(names))
  }
}
