import SwiftSyntax

extension Inspection {
  func noteIgnored(_ node: some SyntaxProtocol) {
    if node.leadingTrivia.asksToIgnore { ignored.append(node.utf8Range) }
  }

  private func isIgnored(_ offset: Int) -> Bool {
    ignored.contains { $0.contains(offset) }
  }

  func propose(_ proposal: Proposal) {
    if isIgnored(proposal.place.offset) {
      // Left alone, and with it what would have to change there: unless that's anything at all.
      guard Set(proposal.subjects) != Set(models.candidates) || models.candidates.count == 1 else { return }
      if case .note = proposal.effect { return }
      result.proposals.append(
        Proposal(
          rule: IgnoreRule.id,
          place: proposal.place,
          subjects: proposal.subjects,
          effect: .objection(.refused),
          message: IgnoreRule.isIgnored
        )
      )
      return
    }
    result.proposals.append(proposal)
  }

  /// Proposes edits that the subjects need.
  func change(
    _ rule: any Rule.Type,
    at node: some SyntaxProtocol,
    of subjects: [TypeSymbol.ID],
    _ edits: [Edit],
    needsObservation: Bool = false,
    isRisky: Bool = false,
    _ message: String
  ) {
    propose(
      Proposal(
        rule: rule.id,
        place: place(of: node),
        subjects: subjects,
        effect: .change,
        edits: edits,
        message: message,
        isRisky: isRisky,
        needsObservation: needsObservation
      )
    )
  }

  /// Objects to the conversion of the subjects until a person has decided.
  func decide(
    _ rule: any Rule.Type,
    at node: some SyntaxProtocol,
    of subjects: [TypeSymbol.ID],
    _ message: String
  ) {
    guard !subjects.isEmpty else { return }
    propose(
      Proposal(
        rule: rule.id,
        place: place(of: node),
        subjects: subjects,
        effect: .objection(.needsDecision),
        message: message
      )
    )
  }

  func place(of node: some SyntaxProtocol) -> Place {
    Place(file: file, offset: node.startOffset)
  }
}
