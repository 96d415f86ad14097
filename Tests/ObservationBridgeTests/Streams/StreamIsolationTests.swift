import Observation
import Synchronization
import TestSupport
import Testing

@testable import ObservationBridge

/// The isolation on which a stream reads, and the isolations that may consume the stream.
@Suite struct StreamIsolationTests {
  private actor Home {
    let draft = Draft()
    let seen = Log<String>()

    /// Made here; the closure reads the actor's own state.
    func texts() -> ObservationBridge<String> {
      ObservationBridge {
        self.assertIsolated()
        return self.draft.text
      }
    }

    func write(_ text: String) {
      draft.text = text
    }

    func consumeDrafts() async -> [String] {
      var texts: [String] = []
      // Neither the values nor the model are `Sendable`.
      for await draft in ObservationBridge(on: self, { self.read() }) {
        texts.append(draft.text)
        if texts.count == 3 { break }
        draft.text += "a"
      }
      return texts
    }

    private func read() -> Draft {
      _ = draft.text
      return draft
    }

    func consumeUntilFinished() async -> [String] {
      var texts: [String] = []
      let stream = ObservationBridge<Draft>.untilFinished(on: self) {
        self.draft.text.count < 3 ? .next(self.draft) : .finish
      }
      for await draft in stream {
        texts.append(draft.text)
        draft.text += "a"
      }
      return texts
    }
  }

  @Test func theClosureRunsWhereItWasWrittenWhereverTheConsumerIs() async {
    let home = Home()
    var texts = await home.texts().makeAsyncIterator()
    #expect(await texts.next() == "")
    await home.write("a")
    #expect(await texts.next() == "a")
    let onMain = Task { @MainActor in
      var texts = await home.texts().makeAsyncIterator()
      let first = await texts.next()
      MainActor.assertIsolated()
      await home.write("b")
      return [first, await texts.next()]
    }
    #expect(await onMain.value == ["a", "b"])
  }

  @Test @MainActor func aMainActorClosureRunsThereForConsumersElsewhere() async {
    let profile = Profile()
    let ages = ObservationBridge {
      MainActor.assertIsolated()
      return profile.age
    }
    let consumer = Task.detached {
      var seen: [Int] = []
      for await age in ages {
        seen.append(age)
        if age == 38 { break }
        await MainActor.run { profile.age += 1 }
      }
      return seen
    }
    #expect(await consumer.value == [36, 37, 38])
  }

  @Test func aClosureWithoutIsolationRunsOnTheConsumers() async {
    let counter = SharedCounter()
    let values = ObservationBridge { @Sendable in
      MainActor.assertIsolated()
      return counter.first
    }
    let consumer = Task { @MainActor in
      var values = values.makeAsyncIterator()
      let first = await values.next()
      Thread.run { counter.first = 1 }
      return [first, await values.next()]
    }
    #expect(await consumer.value == [0, 1])
  }

  @Test(.exactBackend) func aRateLimitedClosureWithoutIsolationNeedsNone() async {
    let counter = SharedCounter()
    let options = ObservationStreamOptions.rateLimit(.throttle(ObservationThrottle(interval: .zero)))
    let values = ObservationBridge(options: options) { @Sendable in counter.first }
    let consumer = Task { @MainActor in
      var values = values.makeAsyncIterator()
      let first = await values.next()
      Thread.run { counter.first = 1 }
      return [first, await values.next()]
    }
    #expect(await consumer.value == [0, 1])
  }

  @Test func valuesThatAreNotSendableStayOnTheirActor() async {
    #expect(await Home().consumeDrafts() == ["", "a", "aa"])
  }

  @Test func suchAStreamCanEndByItself() async {
    #expect(await Home().consumeUntilFinished() == ["", "a", "aa"])
  }

  @Test @MainActor func suchAStreamCanBeRateLimited() async {
    let draft = Draft()
    let options = ObservationStreamOptions.rateLimit(.throttle(ObservationThrottle(interval: .zero)))
    let stream = ObservationBridge<Draft>.untilFinished(on: MainActor.shared, options: options) {
      draft.text.count < 3 ? .next(draft) : .finish
    }
    var texts: [String] = []
    for await draft in stream {
      texts.append(draft.text)
      draft.text += "a"
    }
    #expect(texts == ["", "a", "aa"])
  }

  /// The compiler refuses most of this; what it can't see is a precondition failure that says what to do.
  @Test func consumingThemElsewhereIsRefused() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let confined = await Task { @MainActor in Confined(ObservationBridge(on: MainActor.shared) { 1 }) }.value
      var values = confined.value.makeAsyncIterator()
      _ = await values.next(isolation: nil)
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("was iterated on another isolation. Iterate it on the actor"))
  }

  @Test func twoTasksThatAskOneIteratorAreRefused() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let counter = SharedCounter()
      let held = await Task { @MainActor in
        Confined(ObservationBridge { @MainActor in counter.first }.makeAsyncIterator())
      }.value
      let consumers = (0..<2).map { _ in
        Task { @MainActor in
          var values = held.value
          while await values.next() != nil {}
        }
      }
      for consumer in consumers { await consumer.value }
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("Two tasks are using the same iterator of a stream."))
  }

  @Test(arguments: [0, 1, 2]) func aNegativeDurationIsRefused(which: Int) async throws {
    let result =
      switch which {
      case 0:
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          _ = ObservationDebounce(interval: .milliseconds(-1))
        }
      case 1:
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          _ = ObservationDebounce(interval: .zero, tolerance: .milliseconds(-1))
        }
      default:
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          _ = ObservationThrottle(interval: .milliseconds(-1))
        }
      }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("it can't be negative."))
  }
}
