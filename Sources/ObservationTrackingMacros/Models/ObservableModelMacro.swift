package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `@ObservableModel`: a class whose properties are observed, with a registrar of this package.
package enum ObservableModelMacro {
  // The code is in its final form. Formatting would take time for each property.
  package static var formatMode: FormatMode { .disabled }
}

extension ObservableModelMacro: MemberMacro {
  package static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    // The compiler leaves out existing conformances.
    let missing = protocols.map(\.trimmedDescription)
    let conformances = Set(["Decodable", "Encodable"].filter { name in !missing.contains { $0.hasSuffix(name) } })
    let misuses = ModelMisuses(of: node, on: declaration, conformances: conformances)
    // Here alone: the other parts are expanded from the same source.
    for diagnostic in misuses.diagnostics { context.diagnose(diagnostic) }
    guard let model = ModelClass(declaration), model.otherMacro(than: node) == nil else { return [] }
    let mayBeGeneric = ([Syntax(declaration)] + context.lexicalContext).contains { $0.mayHaveGenericParameters }
    return ModelMembers(model, conformances: conformances, mayBeGeneric: mayBeGeneric).declarations
  }
}

extension ObservableModelMacro: MemberAttributeMacro {
  package static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard let property = ModelProperty(member), let model = ModelClass.latest(declaration),
      model.otherMacro(than: node) == nil, let number = model.number(of: property)
    else { return [] }
    return ["@\(raw: GeneratedType.modelProperty)(number: \(raw: number))"]
  }
}

extension ObservableModelMacro: ExtensionMacro {
  package static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // A superclass may conform already.
    guard let model = ModelClass(declaration), model.otherMacro(than: node) == nil, !protocols.isEmpty else {
      return []
    }
    let available = model.declaration.attributes.plain.filter { $0.baseName == "available" }.map(\.trimmedDescription)
    let head = (available + ["extension"]).joined(separator: "\n")
    return [
      try ExtensionDeclSyntax("\(raw: head) \(type.trimmed): nonisolated \(raw: GeneratedType.observableModel) {}")
    ]
  }
}

extension Syntax {
  /// Whether there are generic parameters, as far as the text shows.
  fileprivate var mayHaveGenericParameters: Bool {
    self.is(ExtensionDeclSyntax.self)
      || asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
  }
}
