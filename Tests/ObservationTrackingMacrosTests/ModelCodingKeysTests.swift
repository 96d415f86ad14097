import ObservationTrackingMacros
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import Testing

/// Coding keys are generated only for conformances that the compiler synthesizes.
@Suite struct ModelCodingKeysTests {
  private static let decodes = "init(from decoder: any Decoder) throws {}"
  private static let encodes = "func encode(to encoder: any Encoder) throws {}"

  @Test(
    arguments: [
      ("Decodable", "", true), ("Decodable", decodes, false), ("Decodable", encodes, true),
      ("Encodable", "", true), ("Encodable", decodes, true), ("Encodable", encodes, false),
      ("Codable", "", true), ("Codable", decodes, true), ("Codable", encodes, true),
      ("Codable", decodes + "; " + encodes, false),
    ]
  )
  func keysAreGeneratedForASynthesizedHalf(conformance: String, members: String, areGenerated: Bool) {
    // The compiler asks the macro only for conformances that the class doesn't have yet.
    let missing = ["Decodable", "Encodable"].filter { conformance != "Codable" && conformance != $0 }
    let conformances = (missing + ["_ObservationModelObservable"]).map { TypeSyntax(stringLiteral: $0) }
    let macro = MacroSpec(type: ObservableModelMacro.self, conformances: conformances)
    let expansion = Expansion(
      "@ObservableModel final class Document: \(conformance) { var title = \"\"; \(members) }",
      with: ["ObservableModel": macro]
    )
    #expect(expansion.diagnostics == [])
    #expect(expansion.source.contains("enum CodingKeys") == areGenerated, "\(expansion.source)")
  }
}
