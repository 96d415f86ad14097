import SwiftSyntax
import Testing

@testable import ObservationMigration

/// A rule of one's own needs nothing but itself and a line in the list.
@Suite struct AddedRuleTests {
  private static let store = SourceFile(
    path: "Store.swift",
    text: "import Combine\n\nfinal class Store: ObservableObject {\n  @Published var count = 0\n}\n"
  )

  private func migrate(_ files: SourceFile...) -> [FileResult] {
    Migration(rules: Rules.list + [UnreadPropertyRule.self]).run(files)
  }

  @Test func aRuleConcludesFromTheFactsOfTwoFiles() {
    let view = SourceFile(path: "View.swift", text: "let store = Store()\nfunc show() { print(store.count) }\n")
    let results = migrate(Self.store, view)
    #expect(results[0].migrated.contains("@Observable"))
    #expect(results.flatMap(\.findings).contains { $0.rule == UnreadPropertyRule.id } == false)
  }

  @Test func itsObjectionHoldsTheTypeBack() {
    let other = SourceFile(path: "Other.swift", text: "let store = Store()\n")
    let results = migrate(Self.store, other)
    #expect(results.flatMap(\.edits).isEmpty)
    let finding = results[0].findings.first { $0.rule == UnreadPropertyRule.id }
    #expect(finding?.state == .needsDecision)
    #expect(finding?.line == 4)
    #expect(finding?.type == "Store")
  }

  @Test func itFinishesAFilesEdits() {
    let view = SourceFile(path: "View.swift", text: "func show(_ store: Store) { print(store.count) }\n")
    #expect(migrate(Self.store, view)[0].migrated.hasSuffix("}\n// Migrated.\n"))
  }
}

/// Stands against the conversion of a class that has a published property which no other file mentions.
private enum UnreadPropertyRule: Rule {
  static let id: RuleID = "unread-property"
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A property that no other file mentions needs a decision.",
      explanation: "It may be of no use.",
      outcome: .needsDecision,
      before: ""
    )
  ]

  struct Facts: RuleFacts {
    var published: [(name: String, type: TypeSymbol.ID, place: Place)] = []
    var mentioned: Set<String> = []
  }

  static func register(_ visits: inout Visits<Facts>) {
    visits.on(PatternBindingSyntax.self) { node, walk, facts in
      guard let declaration = node.memberDeclaration, declaration.attributes.attribute("Published") != nil,
        let type = walk.model(storing: declaration)
      else { return }
      for name in node.pattern.boundNames { facts.published.append((name, type, walk.place(of: node))) }
    }
    visits.on(MemberAccessExprSyntax.self) { node, _, facts in
      facts.mentioned.insert(node.declName.baseName.identifierText)
      return .none
    }
  }

  static func conclude(_ facts: [Facts], _ project: Project) -> [Proposal] {
    facts.enumerated().flatMap { file, own in
      own.published.filter { property in
        !facts.enumerated().contains { $0.offset != file && $0.element.mentioned.contains(property.name) }
      }.map { property in
        Proposal(
          id,
          .objection(.needsDecision),
          at: property.place,
          of: [property.type],
          "No other file mentions `\(property.name)`."
        )
      }
    }
  }

  static func finish(_ facts: Facts, _ draft: inout FileDraft) {
    let end = draft.source.bytes.count
    draft.add([Edit(end..<end, with: "// Migrated.\n")], of: id)
  }
}
