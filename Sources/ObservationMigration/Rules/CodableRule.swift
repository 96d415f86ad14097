import SwiftSyntax

/// Coding keys that keep their names.
enum CodableRule: Rule {
  static let id: RuleID = "codable"
  static let summary = "A class with synthesized Codable gets coding keys that keep the format."
  static let explanation = """
    The macro stores `name` as `_name`, and adds a registrar. Synthesized coding would write both under these names, and not
    read what was written before. So each tracked property gets a coding key of the new name with the old text, and the
    registrar none. A class that implements `init(from:)` and `encode(to:)` itself needs nothing.

    It declines where only one of the two is implemented, because both use the same keys, and where the keys are declared
    in another place than the class.
    """
  static let outcome = Finding.State.changed
  static let before = """
    import Combine

    final class Draft: ObservableObject, Codable {
      var title = "" {
        willSet { objectWillChange.send() }
      }
      var revision = 1
    }

    """
  static let after = """
    import Observation

    @Observable
    final class Draft: Codable {
      var title = ""
      @ObservationIgnored var revision = 1

      enum CodingKeys: String, CodingKey {
        case _title = "title"
        case revision
      }
    }

    """

  static func inspect(_ node: ClassDeclSyntax, _ id: TypeSymbol.ID, _ inspection: Inspection) {
    guard inspection.models[id] == .model else { return }
    let symbol = inspection.table.types[id]
    let protocols = Set(symbol.inherited.compactMap(\.type.lastName))
    let members = node.memberBlock.members
    let decodes = protocols.contains("Codable") || protocols.contains("Decodable")
    let encodes = protocols.contains("Codable") || protocols.contains("Encodable")
    let hasInit = members.contains {
      $0.decl.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters.first?.firstName.text == "from"
    }
    let hasEncode = symbol.members["encode"]?.contains { $0.kind == .function } == true
    let synthesizes = (decodes && !hasInit) || (encodes && !hasEncode)
    guard synthesizes else { return }

    let stored = members.flatMap { member -> [(name: String, isTracked: Bool)] in
      guard let variable = member.decl.as(VariableDeclSyntax.self), !variable.modifiers.hasStatic,
        variable.bindings.allSatisfy(\.isStored)
      else { return [] }
      let isPublished = variable.attributes.attribute("Published") != nil
      return variable.bindings.compactMap { binding in
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText else { return nil }
        let isAnnounced = inspection.announcedProperties.contains(PropertyKey(type: id, name: name))
        return (name, isPublished || isAnnounced)
      }
    }
    let tracked = Set(stored.filter(\.isTracked).map(\.name))
    let keys = members.lazy.compactMap { $0.decl.as(EnumDeclSyntax.self) }.first { $0.name.text == "CodingKeys" }
    guard let keys else {
      if case .type = inspection.table.resolve(.named([symbol.name, "CodingKeys"]), in: symbol.scope) {
        return inspection.decide(self, at: node.name, of: [id], keysAreElsewhere)
      }
      if hasInit || hasEncode { return inspection.decide(self, at: node.name, of: [id], keysServeBoth) }
      insertKeys(for: stored, in: node, id, inspection)
      return
    }
    let elements = keys.memberBlock.members.flatMap {
      $0.decl.as(EnumCaseDeclSyntax.self).map { Array($0.elements) } ?? []
    }
    let changed = elements.filter { tracked.contains($0.name.identifierText) }
    guard !changed.isEmpty else { return }
    if hasInit || hasEncode { return inspection.decide(self, at: keys.name, of: [id], keysServeBoth) }
    var edits = changed.map { element in
      let name = element.name.identifierText
      let text = element.rawValue == nil ? "_\(name) = \"\(name)\"" : "_\(name)"
      return inspection.replacing(element.name, with: text, self)
    }
    if let inherited = keys.inheritanceClause?.inheritedTypes.first,
      keys.inheritanceClause?.inheritedTypes.contains(where: { $0.type.trimmedDescription == "String" }) == false
    {
      edits.append(inspection.inserting("String, ", at: inherited.startOffset, self))
    }
    inspection.change(self, at: keys.name, of: [id], edits, keysAreKept)
  }

  private static func insertKeys(
    for stored: [(name: String, isTracked: Bool)],
    in node: ClassDeclSyntax,
    _ id: TypeSymbol.ID,
    _ inspection: Inspection
  ) {
    let brace = node.memberBlock.rightBrace
    guard !stored.isEmpty, let last = node.memberBlock.members.last else { return }
    let newline = inspection.source.newline
    let indentation = inspection.source.indentation(at: node.startOffset)
    let inner = inspection.source.indentation(at: last.startOffset)
    guard inner.hasPrefix(indentation), inspection.source.isFirstInLine(brace.startOffset) else {
      return inspection.decide(self, at: node.name, of: [id], needsKeys)
    }
    let step = String(inner.dropFirst(indentation.count))
    let cases = stored.map { property in
      inner + step + (property.isTracked ? "case _\(property.name) = \"\(property.name)\"" : "case \(property.name)")
    }
    let lines =
      ["", inner + "enum CodingKeys: String, CodingKey {"] + cases + [inner + "}"]
    let start = inspection.source.lineStart(of: brace.startOffset)
    let edit = inspection.inserting(lines.map { $0 + newline }.joined(), at: start, self)
    inspection.change(self, at: node.name, of: [id], [edit], keysAreKept)
  }
}

extension CodableRule {
  static let keysAreKept = "The coding keys keep their text, though the macro renames what is stored."
  static let keysServeBoth = """
    One half of `Codable` is implemented and the other synthesized, with the same keys: implement both `init(from:)` and \
    `encode(to:)`.
    """
  static let keysAreElsewhere = """
    The coding keys are not declared in the class: a tracked `name` needs `case _name = "name"`.
    """
  static let needsKeys = """
    Synthesized coding would write the macro's storage: add `CodingKeys`, with `case _name = "name"` for a tracked `name`.
    """
}
