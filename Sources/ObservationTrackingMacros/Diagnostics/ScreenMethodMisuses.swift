import SwiftDiagnostics
import SwiftSyntax

/// The misuses of `@StartObservations` or `@StopObservations`.
struct ScreenMethodMisuses {
  let diagnostics: [Diagnostic]
  /// Whether the class has tokens, or may have.
  let allowExpansion: Bool

  /// - Parameters:
  ///   - event: When the method is called.
  ///   - declaration: The method.
  ///   - attribute: The expanded attribute.
  ///   - lexicalContext: The declarations around the method, innermost first.
  init(
    _ event: ScreenEvent,
    _ declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
    _ attribute: AttributeSyntax,
    _ lexicalContext: [Syntax]
  ) {
    guard declaration.body != nil else {
      let fixIt = Correction.remove(attribute, from: declaration)
      let misuse = Misuse.bodyMacroWithoutBody(attribute.baseName)
      diagnostics = [Diagnostic(node: attribute, message: misuse, fixIts: fixIt.map { [$0] } ?? [])]
      allowExpansion = false
      return
    }
    var diagnostics: [Diagnostic] = []
    let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
    if event == .viewDidDisappear, attributes.contains(.startObservations) {
      diagnostics.append(Diagnostic(node: attribute, message: Misuse.startsAndStops))
    }
    let type = lexicalContext.first?.as(ClassDeclSyntax.self)
    allowExpansion = type?.inheritanceClause != nil || type?.attributes.contains(.cancellableObservation) != false
    if !allowExpansion {
      diagnostics.append(Diagnostic(node: attribute, message: Misuse.notCancellable(attribute.baseName)))
    }
    self.diagnostics = diagnostics
  }
}
