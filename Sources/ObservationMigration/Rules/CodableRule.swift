import SwiftSyntax

/// Coding keys that keep their names.
enum CodableRule: Rule {
  static let id: RuleID = "codable"
  static let summary = "A class with synthesized Codable gets coding keys that keep the format."
  static let explanation = """
    The macro stores `name` as `_name`, and adds a registrar. Synthesized coding would write both under these names, and not
    read what was written before. So each tracked property gets a coding key of the new name with the old text, and the
    registrar none. Lazy properties have none either, as in synthesized coding. It makes no difference whether the class conforms
    itself, in an extension, or through another protocol. A class that implements `init(from:)` and `encode(to:)` itself needs
    nothing.

    It declines where only one of the two is implemented, because both use the same keys; where the keys are declared in another
    place than the class, or used in one; where they have members besides their cases, or a raw type other than `String`; and
    where stored properties stand in `#if`.
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
    guard inspection.models[id] == .model, !inspection.table.synthesizedCoding(of: id).isEmpty else { return }
    let members = node.memberBlock.members
    let coded = CodedProperties(members, of: id, inspection)
    let isHalfImplemented = !inspection.table.implementedCoding(of: id).isEmpty
    if let keys = members.lazy.compactMap({ $0.decl.as(EnumDeclSyntax.self) }).first(where: { $0.isCodingKeys }) {
      return rename(keys, coded, isHalfImplemented, id, inspection)
    }
    let obstacle: String? =
      if inspection.table.declaresCodingKeys(id) || members.hasAliasOfCodingKeys {
        keysAreElsewhere
      } else if isHalfImplemented {
        keysServeBoth
      } else if !coded.conditional.isEmpty {
        propertiesAreConditional
      } else {
        nil
      }
    if let obstacle { return inspection.decide(self, at: node.name, of: [id], obstacle) }
    insertKeys(for: coded.properties, in: node, id, inspection)
  }

  /// Gives the cases of tracked properties the names under which these are stored.
  private static func rename(
    _ keys: EnumDeclSyntax,
    _ coded: CodedProperties,
    _ isHalfImplemented: Bool,
    _ id: TypeSymbol.ID,
    _ inspection: Inspection
  ) {
    let members = keys.memberBlock.members
    let elements = members.flatMap { $0.decl.as(EnumCaseDeclSyntax.self).map { Array($0.elements) } ?? [] }
    let tracked = Set((coded.properties + coded.conditional).filter(\.isTracked).map(\.name))
    let changed = elements.filter { tracked.contains($0.name.identifierText) }
    let isConditional = members.contains { $0.decl.is(IfConfigDeclSyntax.self) }
    guard !changed.isEmpty || (isConditional && !tracked.isEmpty) else { return }
    let names = Set(changed.map(\.name.identifierText))
    let inherited = keys.inheritanceClause?.inheritedTypes.compactMap { TypeReference($0.type).lastName } ?? []
    let obstacle: String? =
      if isHalfImplemented {
        keysServeBoth
      } else if isConditional || coded.conditional.contains(where: { names.contains($0.name) }) {
        propertiesAreConditional
      } else if !members.allSatisfy({ $0.decl.is(EnumCaseDeclSyntax.self) }) {
        keysAreUsed
      } else if !inherited.contains("String"), !inherited.allSatisfy(protocolsOfKeys.contains) {
        keysAreNoStrings
      } else {
        nil
      }
    if let obstacle { return inspection.decide(self, at: keys.name, of: [id], obstacle) }
    var edits = changed.map { element in
      let name = element.name.identifierText
      let text = element.rawValue == nil ? "_\(name) = \"\(name)\"" : "_\(name)"
      return inspection.replacing(element.name, with: text, self)
    }
    if !inherited.contains("String"), let first = keys.inheritanceClause?.inheritedTypes.first {
      edits.append(inspection.inserting("String, ", at: first.startOffset, self))
    }
    inspection.result.typesWithRenamedKeys.insert(id)
    inspection.change(self, at: keys.name, of: [id], edits, keysAreKept)
  }

  /// What may stand beside `CodingKey` in the list of keys without a raw type.
  private static let protocolsOfKeys: Set = ["CodingKey", "CaseIterable", "Equatable", "Hashable", "Sendable"]

  private static func insertKeys(
    for properties: [CodedProperty],
    in node: ClassDeclSyntax,
    _ id: TypeSymbol.ID,
    _ inspection: Inspection
  ) {
    let brace = node.memberBlock.rightBrace
    let newline = inspection.source.newline
    let indentation = inspection.source.indentation(at: node.startOffset)
    guard let last = node.memberBlock.members.last, inspection.source.isFirstInLine(brace.startOffset) else {
      return inspection.decide(self, at: node.name, of: [id], needsKeys)
    }
    let inner = inspection.source.indentation(at: last.startOffset)
    guard inner.hasPrefix(indentation) else {
      return inspection.decide(self, at: node.name, of: [id], needsKeys)
    }
    let step = String(inner.dropFirst(indentation.count))
    let cases = properties.map { property in
      inner + step + (property.isTracked ? "case _\(property.name) = \"\(property.name)\"" : "case \(property.name)")
    }
    // Without a case there is no raw value; but without keys the registrar would be coded.
    let lines =
      cases.isEmpty
      ? ["", inner + "enum CodingKeys: CodingKey {}"]
      : ["", inner + "enum CodingKeys: String, CodingKey {"] + cases + [inner + "}"]
    let start = inspection.source.lineStart(of: brace.startOffset)
    let edit = inspection.inserting(lines.map { $0 + newline }.joined(), at: start, self)
    if properties.contains(where: \.isTracked) { inspection.result.typesWithRenamedKeys.insert(id) }
    inspection.change(self, at: node.name, of: [id], [edit], keysAreKept)
  }

  // MARK: - Uses of keys

  /// `CodingKeys`, alone or as a member of a type.
  static func inspectMention(at node: some SyntaxProtocol, of base: ResolvedType?, _ inspection: Inspection) {
    let table = inspection.table
    let owner: TypeSymbol.ID? =
      if let base {
        switch base {
        case .type(let id), .metatype(let id): table.ownerOfCodingKeys(for: id)
        default: nil
        }
      } else {
        inspection.names.scope.types.reversed().lazy.compactMap { table.ownerOfCodingKeys(for: $0) }.first
      }
    guard let owner, inspection.models[owner] == .model else { return }
    inspection.result.codingKeyMentions.append(CodingKeyMention(owner: owner, place: inspection.place(of: node)))
  }

  /// What goes by keys that would get another name stands against that.
  static func objectionsToRenaming(_ inspections: [FileInspection]) -> [Proposal] {
    let renamed = inspections.reduce(into: Set<TypeSymbol.ID>()) { $0.formUnion($1.typesWithRenamedKeys) }
    return inspections.flatMap(\.codingKeyMentions).filter { renamed.contains($0.owner) }.map { mention in
      Proposal(
        rule: id,
        place: mention.place,
        subjects: [mention.owner],
        effect: .objection(.needsDecision),
        message: keysAreUsed
      )
    }
  }
}

extension EnumDeclSyntax {
  fileprivate var isCodingKeys: Bool { name.text == "CodingKeys" }
}

extension MemberBlockItemListSyntax {
  fileprivate var hasAliasOfCodingKeys: Bool {
    contains { $0.decl.as(TypeAliasDeclSyntax.self)?.name.text == "CodingKeys" }
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
  static let propertiesAreConditional = """
    A build without the properties in `#if` would have no use for their keys: put these properties elsewhere, or implement \
    both `init(from:)` and `encode(to:)`.
    """
  static let keysAreUsed = """
    The coding keys do not only serve the compiler, and a tracked `name` needs `case _name = "name"`: implement both \
    `init(from:)` and `encode(to:)`, or change the cases by hand together with what uses them.
    """
  static let keysAreNoStrings = """
    The coding keys have a raw type of their own, and a tracked `name` needs `case _name = "name"`: make it `String`.
    """
  static let needsKeys = """
    Synthesized coding would write the macro's storage, and there is no line for coding keys: declare `CodingKeys` in the class, \
    and migrate again.
    """
}
