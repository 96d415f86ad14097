import SwiftSyntax
import SwiftSyntaxBuilder

/// The keys of a model that is encoded or decoded by what the compiler synthesizes.
///
/// They are those of a class with the standard library's macro, except for that of the registrar, which can't be encoded.
struct ModelCodingKeys {
  private let model: ModelClass
  private let isEncodable: Bool
  private let isDecodable: Bool

  /// - Parameters:
  ///   - model: The class.
  ///   - conformances: Those of `Decodable` and `Encodable` that the class has.
  init(_ model: ModelClass, conformances: Set<String>) {
    self.model = model
    isEncodable = conformances.contains("Encodable")
    isDecodable = conformances.contains("Decodable")
  }

  /// Nil where the class has keys of its own, or has no use for any.
  var declaration: DeclSyntax? {
    if model.declaresType("CodingKeys") || !usesKeys { return nil }
    let cases = model.members.flatMap { member in
      let names = member.declaration.as(VariableDeclSyntax.self)?.namesOfStorage ?? []
      return names.isEmpty ? [] : member.conditions.enclosing(names.map { "case \($0)" })
    }
    return """
      private enum CodingKeys: Swift.CodingKey {
      \(raw: cases.map { "  \($0)" }.joined(separator: "\n"))
      }
      """
  }

  /// Whether the compiler writes `encode(to:)` or `init(from:)`. What a superclass has is inherited.
  private var usesKeys: Bool {
    var (encodes, decodes) = (false, false)
    for member in model.members {
      if let function = member.function, function.name.text == "encode",
        function.signature.parameterClause.parameters.first?.firstName.text == "to"
      {
        encodes = true
        if function.modifiers.contains(where: { $0.name.tokenKind == .keyword(.override) }) { return false }
      } else if let initializer = member.declaration.as(InitializerDeclSyntax.self),
        initializer.signature.parameterClause.parameters.first?.firstName.text == "from"
      {
        decodes = true
      }
    }
    return isEncodable && !encodes || isDecodable && !decodes
  }
}

extension VariableDeclSyntax {
  /// The names of what it stores in each instance, as far as the compiler would encode it.
  fileprivate var namesOfStorage: [String] {
    if let property = ModelProperty(self) { return [property.storedName] }
    guard isStored, lazyModifier == nil else { return [] }
    return bindings.flatMap(\.pattern.boundNames).map(\.text)
  }
}
