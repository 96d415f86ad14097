import ObservationBridge

/// A small piece of concurrent code whose schedules are tried.
struct Scenario: Sendable {
  /// What a scenario is run with.
  struct Setting: Sendable {
    /// The options of observations.
    let options: ObservationOptions
    /// Whether the models have the standard library's registrar.
    let isPlain: Bool

    /// Makes a model of the kind that is asked for.
    func makeModel() -> Model {
      isPlain ? PlainModel() : OwnModel()
    }
  }

  /// What is done once nothing is left to run: checks what has happened, and lets go of everything.
  typealias Finish = () -> Void

  let name: String
  /// Whether it is about what plain models don't have.
  let isForOwnModels: Bool
  /// Called on the main thread, which is the main actor's; starts threads and tasks.
  let start: @Sendable @MainActor (Setting) -> Finish

  init(_ name: String, isForOwnModels: Bool = false, _ start: @escaping @Sendable @MainActor (Setting) -> Finish) {
    self.name = name
    self.isForOwnModels = isForOwnModels
    self.start = start
  }
}

extension Scenario {
  static let all: [Scenario] = [
    .start, .pass, .cancel, .nested, .deallocationOfOwner, .deallocationOfModel, .streamConsumed, .streamCancelled,
    .twoWriters,
    .firstPass, .derived, .derivedTwice, .transaction, .twoStarts, .immediate, .immediateCancelled,
    .immediateCancelledElsewhere, .immediateDerived, .immediateLookedAt, .tank, .tankBehindValues, .tankOnItsActor,
    .immediateTank, .takenBack, .takenBackTwice, .cancelledByValue, .immediateCancelledByValue, .streamCancelledByValue,
    .domains, .chainOfDomains, .givenBackDomain,
  ]

  /// What has to be found by itself, for a search that finds nothing to mean something.
  static let gaps: [Scenario] = [.loopByHand, .cancelledBeforeInstalled, .neverSeen]

  /// What shows that runs are alike.
  static let controls: [Scenario] = [.standingTime]

  static func named(_ name: String) -> Scenario? {
    (all + gaps + controls).first { $0.name == name }
  }
}
