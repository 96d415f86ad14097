import SwiftSyntaxMacroExpansion
import Testing

/// Expects an expansion without diagnostics.
func expectExpansion(
  of source: String,
  with macros: [String: MacroSpec] = [:],
  to expected: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let expansion = Expansion(source, with: macros)
  #expect(expansion.source == expected, sourceLocation: sourceLocation)
  #expect(expansion.diagnostics == [], sourceLocation: sourceLocation)
  #expect(expansion.syntaxErrors == [], sourceLocation: sourceLocation)
}
