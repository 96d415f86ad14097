package import SwiftSyntax
package import SwiftSyntaxMacros

/// `@StartObservations`: at its end, a method starts the bindings of its class again.
package enum StartObservationsMacro: BodyMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
    in context: some MacroExpansionContext
  ) throws -> [CodeBlockItemSyntax] {
    ScreenEvent.viewWillAppear.expansion(of: node, in: declaration, context)
  }

  package static var formatMode: FormatMode { .disabled }
}
