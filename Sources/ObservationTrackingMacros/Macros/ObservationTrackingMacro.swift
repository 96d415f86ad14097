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
    // Here alone: the body is expanded from the same analysis.
    for diagnostic in method.diagnostics { context.diagnose(diagnostic) }
    return BindingPeers(method, in: context).declarations
  }
}

extension ObservationTrackingMacro: BodyMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
    in context: some MacroExpansionContext
  ) throws -> [CodeBlockItemSyntax] {
    let method = TrackedMethod(declaration, attribute: node, place: BindingPlace(context.lexicalContext))
    return method.expandedBody
  }

  /// Comments and layout stay as they were written.
  package static var formatMode: FormatMode { .disabled }
}
