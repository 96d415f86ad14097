import SwiftSyntax

/// Declarations that a comment takes out.
enum IgnoreRule: ReviewingRule {
  static let id: RuleID = "ignore"

  struct Facts: RuleFacts {
    /// Where the comment asks to leave alone what stands there.
    var ignored: [Range<Int>] = []
  }

  static func register(_ visits: inout Visits<Facts>) {
    visits.on(ClassDeclSyntax.self, note)
    visits.on(StructDeclSyntax.self, note)
    visits.on(EnumDeclSyntax.self, note)
    visits.on(ActorDeclSyntax.self, note)
    visits.on(ProtocolDeclSyntax.self, note)
    visits.on(ExtensionDeclSyntax.self, note)
    visits.on(VariableDeclSyntax.self, note)
    visits.on(FunctionDeclSyntax.self, note)
    visits.on(InitializerDeclSyntax.self, note)
    visits.on(SubscriptDeclSyntax.self, note)
  }

  private static func note(_ node: some SyntaxProtocol, _ walk: Walk, _ facts: inout Facts) {
    if node.leadingTrivia.asksToIgnore { facts.ignored.append(node.utf8Range) }
  }

  /// What would change in such a declaration stays, and stands against the types that need it.
  static func review(_ proposals: [Proposal], _ facts: [Facts], _ project: Project) -> [Proposal] {
    let candidates = project.models.candidates
    return proposals.compactMap { proposal in
      guard facts[proposal.place.file].ignored.contains(where: { $0.contains(proposal.place.offset) }) else {
        return proposal
      }
      switch proposal.effect {
      case .note: return nil
      case .tie: return proposal
      case .change, .objection:
        // What concerns anything at all is left out of the decision.
        guard candidates.count == 1 || Set(proposal.subjects) != Set(candidates) else { return nil }
        return Proposal(
          rule: id,
          place: proposal.place,
          subjects: proposal.subjects,
          effect: .objection(.refused),
          message: isIgnored
        )
      }
    }
  }
}

extension Trivia {
  private static let request = WordSearch(["observation-migrate:ignore"])

  /// Asks to leave alone what follows.
  fileprivate var asksToIgnore: Bool {
    contains { piece in
      switch piece {
      case .lineComment(let text), .blockComment(let text), .docLineComment(let text), .docBlockComment(let text):
        Self.request.isSuccessful(in: text)
      default: false
      }
    }
  }
}

extension IgnoreRule {
  static let isIgnored = "Skipped because of the `observation-migrate:ignore` comment above."
}
