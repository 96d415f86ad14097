/// A step of the plan: declarations excluded by a comment stay.
enum IgnoredDeclarations {
  static let id: RuleID = "ignore"

  /// Changes in such a declaration become objections to the types that need them.
  static func apply(to proposals: [Proposal], _ walked: [WalkedFile], _ project: Project) -> [Proposal] {
    let candidates = project.models.candidates
    return proposals.compactMap { proposal in
      guard walked[proposal.place.file].ignored.contains(where: { $0.contains(proposal.place.offset) }) else {
        return proposal
      }
      switch proposal.effect {
      case .note: return nil
      case .tie: return proposal
      case .change, .objection:
        // An objection to all candidates at once is left out of the decision.
        guard candidates.count == 1 || Set(proposal.subjects) != Set(candidates) else { return nil }
        let (place, subjects) = (proposal.place, proposal.subjects)
        let message = "Skipped because of the `observation-migrate:ignore` comment above."
        return Proposal(id, .objection(.refused), at: place, of: subjects, message)
      }
    }
  }

  static let guide = RuleGuide(
    id: id,
    summary: "// observation-migrate:ignore leaves the next declaration alone.",
    explanation: """
      Everything in it stays as it is, and so do the types concerned, with those that convert only together with them.
      Above a constraint that accepts any object, the comment excludes the constraint from the decision: change it by
      hand.
      """,
    outcome: .refused,
    leavesWork: false,
    before: """
      import Combine

      // observation-migrate:ignore
      final class Legacy: ObservableObject {
        @Published var value = 0
      }
      """
  )
}
