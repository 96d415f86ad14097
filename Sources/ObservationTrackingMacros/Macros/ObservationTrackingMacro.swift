import SwiftDiagnostics
package import SwiftSyntax
package import SwiftSyntaxMacros

/// `@ObservationTracking`: the statements of a method become calls of methods that observe.
package enum ObservationTrackingMacro {}

extension ObservationTrackingMacro: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let method = TrackedMethod(declaration, attribute: node, place: BindingPlace(context.lexicalContext))
    // The macro is expanded for each attribute.
    if let function = method.function, let first = function.attributes.first(.observationTracking),
      !SourcePlaces(context).isSame(first, node)
    {
      let fixIt = Correction.keepFirst(first, of: function)
      context.diagnose(Diagnostic(node: node, message: Misuse.markedTwice, fixIts: [fixIt]))
      return []
    }
    let misuses = TrackedMethodMisuses(method)
    // Here alone: the body is expanded from the same analysis.
    for diagnostic in misuses.diagnostics { context.diagnose(diagnostic) }
    guard let function = method.function, misuses.allowExpansion else { return [] }
    return BindingPeers(method, function, in: context).declarations
  }
}

extension ObservationTrackingMacro: BodyMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
    in context: some MacroExpansionContext
  ) throws -> [CodeBlockItemSyntax] {
    let method = TrackedMethod(declaration, attribute: node, place: BindingPlace(context.lexicalContext))
    guard let function = method.function, let body = function.body else { return [] }
    let bindings = TrackedMethodMisuses(method).allowExpansion ? method.bindings : []
    let names = GeneratedNames(of: function, in: method.place)
    let calls = Dictionary(
      uniqueKeysWithValues: bindings.map { ($0.item.id, names.start(of: $0) + $0.statement.commentsInside) }
    )
    return MovedBody(body, of: function, SourcePlaces(context)) { calls[$0.id] }.statements
  }

  /// Comments and layout stay as they were written.
  package static var formatMode: FormatMode { .disabled }
}
