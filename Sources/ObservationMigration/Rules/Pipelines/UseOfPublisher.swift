/// The facts that decide about a use of a model's publisher, and the outcome.
struct UseOfPublisher: Equatable {
  enum Kind: CaseIterable {
    /// A subscription that only forwards announcements of a nested object.
    case forwarding
    /// Another stored subscription: `$name.sink { … }.store(in: &set)`.
    case subscription
    /// `.onReceive(model.$name) { … }`
    case reception
    /// `assign(to: &$name)`
    case assignment
    /// The publisher alone, or in other code.
    case value
  }

  enum Outcome: Equatable {
    /// The use is removed: the read properties are tracked.
    case removed
    /// The use stays for subscribers of the object's publisher.
    case kept
    /// The use becomes an observation.
    case rewritten
    /// The use stays, with a subject in place of the publisher.
    case fed
    case blocked(String)
    /// The use needs a decision if it belongs to a model at all.
    case unclear
  }

  let kind: Kind
  /// Whether subjects may take the place of publishers, with `--subjects`.
  var feeds = false
  /// Whether the forwarding object keeps a publisher of its changes.
  var keepsPublisher = false
  var isKnown = true
  /// Whether it's written to: `&$name`.
  var isWrittenTo = false
  /// Whether it shows at run time that an observation delivers later than a subscription, or fewer values.
  var showsTiming = false
  /// Why it isn't rewritten, for example because no option asks for it.
  var obstacle: String?

  var outcome: Outcome {
    switch kind {
    case .forwarding: return keepsPublisher ? .kept : .removed
    // Code can't write to a subject in this way.
    case .value: return feeds && isKnown && !isWrittenTo ? .fed : .unclear
    case .assignment: return obstacle.map(Outcome.blocked) ?? .rewritten
    case .subscription, .reception:
      if feeds, showsTiming || obstacle != nil { return .fed }
      return obstacle.map(Outcome.blocked) ?? .rewritten
    }
  }
}
