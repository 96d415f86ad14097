/// What decides on a use of a publisher of a model: the facts, and what follows from them.
struct UseOfPublisher: Equatable {
  enum Kind: CaseIterable {
    /// A subscription that only announces what a nested object has announced.
    case forwarding
    /// Any other subscription that is stored: `$name.sink { … }.store(in: &set)`.
    case subscription
    /// `.onReceive(model.$name) { … }`
    case reception
    /// `assign(to: &$name)`, which writes to the publisher.
    case assignment
    /// The publisher alone, or within what none of the others understands.
    case value
  }

  enum Outcome: Equatable {
    /// It goes: the properties that are read are tracked.
    case removed
    /// It stays, since something subscribes to what it announces.
    case kept
    /// It observes the property.
    case rewritten
    /// It stays, and a subject takes the place of the publisher.
    case fed
    /// It needs a decision, for the reason given.
    case blocked(String)
    /// It needs a decision, unless it's no publisher of a model at all.
    case unclear
  }

  let kind: Kind
  /// Whether subjects may take the place of publishers, with `--subjects`.
  var feeds = false
  /// Whether the object that forwards keeps a publisher of its changes.
  var keepsPublisher = false
  /// Whether it's known whose publisher it is.
  var isKnown = true
  /// Whether something writes to it: `&$name`.
  var isWrittenTo = false
  /// Why it isn't rewritten, be it that no option asks for it.
  var obstacle: String?

  var outcome: Outcome {
    switch kind {
    case .forwarding: return keepsPublisher ? .kept : .removed
    // What writes to a publisher can't write to a subject.
    case .value: return feeds && isKnown && !isWrittenTo ? .fed : .unclear
    case .assignment: return obstacle.map(Outcome.blocked) ?? .rewritten
    case .subscription, .reception:
      guard let obstacle else { return .rewritten }
      return feeds ? .fed : .blocked(obstacle)
    }
  }
}
