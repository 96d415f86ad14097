import SwiftSyntax

extension Walk {
  func place(of node: some SyntaxProtocol) -> Place { Place(file: file, offset: node.startOffset) }

  func change(
    _ rule: RuleID,
    at node: some SyntaxProtocol,
    of subjects: [TypeSymbol.ID],
    _ edits: [Edit],
    importing modules: [String] = [],
    isRisky: Bool = false,
    sharing note: SharedNote? = nil,
    _ message: String
  ) {
    let place = place(of: node)
    var proposal = Proposal(
      rule,
      .change,
      at: place,
      of: subjects,
      edits,
      importing: modules,
      isRisky: isRisky,
      message
    )
    proposal.shared = note
    propose(proposal)
  }

  /// Reports a change that shows at run time without a change of the text.
  func review(_ rule: RuleID, at node: some SyntaxProtocol, of subjects: [TypeSymbol.ID], _ message: String) {
    propose(.review(rule, at: place(of: node), of: subjects, message))
  }

  /// A note that other places of the enclosing class share.
  func noteOfClass(_ message: String) -> SharedNote {
    let owner = names.enclosingType.map { table.types[$0].name } ?? String(file)
    return SharedNote(topic: "\(owner): \(message)", place: .place, rest: message)
  }

  /// Objects to the conversion of the subjects until a person has decided.
  func decide(_ rule: RuleID, at node: some SyntaxProtocol, of subjects: [TypeSymbol.ID], _ message: String) {
    guard !subjects.isEmpty else { return }
    propose(Proposal(rule, .objection(.needsDecision), at: place(of: node), of: subjects, message))
  }
}
