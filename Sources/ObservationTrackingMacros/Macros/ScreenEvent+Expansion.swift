import SwiftSyntax
import SwiftSyntaxMacros

extension ScreenEvent {
  /// The body of a method that is marked with the event's attribute.
  func expansion(
    of attribute: AttributeSyntax,
    in declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
    _ context: some MacroExpansionContext
  ) -> [CodeBlockItemSyntax] {
    let misuses = ScreenMethodMisuses(self, declaration, attribute, context.lexicalContext)
    for diagnostic in misuses.diagnostics { context.diagnose(diagnostic) }
    guard let body = declaration.body else { return [] }
    return misuses.allowExpansion ? deferring(body, of: declaration, SourcePlaces(context)) : Array(body.statements)
  }
}
