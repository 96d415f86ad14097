package import SwiftSyntax
package import SwiftSyntaxMacros

/// `@StopObservations`: at its end, a method stops the bindings of its class.
package enum StopObservationsMacro: BodyMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
    in context: some MacroExpansionContext
  ) throws -> [CodeBlockItemSyntax] {
    ScreenEvent.viewDidDisappear.expansion(of: node, in: declaration, context)
  }

  package static var formatMode: FormatMode { .disabled }
}
