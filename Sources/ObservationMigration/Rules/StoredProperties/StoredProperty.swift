/// The facts that decide about a stored property of a class, and the outcome.
///
/// A property can be lazy, wrapped and shown at once, so the questions have an order. Only this type knows the order.
struct StoredProperty: Equatable {
  enum Kind: CaseIterable {
    case published, lazy, storedDefault, wrapped, plain
  }

  enum Owner: CaseIterable {
    /// No model.
    case other
    /// A model that only gets the protocol, because it announces nothing.
    case silentModel
    /// A model that gets the macro.
    case model
  }

  enum Outcome: Equatable {
    case unchanged
    /// `@Published` is removed.
    case unwrapped
    case publishedByOther
    /// It gets `@ObservationIgnored`.
    case ignored
    /// A computed property reports reads and changes of the wrapper's value.
    case computed
    /// It's no longer lazy.
    case plain
    /// Each variable of the declaration is decided about separately, see `StoredVariable`.
    case separate
    case blocked(String)
  }

  let kind: Kind
  var owner = Owner.model
  /// Whether the macro would track it, if it could.
  var isTrackedByMacro = true
  /// Whether views can show the value, so that it can't stay untracked.
  var isShown = false
  /// Whether a wrapper of the files may change its value.
  var isChanged = false
  /// Whether a lazy property has a literal initial value, and needn't be lazy.
  var canBePlain = false
  /// Why it can't be converted.
  var obstacle: String?

  var outcome: Outcome {
    if kind == .published {
      if owner == .other { return .publishedByOther }
      return obstacle.map(Outcome.blocked) ?? .unwrapped
    }
    guard owner == .model, isTrackedByMacro else { return .unchanged }
    if kind == .plain { return .separate }
    guard isShown else { return .ignored }
    if kind == .lazy, canBePlain { return .plain }
    if let obstacle { return .blocked(obstacle) }
    return kind == .storedDefault || isChanged ? .computed : .ignored
  }
}

/// The facts that decide about a variable without a wrapper, not lazy, and the outcome.
struct StoredVariable: Equatable {
  enum Outcome: Equatable {
    case ignored
    /// Views can show it, but it can't be tracked.
    case ignoredThoughShown(ViewReach.Obstacle)
    /// Its own observers run this often.
    case tracked(Repetition)
    case blocked(String)
  }

  var isAnnounced = false
  var isShown = false
  /// Why a shown variable stays untracked.
  var untrackable: ViewReach.Obstacle?
  var obstacle: String?
  var repetition = Repetition.none

  var outcome: Outcome {
    guard isAnnounced || isShown else { return untrackable.map(Outcome.ignoredThoughShown) ?? .ignored }
    return obstacle.map(Outcome.blocked) ?? .tracked(repetition)
  }
}
