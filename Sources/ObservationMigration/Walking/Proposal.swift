/// What a rule has to say about a place, before it is known which types convert.
struct Proposal: Sendable {
  enum Effect: Sendable {
    /// To be made when all subjects convert, which need it and convert only together.
    case change
    /// Stands against the conversion of its subjects.
    case objection(Finding.State)
    /// The subjects convert only together. It's no finding.
    case tie
    /// Only a finding.
    case note(Finding.State)
  }

  /// The name under which a rule reports it.
  let rule: RuleID
  let place: Place
  /// The types that it concerns.
  var subjects: [TypeSymbol.ID]
  let effect: Effect
  var edits: [Edit] = []
  let message: String
  /// The change shows at run time, and somebody should look at it.
  var isRisky = false
  /// What the file has to import afterwards.
  var modules: [String] = []
}
