import SwiftSyntax

/// The view builder that a member of a view is made of.
struct ViewBody {
  let brace: TokenSyntax
  let first: CodeBlockItemSyntax

  /// The one around an expression; nil if it stands in another member, or if there is nothing in it.
  init?(around node: some SyntaxProtocol) {
    var current: Syntax? = Syntax(node)
    var body: (statements: CodeBlockItemListSyntax, brace: TokenSyntax)?
    while let syntax = current, !syntax.is(MemberBlockItemSyntax.self) {
      if let block = syntax.as(AccessorBlockSyntax.self), case .getter(let statements) = block.accessors {
        body = (statements, block.leftBrace)
      } else if let block = syntax.as(CodeBlockSyntax.self), syntax.parent?.is(FunctionDeclSyntax.self) == true {
        body = (block.statements, block.leftBrace)
      }
      current = syntax.parent
    }
    guard let member = current?.as(MemberBlockItemSyntax.self)?.decl, Self.isBuilder(member), let body,
      let first = body.statements.first
    else { return nil }
    brace = body.brace
    self.first = first
  }

  private static func isBuilder(_ member: DeclSyntax) -> Bool {
    if let variable = member.as(VariableDeclSyntax.self) {
      return variable.bindings.first?.pattern.trimmedText == "body"
        || variable.attributes.attribute("ViewBuilder") != nil
    }
    guard let function = member.as(FunctionDeclSyntax.self) else { return false }
    // `ViewModifier.body(content:)`
    return function.name.text == "body" || function.attributes.attribute("ViewBuilder") != nil
  }
}
