import ObservationBridgeTesting
import TestSupport
import Testing

@testable import ObservationBridge

/// Another thread makes a change while a reading is being registered. The standard library then leaves registrations behind.
struct ChangeWhileRegisteringTests {
  private final class Captured: Sendable {}

  /// The duration of a registration grows with the number of models.
  private static func models() -> [SharedCounter] { (0..<16).map { _ in SharedCounter() } }

  /// Calls `body` again and again while another thread makes changes to the models, at least once.
  private static func repeating(changesTo models: [SharedCounter], _ body: () -> Void) {
    // Emptied by the thread, because the thread's closure may live a little longer.
    let given = LockedState<[SharedCounter]?>(models)
    let hasEnded = LockedState(false)
    Thread.start {
      do {
        let models = given.withLock { $0.take() } ?? []
        for round in 1...40 { models[round % 16].first = round }
      }
      hasEnded.withLock { $0 = true }
    }
    repeat {
      body()
      Thread.yield()
    } while !hasEnded.withLock { $0 }
  }

  @Test func itLeavesNothingOfADerivedValueAlive() {
    for _ in 0..<Stress.rounds(brief: 300, full: 3_000) {
      weak var captured: Captured?
      weak var model: SharedCounter?
      do {
        let (models, kept) = (Self.models(), Captured())
        (model, captured) = (models[0], kept)
        Self.repeating(changesTo: models) {
          _ = DerivedValue { models.reduce(withExtendedLifetime(kept) { 0 }) { $0 + $1.first } }.value
        }
      }
      #expect(model == nil && captured == nil)
    }
  }

  private struct Registration {
    weak var dependencies: PlatformDependencies?
  }

  private final class Listener: ObserverNode, @unchecked Sendable {
    override func dependencyChanged(_: PassKind, mayRunNow: Bool, from: ChangeSource, keyPath: () -> AnyKeyPath?) {}
  }

  @Test(.plainModels("about registrations with the standard library")) func itLeavesNoRegistrationAlive() {
    let clock = ManualClock()
    let queue = ReportQueue(ErasedClock(clock))
    for _ in 0..<Stress.rounds(brief: 300, full: 3_000) {
      // On a thread of its own: otherwise, probes of other tests may share the registrars, where the registrations are.
      let isNoneLeft = Thread.run {
        var (registrations, isEachMade): ([Registration], Bool) = ([], true)
        do {
          let (models, listener) = (Self.models(), Listener())
          Self.repeating(changesTo: models) {
            guard
              let dependencies = PublicTracking.track(
                for: listener,
                replacing: nil,
                rechecksFrom: queue,
                { for model in models { _ = model.first } }
              )
            else { return isEachMade = false }
            registrations.append(Registration(dependencies: dependencies))
            dependencies.cancel()
          }
        }
        return isEachMade && registrations.allSatisfy { $0.dependencies == nil }
      }
      #expect(isNoneLeft)
      // Lets the queue's task end.
      clock.advance(by: .milliseconds(5))
    }
  }
}
