import Observation
import Synchronization
import TestSupport
import Testing

@testable import ObservationBridge

/// What isn't `Sendable` stays where it belongs, whoever lets go of it.
@Suite struct PlainModelTests {
  @Test @MainActor func aFunctionWithoutIsolationRunsOnTheCallersActor() async {
    let profile = Profile()
    var ages: [Int] = []
    let apply: (borrowing ObservationEvent) -> Void = { _ in
      MainActor.assertIsolated()
      ages.append(profile.age)
    }
    let token = withPortableContinuousObservation(apply: apply)
    let delivery = ObservationScope().observe(apply)
    profile.age = 37
    await eventually { ages == [36, 36, 37] }
    token.cancel()
    #expect(!delivery.isActive, "its scope is gone")
  }

  @Test func anActorObservesItsOwnModelsByAllMeans() async {
    actor Editor {
      let draft = Draft()
      let scope = ObservationScope()
      var texts: [String] = []

      func run() async -> [String] {
        let token = withPortableContinuousObservation { _ in self.note(1, self.draft.text) }
        scope.observe { _ in self.note(2, self.draft.text) }
        scope.observe(draft) { _, draft in self.note(3, draft.text) }
        scope.observe(draft, \.text) { self.note(4, $0.new) }
        let other = withPropertyObservation(of: draft, \.text) { self.note(5, $0.new) }
        var drafts = ObservationBridge { self.draft }.makeAsyncIterator()
        var values = ObservationBridge(of: draft) { $0.text }.makeAsyncIterator()
        note(6, await drafts.next()?.text ?? "nil")
        note(7, await values.next() ?? "nil")
        draft.text = "a"
        await eventually { texts.count == 10 }
        note(7, await values.next() ?? "nil")
        token.cancel()
        other.cancel()
        scope.cancelAll()
        return texts
      }

      private func note(_ number: Int, _ text: String) {
        texts.append("\(number)\(text)")
      }
    }
    let texts = await Editor().run()
    #expect(texts.prefix(5) == ["1", "2", "3", "6", "7"])
    #expect(texts.dropFirst(5).sorted() == ["1a", "2a", "3a", "4a", "5a", "7a"])
  }

  /// What a stream made without an actor has captured is called by several tasks, one at a time.
  @Test(arguments: [nil, ObservationRateLimit.throttle(ObservationThrottle(interval: .zero))])
  func aStreamWithoutAnActorSamplesForOneIteratorAtATime(limit: ObservationRateLimit?) async {
    final class Tally {
      var count = 0
    }
    func makeStream() -> ObservationBridge<Int> {
      let tally = Tally()
      return ObservationBridge(options: ObservationStreamOptions(rateLimit: limit)) {
        tally.count += 1
        return tally.count
      }
    }
    let stream = makeStream()
    let counts = await withTaskGroup(of: [Int].self) { group in
      for _ in 0..<8 {
        group.addTask { @concurrent in
          var counts: [Int] = []
          for _ in 0..<200 {
            var values = stream.makeAsyncIterator()
            await counts.append(values.next() ?? 0)
          }
          return counts
        }
      }
      return await group.reduce([], +)
    }
    // Two at once would count the same. A stream may call its closure more often than it delivers.
    #expect(Set(counts).count == 1600)
  }

  @Test @MainActor func valuesOfAClosureElsewhereStayThere() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      func makeStream(_ profile: Profile) -> ObservationBridge<Draft> {
        ObservationBridge { @MainActor in
          _ = profile.name
          return Draft()
        }
      }
      for await draft in makeStream(await Profile()) { draft.text = "elsewhere" }
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("A stream whose values aren't `Sendable` was iterated on another isolation."))
  }

  @Test func valuesThatAreNotSendableAndHaveNoActorCanHaveNoRateLimit() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let limit = ObservationRateLimit.throttle(ObservationThrottle(interval: .zero))
      _ = ObservationBridge(options: .rateLimit(limit)) { Draft() }
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("made without an actor has a rate limit and values that aren't `Sendable`"))
  }

  /// Tells where it was freed.
  private final class Belonging {
    private let actor: any Actor
    private let freed: Log<Bool>

    init(to actor: any Actor, _ freed: Log<Bool>) {
      self.actor = actor
      self.freed = freed
    }

    deinit {
      let actor = actor
      freed.append(ExecutorIdentity(of: actor).isCurrent { actor })
    }
  }

  private actor Home {
    let draft = Draft()

    func makeStream(_ freed: Log<Bool>) -> ObservationBridge<String> {
      let belonging = Belonging(to: self, freed)
      return ObservationBridge { withExtendedLifetime(belonging) { self.draft.text } }
    }

    func record(_ token: PortableObservationToken, _ freed: Log<Bool>) async -> ObservedValues<String> {
      let belonging = Belonging(to: self, freed)
      return await token.values { withExtendedLifetime(belonging) { self.draft.text } }
    }
  }

  @Test func whatAStreamHasCapturedIsFreedOnItsActor() async {
    let freed = Log<Bool>()
    do {
      let stream = await Home().makeStream(freed)
      var texts = stream.removeDuplicates().makeAsyncIterator()
      _ = await texts.next()
    }
    await eventually { freed.elements == [true] }
  }

  @Test(arguments: [true, false]) func whatASamplerHasCapturedIsFreedOnItsActor(isOver: Bool) async {
    let freed = Log<Bool>()
    let counter = SharedCounter()
    let token = withPortableContinuousObservation { _ in _ = counter.first }
    if isOver { token.cancel() }
    do {
      let texts = await Home().record(token, freed)
      #expect(texts.snapshot() == [""])
    }
    await eventually { freed.elements == [true] }
    token.cancel()
  }
}
