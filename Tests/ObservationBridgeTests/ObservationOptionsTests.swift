import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// What a set of options stands for.
@Suite @MainActor struct ObservationOptionsTests {
  private let profile = Profile()
  private let scope = ObservationScope()
  private let log = Log<String>()

  /// The ways to start an observation with options.
  nonisolated enum Start: CaseIterable {
    case function, scope, model, modelWithoutEvent, sharedModel, sharedModelWithoutEvent
  }

  nonisolated static let modifiers: [ObservationOptions] = [.immediate, .confirming, [.immediate, .confirming]]

  private func start(_ start: Start, _ options: ObservationOptions) -> any Observed {
    let log = log
    switch start {
    case .function:
      return withPortableContinuousObservation(options: options) { [profile] event in
        log.append("\(event.kind) \(profile.age)")
      }
    case .scope:
      return scope.observe(options: options) { [profile] event in log.append("\(event.kind) \(profile.age)") }
    case .model:
      return scope.observe(profile, options: options) { event, profile in log.append("\(event.kind) \(profile.age)") }
    case .modelWithoutEvent:
      return scope.observe(profile, options: options) { profile in log.append("pass \(profile.age)") }
    case .sharedModel:
      return scope.observe(sendable: profile, options: options) { event, profile in
        log.append("\(event.kind) \(profile.age)")
      }
    case .sharedModelWithoutEvent:
      return scope.observe(sendable: profile, options: options) { profile in log.append("pass \(profile.age)") }
    }
  }

  @Test(arguments: Start.allCases, modifiers)
  func modifiersWithoutAnEventImplyDidSet(start: Start, options: ObservationOptions) async {
    let observation = self.start(start, options)
    #expect(observation.isActive)
    profile.age = 37
    await eventually { log.elements.last == "didSet 37" || log.elements.last == "pass 37" }
    profile.age = 38
    await eventually { log.elements.last == "didSet 38" || log.elements.last == "pass 38" }
    observation.cancel()
  }

  @Test(.reportsAfterStore, arguments: Start.allCases)
  func immediateAloneRunsThePassInsideTheMutation(start: Start) {
    let observation = self.start(start, .immediate)
    profile.age = 37
    profile.age = 38
    let kind =
      start == .modelWithoutEvent || start == .sharedModelWithoutEvent ? ["pass", "pass"] : ["initial", "didSet"]
    #expect(log.elements == ["\(kind[0]) 36", "\(kind[1]) 37", "\(kind[1]) 38"])
    observation.cancel()
  }

  @Test(arguments: Start.allCases) func withoutOptionsThereIsOnlyTheInitialPass(start: Start) async {
    let observation = self.start(start, [])
    #expect(!observation.isActive)
    profile.age = 37
    await mainActorTurns()
    #expect(log.elements.count == 1)
  }

  @Test(arguments: [[.willSet, .immediate], [.deinit, .immediate]] as [ObservationOptions])
  func modifiersWithAnEventImplyNothing(options: ObservationOptions) async {
    let token = withPortableContinuousObservation(options: options) { [profile, log] event in
      log.append("\(event.kind) \(profile.age)")
    }
    profile.age = 37
    await mainActorTurns()
    #expect(log.elements == (options.contains(.willSet) ? ["initial 36", "willSet 36"] : ["initial 36"]))
    token.cancel()
  }

  @Test func aSetContainsWhatWasWritten() {
    #expect(!ObservationOptions.immediate.contains(.didSet))
    #expect(!([.immediate, .confirming] as ObservationOptions).contains(.didSet))
    #expect(ObservationOptions.immediate != [.didSet, .immediate])
    #expect(([.didSet, .immediate] as ObservationOptions).subtracting(.immediate) == .didSet)
  }

  /// One without isolation passes its own way through the start.
  @Test(arguments: modifiers) nonisolated func codeWithoutAnActorMayLeaveOutTheEvent(options: ObservationOptions) async
  {
    let counter = SharedCounter()
    let values = Log<Int>()
    let token = withPortableContinuousObservation(options: options) { @Sendable _ in values.append(counter.first) }
    counter.first = 1
    await eventually { values.elements.last == 1 }
    #expect(token.isActive)
    token.cancel()
  }
}

/// What tokens and deliveries have in common.
private protocol Observed {
  var isActive: Bool { get }
  func cancel()
}

extension PortableObservationToken: Observed {}
extension ObservationDelivery: Observed {}
