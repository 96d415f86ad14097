import SwiftSyntax

/// Subjects for what stays of Combine: properties send their values to them.
enum SubjectRule: Rule {
  static let id: RuleID = "subject"

  struct Facts: RuleFacts {
    /// The published properties of models, each with its declarations, of which `#if` may leave one.
    var sites: [PropertyKey: [SubjectSite]] = [:]
    var uses: [SubjectUse] = []
    /// Names in the file that a subject can't have there; nil where none is needed.
    var names: Set<String>?
    /// `Published<Value>.Publisher` is written somewhere.
    var namesPublishers = false
  }

  static func register(_ visits: inout Visits<Facts>) {
    visits.on(PatternBindingSyntax.self, keep)
    visits.on(MemberTypeSyntax.self, note)
    visits.on(DeclReferenceExprSyntax.self) { node, walk, facts in
      inspect(ExprSyntax(node), node.baseName, walk, &facts)
    }
    visits.on(MemberAccessExprSyntax.self) { node, walk, facts in
      inspect(ExprSyntax(node), node.declName.baseName, walk, &facts)
    }
    visits.on(KeyPathPropertyComponentSyntax.self, inspect)
  }

  private static func keep(_ node: PatternBindingSyntax, _ walk: Walk, _ facts: inout Facts) {
    guard walk.options.subjects, let declaration = node.memberDeclaration, let type = walk.model(storing: declaration),
      declaration.attributes.attribute("Published") != nil,
      let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier
    else { return }
    guard let site = SubjectSite(declaration, walk) else { return }
    facts.sites[PropertyKey(type: type, name: name.identifierText), default: []].append(site)
    facts.noteNames(around: node)
  }

  private static func note(_ node: MemberTypeSyntax, _ walk: Walk, _ facts: inout Facts) {
    if node.name.text == "Publisher", TypeReference(node.baseType).lastName == "Published" {
      facts.namesPublishers = true
    }
  }

  private static func inspect(_ node: ExprSyntax, _ name: TokenSyntax, _ walk: Walk, _ facts: inout Facts) -> Claim {
    guard walk.options.subjects, name.projectedProperty != nil,
      // What writes to a publisher can't write to a subject.
      node.parent?.is(InOutExprSyntax.self) != true, let use = PublishedUse(node, walk)
    else { return .none }
    facts.uses.append(SubjectUse(use, at: name, walk))
    facts.noteNames(around: node)
    return .node
  }

  private static func inspect(_ node: KeyPathPropertyComponentSyntax, _ walk: Walk, _ facts: inout Facts) -> Claim {
    guard walk.options.subjects, let use = PublishedUse(node, walk) else { return .none }
    facts.uses.append(SubjectUse(use, at: node.declName.baseName, walk))
    facts.noteNames(around: node)
    return .node
  }

  static func conclude(_ facts: [Facts], _ project: Project) -> [Proposal] {
    let uses = Dictionary(grouping: facts.lazy.flatMap(\.uses), by: \.property)
    guard !uses.isEmpty else { return [] }
    let names = SubjectNames(facts.map { $0.names ?? [] }, project.table)
    let namesPublishers = facts.contains(where: \.namesPublishers)
    let order = uses.keys.sorted { ($0.type, $0.name) < ($1.type, $1.name) }
    return order.flatMap { property in
      let uses = uses[property] ?? []
      if namesPublishers, let use = uses.first(where: \.isHandedOn) {
        return [objection(at: use, hasAnotherType(property.name))]
      }
      let file = project.table.types[property.type].place.file
      guard let sites = facts[file].sites[property] else {
        return uses.map { objection(at: $0, hasNoPlace(property.name)) }
      }
      let name = names.free(for: property, in: Set(uses.map(\.place.file) + [file]))
      return proposals(sites, uses, of: property, named: name)
    }
  }

  private static func objection(at use: SubjectUse, _ message: String) -> Proposal {
    Proposal(
      rule: id,
      place: use.place,
      subjects: [use.property.type],
      effect: .objection(.needsDecision),
      message: message
    )
  }

  private static func proposals(
    _ sites: [SubjectSite],
    _ uses: [SubjectUse],
    of property: PropertyKey,
    named subject: String
  ) -> [Proposal] {
    let observer: SubjectSite.Observer = uses.contains(where: \.expectsOldValue) ? .willSet : .didSet
    let audience: SubjectSite.Audience =
      uses.map { $0.place.file != sites[0].place.file ? .module : $0.isInside ? .type : .file }.max() ?? .type
    let declarations = sites.map { site in
      Proposal(
        rule: id,
        place: site.place,
        subjects: [property.type],
        effect: .change,
        edits: site.edits(subject: subject, sentBy: observer, to: audience, id),
        message: sends(property.name, to: subject, in: observer.rawValue),
        modules: ["Combine"]
      )
    }
    return declarations
      + uses.map { use in
        Proposal(
          rule: id,
          place: use.place,
          subjects: [property.type],
          effect: .change,
          edits: [Edit(range: use.range, replacement: subject, rule: id)],
          message: observer == .didSet ? followsChanges(subject) : precedesChanges(subject),
          // Only what comes later than before may show.
          isRisky: observer == .didSet
        )
      }
  }
}

extension SubjectRule.Facts {
  /// Collects the names of a file that may be those of subjects, once.
  fileprivate mutating func noteNames(around node: some SyntaxProtocol) {
    guard names == nil else { return }
    names = Set(
      node.root.tokens(viewMode: .sourceAccurate).lazy.map(\.identifierText).filter { $0.contains("Subject") }
    )
  }
}

extension SubjectRule {
  static func sends(_ property: String, to subject: String, in observer: String) -> String {
    "`\(property)` sends its values to `\(subject)` in `\(observer)`."
  }

  static func followsChanges(_ subject: String) -> String {
    """
    The pipeline stays, fed by `\(subject)`. Each value arrives after the property has changed; `@Published` sent it before \
    the change.
    """
  }

  static func precedesChanges(_ subject: String) -> String {
    """
    The pipeline stays, fed by `\(subject)`. It reads the property as well, so each value is sent before the change, as by \
    `@Published`.
    """
  }

  static func hasAnotherType(_ property: String) -> String {
    """
    `$\(property)` is handed on as a whole, and a subject is no `Published<…>.Publisher`: write `AnyPublisher<…, Never>` where \
    that is asked for, and hand on `$\(property).eraseToAnyPublisher()`.
    """
  }

  static func hasNoPlace(_ property: String) -> String {
    "`\(property)` can't be given a subject where it is declared: write a declaration of its own."
  }
}
