import SwiftSyntax

extension PublisherUseRule {
  /// Subjects that feed the remaining code of Combine with the values of properties.
  enum Feeding {
    static let id: RuleID = "subject"

    struct Facts: RuleFacts {
      /// The declarations of published properties of models; `#if` may select one of several.
      var sites: [PropertyKey: [SubjectSite]] = [:]
      var uses: [SubjectUse] = []
      /// Names in the file that a subject can't have; nil if the file needs none.
      var names: Set<String>?
      /// Uses of the type `Published<Value>.Publisher`, which a subject doesn't have, and their replacements if possible.
      var publisherTypes: [(place: Place, erasure: Edit?)] = []
    }

    static func register(_ visits: inout Visits<PublisherUseRule.Facts>) {
      visits.on(PatternBindingSyntax.self) { node, walk, facts in keep(node, walk, &facts.feeding) }
      visits.on(MemberTypeSyntax.self) { node, walk, facts in
        guard walk.options.subjects, node.isPublisherOfPublished else { return }
        let erasure = node.erasedPublisher.map { walk.replacing(node, with: $0) }
        facts.feeding.publisherTypes.append((walk.place(of: node), erasure))
      }
      visits.on(ClassDeclSyntax.self, declare)
    }

    private static func keep(_ node: PatternBindingSyntax, _ walk: Walk, _ facts: inout Facts) {
      guard walk.options.subjects, let declaration = node.memberDeclaration,
        let type = walk.model(storing: declaration), declaration.attributes.attribute("Published") != nil,
        let name = node.name, let site = SubjectSite(declaration, walk)
      else { return }
      facts.sites[PropertyKey(type: type, name: name.identifierText), default: []].append(site)
      facts.noteNames(around: node)
    }

    /// Declares a publisher in a model whose changes have subscribers.
    private static func declare(_ node: ClassDeclSyntax, _ walk: Walk) {
      guard let id = walk.model(declaredBy: node), walk.project.keepsPublisher(id), walk.project.publishers[id] == id,
        walk.table.types[id].storedProperty("objectWillChange") == nil
      else { return }
      let access = node.modifiers.first { ["public", "open", "package"].contains($0.name.text) }?.name.text
      let modifier = access.map { ($0 == "open" ? "public" : $0) + " " } ?? ""
      let declaration = "\(modifier)let objectWillChange = ObservableObjectPublisher()"
      let brace = node.memberBlock.leftBrace.utf8Range.upperBound
      let first = node.memberBlock.members.first?.startOffset
      let edit =
        if let first, walk.source.isFirstInLine(first) {
          walk.inserting(
            walk.source.indentation(at: first) + declaration + walk.source.newline,
            at: walk.source.nextLineStart(of: brace)
          )
        } else {
          walk.inserting(" " + declaration + (first == nil ? " " : ";"), at: brace)
        }
      let message = "`\(walk.name(id))` keeps a publisher of its changes: something subscribes to `objectWillChange`."
      walk.change(Self.id, at: node.name, of: [id], [edit], importing: ["Combine"], message)
    }

    /// `object.objectWillChange`, with operators or `onReceive`.
    static func convertPublisher(_ node: ExprSyntax, _ name: TokenSyntax, _ walk: Walk) {
      guard let types = walk.typesKeepingPublisher(node) else { return }
      walk.change(id, at: name, of: types, [], "The subscription stays: the object keeps a publisher of its changes.")
    }

    static func conclude(_ facts: [Facts], _ project: Project) -> [Proposal] {
      let uses = Dictionary(grouping: facts.lazy.flatMap(\.uses), by: \.property)
      let announcing = facts.reduce(into: [PropertyKey: [SubjectSite]]()) { announcing, facts in
        announcing.merge(facts.sites.filter { uses[$0.key] == nil && announces($0.key, project) }) { $0 + $1 }
      }
      let order = announcing.keys.sorted { ($0.type, $0.name) < ($1.type, $1.name) }
      return order.flatMap { property in
        (announcing[property] ?? []).map { site in
          let edits = site.edits(nil, announces: true)
          let message = """
            `\(property.name)` announces its changes to the subscribers of `objectWillChange` before they're made, as \
            `@Published` does.
            """
          return Proposal(id, .change, at: site.place, of: [property.type], edits, importing: ["Combine"], message)
        }
      } + proposals(for: uses, facts, project)
    }

    /// Whether a published property has to announce its changes for subscribers of its object. A custom publisher in the
    /// object gets no such announcements.
    private static func announces(_ property: PropertyKey, _ project: Project) -> Bool {
      guard project.keepsPublisher(property.type), let owner = project.publishers[property.type] else { return false }
      return project.table.types[owner].storedProperty("objectWillChange") == nil
    }

    private static func proposals(
      for uses: [PropertyKey: [SubjectUse]],
      _ facts: [Facts],
      _ project: Project
    ) -> [Proposal] {
      guard !uses.isEmpty else { return [] }
      let types = facts.flatMap(\.publisherTypes)
      let isErased = types.allSatisfy { $0.erasure != nil }
      let order = uses.keys.sorted { ($0.type, $0.name) < ($1.type, $1.name) }
      let owners = Set(order.filter { uses[$0]?.contains(where: \.isHandedOn) == true }.map(\.type)).sorted()
      // Each publisher may get to each of the places.
      let erasures = types.compactMap { type -> Proposal? in
        guard isErased, !owners.isEmpty, let edit = type.erasure else { return nil }
        let message = "The type is now an `AnyPublisher`, because the values come from a subject."
        return Proposal(id, .change, at: type.place, of: owners, [edit], importing: ["Combine"], message)
      }
      return erasures
        + order.flatMap { property -> [Proposal] in
          let uses = uses[property] ?? []
          if !isErased, let use = uses.first(where: { $0.isHandedOn || $0.isInKeyPath }) {
            let message = """
              `$\(property.name)` is passed as a wrapper, and a subject isn't a `Published<…>.Publisher`. Take an \
              `AnyPublisher<…, Never>` there, and pass `$\(property.name).eraseToAnyPublisher()`.
              """
            return [.objection(id, at: use.place, of: [property.type], message)]
          }
          let declaring = project.table.types[property.type].declaringFiles.sorted()
          let sites = declaring.flatMap { facts[$0].sites[property] ?? [] }
          if sites.isEmpty {
            let message = "Can't add a subject for `\(property.name)`. Declare it on a line of its own."
            return uses.map { .objection(id, at: $0.place, of: [property.type], message) }
          }
          let files = Set(uses.map(\.place.file) + declaring)
          let name = freeName(for: property, project.table) { name in
            !files.contains { facts[$0].names?.contains(name) == true }
          }
          let announces = announces(property, project)
          return proposals(sites, uses, named: name, isErased: !types.isEmpty, announces: announces)
        }
    }

    /// A name for a subject. No member in the hierarchy of the property's class has the name.
    private static func freeName(
      for property: PropertyKey,
      _ table: SymbolTable,
      _ isFree: (String) -> Bool
    ) -> String {
      (property.name + "Subject").numbered { name in
        isFree(name) && table.members(name, of: property.type).isEmpty
          && (table.subtypes[property.type] ?? []).allSatisfy { table.types[$0].members[name] == nil }
      }
    }

    /// Declares and feeds a subject for a property, and replaces uses of the property's publisher.
    private static func proposals(
      _ sites: [SubjectSite],
      _ uses: [SubjectUse],
      named subject: String,
      isErased: Bool,
      announces: Bool
    ) -> [Proposal] {
      let audience: SubjectSite.Audience =
        uses.map { use in
          sites.contains { $0.place.file == use.place.file } ? use.isInside ? .type : .file : .module
        }
        .max() ?? .type
      let feed = SubjectSite.Feed(subject: subject, audience: audience)
      let (property, types) = (uses[0].property, [uses[0].property.type])
      let message = "`\(property.name)` sends its values to `\(subject)` before the change, as `@Published` does."
      let declarations = sites.map { site in
        let edits = site.edits(feed, announces: announces)
        return Proposal(id, .change, at: site.place, of: types, edits, importing: ["Combine"], message)
      }
      return declarations
        + uses.map { use in
          let text = isErased && use.isHandedOn ? subject + ".eraseToAnyPublisher()" : subject
          let edits = [Edit(use.range, with: text)]
          let message = "The pipeline is kept, and gets its values from a subject."
          return Proposal(id, .change, at: use.place, of: types, edits, message)
        }
    }
  }
}

extension PublisherUseRule.Feeding.Facts {
  /// Collects the names in a file that subjects could have, once.
  mutating func noteNames(around node: some SyntaxProtocol) {
    guard names == nil else { return }
    let tokens = node.root.tokens(viewMode: .sourceAccurate)
    names = Set(tokens.lazy.filter { $0.syntaxTextBytes.contains("Subject".utf8) }.map(\.identifierText))
  }
}
