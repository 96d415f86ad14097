import SwiftSyntax

/// Coding keys that keep their names.
enum CodableRule: Rule {
  static let id: RuleID = "codable"

  struct Facts: RuleFacts {
    var renamed: Set<TypeSymbol.ID> = []
    var mentions: [(owner: TypeSymbol.ID, place: Place)] = []
  }

  static func register(_ visits: inout Visits<Facts>) {
    visits.on(ClassDeclSyntax.self, inspect)
    visits.on(IdentifierTypeSyntax.self) { node, walk, facts in note(node.name, walk, &facts) }
    visits.on(DeclReferenceExprSyntax.self) { node, walk, facts in note(node.baseName, walk, &facts) }
    visits.on(MemberTypeSyntax.self) { node, walk, facts in
      note(node.name, of: walk.names.resolve(TypeReference(node.baseType)), walk, &facts)
    }
    visits.on(MemberAccessExprSyntax.self) { node, walk, facts -> Void in
      if let base = node.base { note(node.declName.baseName, of: walk.type(of: base), walk, &facts) }
    }
  }

  private static let name = "CodingKeys"

  private static func inspect(_ node: ClassDeclSyntax, _ walk: Walk, _ facts: inout Facts) {
    guard let id = walk.model(declaredBy: node), walk.models.getsMacro(id, walk.table),
      !walk.table.synthesizedCoding(of: id).isEmpty
    else { return }
    let members = node.memberBlock.members
    let coded = CodedProperties(members, of: id, walk)
    let keys = members.lazy.compactMap { $0.decl.as(EnumDeclSyntax.self) }.first { $0.name.text == name }
    let place = keys?.name ?? node.name
    do throws(Obstacle) {
      let edits = if let keys { try renamings(in: keys, coded, walk) } else { try insertion(in: node, coded, id, walk) }
      if edits.isEmpty { return }
      if coded.properties.contains(where: \.isTracked) { facts.renamed.insert(id) }
      let message = "The coding keys keep their text, although the macro renames the stored properties."
      walk.change(Self.id, at: place, of: [id], edits, message)
    } catch {
      walk.decide(Self.id, at: place, of: [id], error.message)
    }
  }

  /// Renames the cases of tracked properties to the names of their storage.
  private static func renamings(
    in keys: EnumDeclSyntax,
    _ coded: CodedProperties,
    _ walk: Walk
  ) throws(Obstacle) -> [Edit] {
    let members = keys.memberBlock.members
    let elements = members.flatMap { $0.decl.as(EnumCaseDeclSyntax.self).map { Array($0.elements) } ?? [] }
    let tracked = Set((coded.properties + coded.conditional).filter(\.isTracked).map(\.name))
    let changed = elements.filter { tracked.contains($0.name.identifierText) }
    let isConditional = members.contains { $0.decl.is(IfConfigDeclSyntax.self) }
    guard !changed.isEmpty || (isConditional && !tracked.isEmpty) else { return [] }
    let names = Set(changed.map(\.name.identifierText))
    let inherited = keys.inheritanceClause?.inheritedTypes.compactMap { TypeReference($0.type).lastName } ?? []
    if coded.isHalfImplemented { throw .keysServeBoth }
    if isConditional || coded.conditional.contains(where: { names.contains($0.name) }) {
      throw .propertiesAreConditional
    }
    if !members.allSatisfy({ $0.decl.is(EnumCaseDeclSyntax.self) }) { throw .keysAreUsed }
    if !inherited.contains("String"), !inherited.allSatisfy(protocolsOfKeys.contains) {
      throw Obstacle(
        message: """
          The coding keys have a raw type of their own, and a tracked `name` needs `case _name = "name"`: make it \
          `String`.
          """
      )
    }
    var edits = changed.map { element in
      let name = element.name.identifierText
      let text = element.rawValue == nil ? "_\(name) = \"\(name)\"" : "_\(name)"
      return walk.replacing(element.name, with: text)
    }
    if !inherited.contains("String"), let first = keys.inheritanceClause?.inheritedTypes.first {
      edits.append(walk.inserting("String, ", at: first.startOffset))
    }
    return edits
  }

  /// Protocols that coding keys without a raw type may conform to.
  private static let protocolsOfKeys: Set = ["CodingKey", "CaseIterable", "Equatable", "Hashable", "Sendable"]

  /// Declares coding keys in a class without any.
  private static func insertion(
    in node: ClassDeclSyntax,
    _ coded: CodedProperties,
    _ id: TypeSymbol.ID,
    _ walk: Walk
  ) throws(Obstacle) -> [Edit] {
    let members = node.memberBlock.members
    if walk.table.declaresCodingKeys(id)
      || members.contains(where: { $0.decl.as(TypeAliasDeclSyntax.self)?.name.text == name })
    {
      throw Obstacle(
        message: #"The coding keys aren't declared in the class: a tracked `name` needs `case _name = "name"`."#
      )
    }
    if coded.isHalfImplemented { throw .keysServeBoth }
    if !coded.conditional.isEmpty { throw .propertiesAreConditional }
    let brace = node.memberBlock.rightBrace
    let newline = walk.source.newline
    let indentation = walk.source.indentation(at: node.startOffset)
    guard let inner = members.last.map({ walk.source.indentation(at: $0.startOffset) }), inner.hasPrefix(indentation),
      walk.source.isFirstInLine(brace.startOffset)
    else {
      throw Obstacle(
        message: """
          Synthesized coding would write the macro's storage, and the class has no line of its own for coding keys: \
          declare `CodingKeys` in the class, and migrate again.
          """
      )
    }
    let step = String(inner.dropFirst(indentation.count))
    let cases = coded.properties.map { property in
      inner + step + (property.isTracked ? "case _\(property.name) = \"\(property.name)\"" : "case \(property.name)")
    }
    // An empty enumeration has no raw type, but without any keys the registrar would be coded.
    let lines =
      cases.isEmpty
      ? ["", inner + "enum CodingKeys: CodingKey {}"]
      : ["", inner + "enum CodingKeys: String, CodingKey {"] + cases + [inner + "}"]
    let start = walk.source.lineStart(of: brace.startOffset)
    return [walk.inserting(lines.map { $0 + newline }.joined(), at: start)]
  }

  /// `CodingKeys`, alone or as a member of a type.
  private static func note(
    _ name: TokenSyntax,
    of base: @autoclosure () -> ResolvedType? = nil,
    _ walk: Walk,
    _ facts: inout Facts
  ) {
    guard name.text == Self.name else { return }
    let types: [TypeSymbol.ID] =
      switch base() {
      case .type(let id)?, .metatype(let id)?: [id]
      case nil: walk.names.scope.types.reversed()
      default: []
      }
    guard let owner = types.lazy.compactMap({ walk.table.ownerOfCodingKeys(for: $0) }).first,
      walk.models[owner] == .model
    else { return }
    facts.mentions.append((owner, walk.place(of: name)))
  }

  /// Other code that uses keys whose names change stands against the change.
  static func conclude(_ facts: [Facts], _ project: Project) -> [Proposal] {
    let renamed = facts.reduce(into: Set<TypeSymbol.ID>()) { $0.formUnion($1.renamed) }
    return facts.flatMap(\.mentions).filter { renamed.contains($0.owner) }.map { mention in
      Proposal.objection(id, at: mention.place, of: [mention.owner], Obstacle.keysAreUsed.message)
    }
  }
}

/// Why coding keys can't follow the renamed storage.
private struct Obstacle: Error {
  let message: String

  static let keysServeBoth = Obstacle(
    message: """
      One half of `Codable` is implemented and the other synthesized, with the same keys: implement both `init(from:)` \
      and `encode(to:)`.
      """
  )
  static let propertiesAreConditional = Obstacle(
    message: """
      A build without the properties in `#if` would have unused keys: move these properties elsewhere, or implement \
      both `init(from:)` and `encode(to:)`.
      """
  )
  static let keysAreUsed = Obstacle(
    message: """
      Other code uses these coding keys, and a tracked `name` needs `case _name = "name"`. Implement both \
      `init(from:)` and `encode(to:)`, or change the cases by hand together with what uses them.
      """
  )
}

/// A property that synthesized coding writes and reads; the macro stores a tracked one under another name.
private typealias CodedProperty = (name: String, isTracked: Bool)

/// The stored properties of a class that synthesized coding writes and reads, without lazy and static ones.
private struct CodedProperties {
  var properties: [CodedProperty] = []
  var conditional: [CodedProperty] = []
  let isHalfImplemented: Bool

  init(_ members: MemberBlockItemListSyntax, of id: TypeSymbol.ID, _ walk: Walk) {
    isHalfImplemented = !walk.table.implementedCoding(of: id).isEmpty
    for member in members {
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        guard !variable.modifiers.hasStatic, !variable.isLazy else { continue }
        let isPublished = variable.attributes.attribute("Published") != nil
        for name in Array(variable.bindings).filter(\.isStored).flatMap(\.pattern.boundNames) {
          let key = PropertyKey(type: id, name: name)
          let isAnnounced = walk.table.announcedProperties.contains(key)
          let isShown = variable.wrappers(walk).isEmpty && walk.project.reach.properties.contains(key)
          properties.append((name, isPublished || isAnnounced || isShown))
        }
      } else if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        for clause in condition.clauses {
          guard case .decls(let members) = clause.elements else { continue }
          let inner = CodedProperties(members, of: id, walk)
          conditional += inner.properties + inner.conditional
        }
      }
    }
  }
}
