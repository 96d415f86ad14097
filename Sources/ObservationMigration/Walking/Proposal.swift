/// A rule's statement about a place, made before the decision which types convert.
struct Proposal: Sendable {
  enum Effect: Sendable {
    /// To be made when all subjects convert: they need the change, and convert only together.
    case change
    /// Prevents the conversion of the subjects.
    case objection(Finding.State)
    /// The subjects convert only together. Not reported.
    case tie
    /// A finding without consequences.
    case note(Finding.State)
  }

  /// The name under which the proposal is reported.
  let rule: RuleID
  let effect: Effect
  let place: Place
  var subjects: [TypeSymbol.ID]
  var edits: [Edit]
  /// The modules that the file has to import afterwards.
  let modules: [String]
  /// Whether the change shows at run time, so that a person should review it.
  let isRisky: Bool
  let message: String
  /// The topic, if several places share one.
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

  init(_ rule: RuleID, _ effect: Effect, at place: Place, of subjects: [TypeSymbol.ID], _ message: String) {
    self.init(rule, effect, at: place, of: subjects, [], message)
  }

  /// An objection, or a mere finding if there are no subjects.
  static func objection(
    _ rule: RuleID,
    _ state: Finding.State = .needsDecision,
    at place: Place,
    of subjects: [TypeSymbol.ID],
    _ message: String
  ) -> Proposal {
    Proposal(rule, subjects.isEmpty ? .note(state) : .objection(state), at: place, of: subjects, message)
  }

  /// A change that shows at run time without a change of the text.
  static func review(_ rule: RuleID, at place: Place, of subjects: [TypeSymbol.ID], _ message: String) -> Proposal {
    Proposal(rule, .change, at: place, of: subjects, [], isRisky: true, message)
  }

  func sharing(_ note: SharedNote) -> Proposal {
    var proposal = self
    proposal.shared = note
    return proposal
  }

  /// Returns this proposal as a change of behavior, with a message about the change.
  func risky(_ message: String) -> Proposal {
    Proposal(rule, effect, at: place, of: subjects, edits, importing: modules, isRisky: true, message)
  }
}

/// A note common to several changes: the first has the note, with the number of other places and the other properties.
struct SharedNote: Sendable {
  /// The noun for the other places.
  enum Place: String, Sendable {
    case place = "at %d other place"
    case preview = "in %d other preview"
    case view = "in %d other view"
  }

  let topic: String
  let place: Place
  /// The property that the message names; nil if it names none, or the same one at all places.
  var property: String?
  /// The message at the other places.
  let rest: String

  /// The message that asks for attention, with the number of other places, and the properties that the other messages
  /// name.
  func message(_ message: String, places: Int, _ properties: [String]) -> String {
    let properties = Set(properties).sorted()
    var parts: [String] = []
    if places > 0 { parts.append(place.rawValue.replacing("%d", with: String(places)) + (places == 1 ? "" : "s")) }
    if !properties.isEmpty, properties != [property] { parts.append("for \(properties.quotedShortList)") }
    return parts.isEmpty ? message : "\(message) Also \(parts.joined(separator: ", "))."
  }
}
