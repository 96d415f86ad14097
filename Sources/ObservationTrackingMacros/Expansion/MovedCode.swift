import SwiftSyntax
import SwiftSyntaxBuilder

extension FunctionDeclSyntax {
  /// Code of this method for another place, where `#function` would be another name, and `#line` another line.
  func moving<Code: SyntaxProtocol>(_ code: Code, _ places: SourcePlaces) -> Code {
    LiteralsOfPlace(name: nameInFull, places).rewrite(code).as(Code.self) ?? code
  }

  /// The value of `#function` in this method.
  private var nameInFull: String {
    "\(name.identifierText)(\(signature.parameterClause.parameters.map { $0.firstName.identifierText + ":" }.joined()))"
  }
}

/// Replaces literals for source locations by their values at the original place.
private final class LiteralsOfPlace: SyntaxRewriter {
  private let name: String
  private let places: SourcePlaces
  /// Where `#function` is the name of the method.
  private var isInMethod = true

  init(name: String, _ places: SourcePlaces) {
    self.name = name
    self.places = places
  }

  override func visit(_ node: MacroExpansionExprSyntax) -> ExprSyntax {
    guard node.arguments.isEmpty else { return super.visit(node) }
    let literal: ExprSyntax
    switch node.macroName.text {
    case "function" where isInMethod: literal = ExprSyntax(StringLiteralExprSyntax(content: name))
    case "line":
      guard let line = places.line(of: node) else { return super.visit(node) }
      literal = ExprSyntax(IntegerLiteralExprSyntax(literal: .integerLiteral(line)))
    default: return super.visit(node)
    }
    return literal.with(\.leadingTrivia, node.leadingTrivia).with(\.trailingTrivia, node.trailingTrivia)
  }

  override func visit(_ node: FunctionDeclSyntax) -> DeclSyntax { inside { super.visit(node) } }
  override func visit(_ node: StructDeclSyntax) -> DeclSyntax { inside { super.visit(node) } }
  override func visit(_ node: ClassDeclSyntax) -> DeclSyntax { inside { super.visit(node) } }
  override func visit(_ node: EnumDeclSyntax) -> DeclSyntax { inside { super.visit(node) } }
  override func visit(_ node: AccessorBlockSyntax) -> AccessorBlockSyntax { inside { super.visit(node) } }

  /// Visits a declaration in the method, inside which `#function` is another name anyway.
  private func inside<Node>(_ visit: () -> Node) -> Node {
    let outer = isInMethod
    defer { isInMethod = outer }
    isInMethod = false
    return visit()
  }
}

extension Sequence where Element: SyntaxProtocol {
  /// A name that isn't used in this code.
  func freeName(_ name: String) -> String {
    let names = Set(flatMap { $0.tokens(viewMode: .sourceAccurate).map(\.identifierText) })
    return sequence(first: 1) { $0 + 1 }.lazy.map { $0 == 1 ? name : "\(name)\($0)" }.first { !names.contains($0) }
      ?? name
  }
}
