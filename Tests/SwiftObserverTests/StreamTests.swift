import TestSupport
import Testing

@testable import SwiftObserver

/// Messages as asynchronous sequences, and the other way round.
@Suite @MainActor struct StreamTests {
  @Test func messagesAreKeptFromTheCallOn() async {
    let messenger = Messenger<Int>()
    messenger.send(0)
    let messages = messenger.messages()
    messenger.send(1)
    messenger.send(2)
    var iterator = messages.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    #expect(await iterator.next() == 2)
    messenger.send(3)
    #expect(await iterator.next() == 3)
  }

  @Test func eachSequenceGetsEveryMessage() async {
    let messenger = Messenger<Int>()
    let (first, second) = (messenger.messages(), messenger.messages())
    for number in 1...3 { messenger.send(number) }
    messenger.stopBeingObserved()
    #expect(await all(first) == [1, 2, 3])
    #expect(await all(second) == [1, 2, 3])
  }

  @Test func bufferingPolicyLimitsTheBuffer() async {
    let messenger = Messenger<Int>()
    let newest = messenger.messages(bufferingPolicy: .bufferingNewest(2))
    let oldest = messenger.messages(bufferingPolicy: .bufferingOldest(2))
    for number in 1...5 { messenger.send(number) }
    messenger.stopBeingObserved()
    #expect(await all(newest) == [4, 5])
    #expect(await all(oldest) == [1, 2])
  }

  @Test func sequenceEndsWithTheMessenger() async {
    var messenger: Messenger<Int>? = Messenger()
    let messages = messenger!.messages()
    messenger?.send(1)
    messenger = nil
    #expect(await all(messages) == [1])
    _ = messenger
  }

  @Test func cancelledConsumerLeavesNothing() async {
    let messenger = Messenger<Int>()
    for _ in 0..<100 {
      let messages = messenger.messages()
      let consumer = Task { for await _ in messages {} }
      consumer.cancel()
      await consumer.value
    }
    messenger.send(1)
    #expect(messenger.observers.count <= 8)
  }

  @Test func sequencesThatAreReleasedLeaveNothing() {
    let messenger = Messenger<Canary>()
    var freed = 0
    for _ in 0..<100 {
      let messages = messenger.messages()
      messenger.send(Canary { freed += 1 })
      withExtendedLifetime(messages) {}
    }
    #expect(freed == 100)
    #expect(messenger.observers.count <= 8)
  }

  @Test func messagesNeedNotBeSendable() async {
    let messenger = Messenger<Canary>()
    let messages = messenger.messages()
    let sent = Canary {}
    messenger.send(sent)
    var received: [Canary] = []
    for await canary in messages {
      received.append(canary)
      messenger.stopBeingObserved()
    }
    #expect(received.map { $0 === sent } == [true])
  }

  // MARK: Values

  @Test func valuesBeginWithThePresentOne() async {
    let variable = Var(1)
    var iterator = variable.values.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    variable <- 2
    #expect(await iterator.next() == 2)
  }

  @Test func slowConsumerOfValuesGetsTheLastOne() async {
    let variable = Var(1)
    let values = variable.values
    for value in 2...9 { variable <- value }
    variable.stopBeingObserved()
    #expect(await all(values) == [9])
  }

  @Test func valuesEndWithTheVariable() async {
    var variable: Var<Int>? = Var(1)
    let values = variable!.values
    variable = nil
    #expect(await all(values) == [1])
    _ = variable
  }

  // MARK: Feeds

  @Test func messengerSendsWhatASequenceYields() async throws {
    let (messenger, observer, log) = (Messenger<Int>(), Listener(), Log<Int>())
    observer.observe(messenger) { log($0) }
    let (sequence, input) = AsyncStream.makeStream(of: Int.self)
    let task = messenger.send(from: sequence)
    for number in 1...3 { input.yield(number) }
    input.finish()
    try await task.value
    #expect(log.entries == [1, 2, 3])
    #expect(messenger.feeds.isEmpty)
  }

  @Test func feedsHaveAnAuthor() async throws {
    let (radio, author, observer, log) = (Radio(), Author(), Listener(), Log<Bool>())
    observer.observe(radio) { message, sender in log(sender === (message == "mine" ? author : radio)) }
    let (sequence, input) = AsyncStream.makeStream(of: String.self)
    input.yield("mine")
    input.finish()
    try await radio.send(from: sequence, author: author).value
    let (other, otherInput) = AsyncStream.makeStream(of: String.self)
    otherInput.yield("its own")
    otherInput.finish()
    try await radio.send(from: other).value
    #expect(log.entries == [true, true])
  }

  @Test func feedDoesNotHoldTheMessengerAndEndsWithIt() async throws {
    weak var seen: Messenger<Int>?
    let (sequence, input) = AsyncStream.makeStream(of: Int.self)
    let task: Task<Void, any Error>
    do {
      let messenger = Messenger<Int>()
      seen = messenger
      task = messenger.send(from: sequence)
    }
    #expect(seen == nil)
    // Ends, though the sequence does not.
    try await task.value
    withExtendedLifetime(input) {}
  }

  @Test func feedEndsWithItsTask() async throws {
    let messenger = Messenger<Int>()
    let (sequence, input) = AsyncStream.makeStream(of: Int.self)
    let task = messenger.send(from: sequence)
    #expect(messenger.feeds.count == 1)
    task.cancel()
    try await task.value
    #expect(messenger.feeds.isEmpty)
    withExtendedLifetime(input) {}
  }

  @Test func errorOfTheSequenceIsTheTasks() async {
    struct Failure: Error {}
    let (messenger, observer, log) = (Messenger<Int>(), Listener(), Log<Int>())
    observer.observe(messenger) { log($0) }
    let (sequence, input) = AsyncThrowingStream.makeStream(of: Int.self)
    input.yield(1)
    input.finish(throwing: Failure())
    await #expect(throws: Failure.self) { try await messenger.send(from: sequence).value }
    #expect(log.entries == [1])
  }

  @Test func valuesOfOneVariableFeedAnother() async throws {
    let (source, observer, log) = (Var(1), Listener(), Log<Int>())
    let mirror = Messenger<Int>()
    observer.observe(mirror) { log($0) }
    let task = mirror.send(from: source.values)
    await eventually { log.entries.last == 1 }
    source <- 2
    await eventually { log.entries.last == 2 }
    source.stopBeingObserved()
    try await task.value
    #expect(log.entries == [1, 2])
  }

  private func all<Element>(_ sequence: AsyncStream<Element>) async -> [Element] {
    var elements: [Element] = []
    for await element in sequence { elements.append(element) }
    return elements
  }
}
