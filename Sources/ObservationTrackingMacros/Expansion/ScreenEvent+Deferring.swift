import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension ScreenEvent {
  /// The body of a method, with the action for when it ends in front of it.
  func deferring(
    in declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
    _ attribute: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) -> [CodeBlockItemSyntax] {
    guard let body = declaration.body else {
      let misuse = Misuse.bodyMacroWithoutBody(attribute.baseName)
      let fixIt = Correction.remove(attribute, from: declaration)
      context.diagnose(Diagnostic(node: attribute, message: misuse, fixIts: fixIt.map { [$0] } ?? []))
      return []
    }
    if self == .viewDidDisappear, let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes,
      attributes.contains(named: ScreenEvent.viewWillAppear.attribute)
    {
      context.diagnose(Diagnostic(node: attribute, message: Misuse.startsAndStops))
    }
    if let type = context.lexicalContext.first?.as(ClassDeclSyntax.self), type.inheritanceClause == nil,
      !type.attributes.contains(named: "CancellableObservation")
    {
      context.diagnose(Diagnostic(node: attribute, message: Misuse.notCancellable(attribute.baseName)))
      return Array(body.statements)
    }
    // In an empty body the compiler warns of `defer`.
    if body.statements.isEmpty { return ["  \(raw: action)"] }
    let action: CodeBlockItemSyntax = "  defer { \(raw: self.action) }"
    return [action] + MovedBody(body, of: declaration).statements
  }
}
