/// What decides on a property that a class stores: the facts, and what follows from them.
///
/// A property can be lazy, wrapped and shown at once, so the questions have an order. Only this type knows it.
struct StoredProperty: Equatable {
  enum Kind: CaseIterable {
    case published, lazy, storedDefault, wrapped, plain
  }

  enum Owner: CaseIterable {
    /// No model.
    case other
    /// A model that only gets the protocol, since it announces nothing.
    case silentModel
    /// A model that gets the macro.
    case model
  }

  /// What becomes of a property.
  enum Outcome: Equatable {
    /// It stays as it is.
    case unchanged
    /// `@Published` goes.
    case unwrapped
    /// `@Published` stands in a class that is no model.
    case publishedByOther
    /// It gets `@ObservationIgnored`.
    case ignored
    /// A computed property reports reads and changes of what the wrapper stores.
    case computed
    /// Each variable of the declaration is decided on by itself, see `StoredVariable`.
    case separate
    /// It needs a decision, for the reason given.
    case blocked(String)
  }

  let kind: Kind
  var owner = Owner.model
  /// Whether the macro would track it, if it could.
  var isTrackedByMacro = true
  /// Whether views can show what it stores, so that it can't be left untracked.
  var isShown = false
  /// Whether a wrapper of the files has a value that may change.
  var isChanged = false
  /// Why it can't become what it would have to.
  var obstacle: String?

  var outcome: Outcome {
    if kind == .published {
      if owner == .other { return .publishedByOther }
      return obstacle.map(Outcome.blocked) ?? .unwrapped
    }
    guard owner == .model, isTrackedByMacro else { return .unchanged }
    if kind == .plain { return .separate }
    guard isShown else { return .ignored }
    if let obstacle { return .blocked(obstacle) }
    return kind == .storedDefault || isChanged ? .computed : .ignored
  }
}

/// What decides on a variable that has no wrapper and isn't lazy.
struct StoredVariable: Equatable {
  enum Outcome: Equatable {
    case ignored
    /// It can't be tracked though views can show it, and stays untracked.
    case ignoredThoughShown(ViewReach.Obstacle)
    /// It's tracked, and its own observers run this often.
    case tracked(Repetition)
    /// It needs a decision, for the reason given.
    case blocked(String)
  }

  /// Whether its changes are announced by hand.
  var isAnnounced = false
  /// Whether views can show it.
  var isShown = false
  /// Why a variable that views can show is left untracked.
  var untrackable: ViewReach.Obstacle?
  /// Why it can't be tracked.
  var obstacle: String?
  /// How often its own observers run if it's tracked.
  var repetition = Repetition.none

  var outcome: Outcome {
    guard isAnnounced || isShown else { return untrackable.map(Outcome.ignoredThoughShown) ?? .ignored }
    return obstacle.map(Outcome.blocked) ?? .tracked(repetition)
  }
}
