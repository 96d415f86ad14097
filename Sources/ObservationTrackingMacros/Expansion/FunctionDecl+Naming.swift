import SwiftSyntax
import SwiftSyntaxBuilder

extension FunctionDeclSyntax {
  /// Code of this method for another place, where `#function` would be another name.
  func naming<Code: SyntaxProtocol>(_ code: Code) -> Code {
    FunctionNaming(name: nameInFull).rewrite(code).as(Code.self) ?? code
  }

  /// What `#function` is in this method.
  private var nameInFull: String {
    "\(name.identifierText)(\(signature.parameterClause.parameters.map { $0.firstName.identifierText + ":" }.joined()))"
  }
}

private final class FunctionNaming: SyntaxRewriter {
  private let name: String

  init(name: String) {
    self.name = name
  }

  override func visit(_ node: MacroExpansionExprSyntax) -> ExprSyntax {
    guard node.macroName.text == "function", node.arguments.isEmpty else { return super.visit(node) }
    return ExprSyntax(StringLiteralExprSyntax(content: name))
      .with(\.leadingTrivia, node.leadingTrivia).with(\.trailingTrivia, node.trailingTrivia)
  }

  // In there it is another name anyway.
  override func visit(_ node: FunctionDeclSyntax) -> DeclSyntax { DeclSyntax(node) }
  override func visit(_ node: StructDeclSyntax) -> DeclSyntax { DeclSyntax(node) }
  override func visit(_ node: ClassDeclSyntax) -> DeclSyntax { DeclSyntax(node) }
  override func visit(_ node: EnumDeclSyntax) -> DeclSyntax { DeclSyntax(node) }
  override func visit(_ node: AccessorBlockSyntax) -> AccessorBlockSyntax { node }
}

extension Sequence where Element: SyntaxProtocol {
  /// A name that isn't used in this code.
  func freeName(_ name: String) -> String {
    let names = Set(flatMap { $0.tokens(viewMode: .sourceAccurate).map(\.identifierText) })
    return sequence(first: 1) { $0 + 1 }.lazy.map { $0 == 1 ? name : "\(name)\($0)" }.first { !names.contains($0) }
      ?? name
  }
}
