import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// The keys of a model with synthesized encoding or decoding.
///
/// The keys are those of a class with the standard library's macro, except for the registrar's key, which can't be
/// encoded.
struct ModelCodingKeys {
  private let model: ModelClass
  private let isEncodable: Bool
  private let isDecodable: Bool

  /// - Parameters:
  ///   - model: The class.
  ///   - conformances: The conformances of the class to `Decodable` and `Encodable`.
  init(_ model: ModelClass, conformances: Set<String>) {
    self.model = model
    isEncodable = conformances.contains("Encodable")
    isDecodable = conformances.contains("Decodable")
  }

  /// Nil if the class has keys of its own, or needs none.
  var declaration: DeclSyntax? {
    if model.type(named: "CodingKeys") != nil || !usesKeys { return nil }
    let cases = model.members.flatMap { member in
      let names = namesOfStorage(member)
      return names.isEmpty ? [] : member.conditions.enclosing(names.map { "case \($0)" })
    }
    return """
      private enum CodingKeys: Swift.CodingKey {
      \(raw: cases.map { "  \($0)" }.joined(separator: "\n"))
      }
      """
  }

  /// Whether the compiler synthesizes `encode(to:)` or `init(from:)`. A superclass's implementations are inherited.
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

  /// The names of a member's stored values in each instance, if the compiler would encode the values.
  private func namesOfStorage(_ member: ClassMember) -> [String] {
    guard let declaration = member.declaration.as(VariableDeclSyntax.self) else { return [] }
    if let property = ModelProperty(declaration), model.number(of: property) != nil { return [property.storedName] }
    guard declaration.isStored, declaration.lazyModifier == nil else { return [] }
    return declaration.bindings.flatMap(\.pattern.boundNames).map(\.text)
  }

  // MARK: Keys of the class's own

  /// A key named after a property, although the value has another storage name.
  struct Misnamed {
    let element: EnumCaseElementSyntax
    let property: ModelProperty
    /// The advice.
    let key: String
  }

  /// The cases without a stored value of the same name, if the compiler synthesizes the coding, in the order of the
  /// source.
  var misnamed: [Misnamed] {
    guard usesKeys, let keys = ownKeys else { return [] }
    return keys.elements.compactMap { element in
      guard let property = property(named: element.name) else { return nil }
      let value = rawValue(of: element).map { " = \($0)" } ?? ""
      return Misnamed(element: element, property: property, key: "case \(property.storedName)\(value)")
    }
  }

  /// Has all keys named after the stored values, with the same strings as before; nil where other code of the class uses the keys.
  var correction: FixIt? {
    guard let keys = ownKeys, keys.elements.allSatisfy({ $0.parameterClause == nil }) else { return nil }
    let uses = model.declaration.tokens(viewMode: .sourceAccurate).count { $0.identifierText == "CodingKeys" }
    guard uses == 1 else { return nil }
    let rewriter = KeyNaming { element in
      guard let property = property(named: element.name) else { return element }
      var new = element
      new.name = element.name.with(\.tokenKind, .identifier(property.storedName))
      if element.rawValue == nil, let value = rawValue(of: element) {
        new.rawValue = InitializerClauseSyntax(
          equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
          value: ExprSyntax(stringLiteral: value)
        )
      }
      return new
    }
    guard var new = rewriter.rewrite(keys).as(EnumDeclSyntax.self) else { return nil }
    if keys.rawType == nil, let inherited = new.inheritanceClause?.inheritedTypes {
      let string = InheritedTypeSyntax(
        type: TypeSyntax(IdentifierTypeSyntax(name: .identifier("String"))),
        trailingComma: .commaToken(trailingTrivia: .space)
      )
      new.inheritanceClause?.inheritedTypes = [string] + inherited
    }
    return FixIt(
      message: Correction(message: "Name the keys after the stored values"),
      changes: [.replace(oldNode: Syntax(keys), newNode: Syntax(new))]
    )
  }

  private var ownKeys: EnumDeclSyntax? { model.type(named: "CodingKeys")?.as(EnumDeclSyntax.self) }

  private func property(named name: TokenSyntax) -> ModelProperty? {
    model.properties.first { $0.property.name.identifierText == name.identifierText }?.property
  }

  /// The raw value of a key: its own, or the name before renaming. Nil if renaming would change the value.
  private func rawValue(of element: EnumCaseElementSyntax) -> String? {
    if let rawValue = element.rawValue { return rawValue.value.trimmedDescription }
    let rawType = ownKeys?.rawType
    return rawType == nil || rawType == "String" ? "\"\(element.name.identifierText)\"" : nil
  }
}

extension EnumDeclSyntax {
  /// The cases, including conditional ones.
  fileprivate var elements: [EnumCaseElementSyntax] {
    func elements(_ list: MemberBlockItemListSyntax) -> [EnumCaseElementSyntax] {
      list.flatMap { item -> [EnumCaseElementSyntax] in
        if let cases = item.decl.as(EnumCaseDeclSyntax.self) { return Array(cases.elements) }
        guard let block = item.decl.as(IfConfigDeclSyntax.self) else { return [] }
        return block.clauses.flatMap { clause -> [EnumCaseElementSyntax] in
          guard case .decls(let list)? = clause.elements else { return [] }
          return elements(list)
        }
      }
    }
    return elements(memberBlock.members)
  }

  /// The name of the raw values' type, if any.
  fileprivate var rawType: String? {
    // The raw type comes first. A protocol for keys has no raw values itself.
    guard let first = inheritanceClause?.inheritedTypes.first?.type.trimmedDescription else { return nil }
    let name = first.split(separator: ".").last.map(String.init) ?? first
    return ["String", "Int"].contains(name) ? name : nil
  }
}

private final class KeyNaming: SyntaxRewriter {
  private let rename: (EnumCaseElementSyntax) -> EnumCaseElementSyntax

  init(_ rename: @escaping (EnumCaseElementSyntax) -> EnumCaseElementSyntax) {
    self.rename = rename
  }

  override func visit(_ node: EnumCaseElementSyntax) -> EnumCaseElementSyntax { rename(node) }
}
