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
  let effect: Effect
  let place: Place
  /// The types that it concerns.
  var subjects: [TypeSymbol.ID]
  var edits: [Edit]
  /// What the file has to import afterwards.
  let modules: [String]
  /// The change shows at run time, and somebody should look at it.
  let isRisky: Bool
  let message: String
  /// Where several places have a note on one topic.
  var shared: SharedNote?

  init(
    _ rule: RuleID,
    _ effect: Effect,
    at place: Place,
    of subjects: [TypeSymbol.ID],
    _ edits: [Edit],
    importing modules: [String] = [],
    isRisky: Bool = false,
    _ message: String
  ) {
    self.rule = rule
    self.effect = effect
    self.place = place
    self.subjects = subjects
    self.edits = edits.map { $0.of(rule) }
    self.modules = modules
    self.isRisky = isRisky
    self.message = message
  }

  /// What changes no text.
  init(
    _ rule: RuleID,
    _ effect: Effect,
    at place: Place,
    of subjects: [TypeSymbol.ID],
    isRisky: Bool = false,
    _ message: String
  ) {
    self.init(rule, effect, at: place, of: subjects, [], isRisky: isRisky, message)
  }

  /// An objection; only a finding where it has no subjects.
  static func objection(
    _ rule: RuleID,
    _ state: Finding.State = .needsDecision,
    at place: Place,
    of subjects: [TypeSymbol.ID],
    _ message: String
  ) -> Proposal {
    Proposal(rule, subjects.isEmpty ? .note(state) : .objection(state), at: place, of: subjects, message)
  }

  /// A change that shows at run time without one of the text.
  static func review(_ rule: RuleID, at place: Place, of subjects: [TypeSymbol.ID], _ message: String) -> Proposal {
    Proposal(rule, .change, at: place, of: subjects, isRisky: true, message)
  }

  /// Returns this proposal as one of several notes on a topic.
  func sharing(_ note: SharedNote) -> Proposal {
    var proposal = self
    proposal.shared = note
    return proposal
  }

  /// Returns this proposal as a change of behavior, with a message about it.
  func risky(_ message: String) -> Proposal {
    Proposal(rule, effect, at: place, of: subjects, edits, importing: modules, isRisky: true, message)
  }
}

/// A note that several places have: the first of them has it, with the number of the others.
struct SharedNote: Sendable {
  /// What the others are called.
  enum Place: String, Sendable {
    case place = "at %d other place"
    case preview = "in %d other preview"
    case view = "in %d other view"
  }

  /// What the notes have in common.
  let topic: String
  let place: Place
  /// What is said at the other places.
  let rest: String

  /// The message of the first place.
  func message(_ message: String, others: Int) -> String {
    guard others > 0 else { return message }
    let places = place.rawValue.replacing("%d", with: String(others)) + (others == 1 ? "" : "s")
    return "\(message) Also \(places)."
  }
}
