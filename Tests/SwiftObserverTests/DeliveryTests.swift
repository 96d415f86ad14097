import SwiftObserver
import Testing

/// What handlers may do: send, observe, stop, let objects die.
@Suite struct DeliveryTests {
  @Test func everyObserverGetsAMessageBeforeAnyGetsTheNext() {
    let (messenger, first, second, log) = (Messenger<Int>(), Listener(), Listener(), Log<String>())
    first.observe(messenger) { number in
      log("first \(number)")
      if number == 1 {
        messenger.send(2)
        messenger.send(3)
        // They wait.
        log("first sent")
      }
    }
    second.observe(messenger) { log("second \($0)") }
    messenger.send(1)
    #expect(
      log.entries == ["first 1", "first sent", "second 1", "first 2", "second 2", "first 3", "second 3"]
    )
  }

  @Test func variableIsNewerThanTheUpdateThatWaits() {
    let (variable, first, second, log) = (Var(0), Listener(), Listener(), Log<[Int]>())
    first.observe(variable) { update in
      if update.new == 1 { variable <- 2 }
    }
    second.observe(variable) { update in log([update.old, update.new, variable.value]) }
    variable <- 1
    #expect(log.entries == [[0, 1, 2], [1, 2, 2]])
  }

  @Test func hundredThousandSendsFromHandlersKeepOrderAndDoNotGrowTheStack() {
    let (messenger, observer, other) = (Messenger<Int>(), Listener(), Listener())
    var (depth, deepest, inOrder, expected) = (0, 0, true, 0)
    observer.observe(messenger) { number in
      depth += 1
      deepest = max(deepest, depth)
      if number < 100_000 { messenger.send(number + 1) }
      depth -= 1
    }
    other.observe(messenger) { number in
      inOrder = inOrder && number == expected
      expected += 1
    }
    messenger.send(0)
    #expect(expected == 100_001)
    #expect(inOrder)
    #expect(deepest == 1)
  }

  @Test func storm_twoMessagesForEachKeepOrder() {
    let (messenger, observer) = (Messenger<Int>(), Listener())
    var (received, next) = ([Int](), 1)
    observer.observe(messenger) { number in
      received.append(number)
      for _ in 0..<2 where next < 100_000 {
        messenger.send(next)
        next += 1
      }
    }
    messenger.send(0)
    #expect(received == Array(0..<100_000))
  }

  @Test func twoMessengersThatAnswerEachOtherDoNotGrowTheStack() {
    let (ping, pong, observer) = (Messenger<Int>(), Messenger<Int>(), Listener())
    var (depth, deepest, count) = (0, 0, 0)
    func handle(_ number: Int, _ other: Messenger<Int>) {
      depth += 1
      deepest = max(deepest, depth)
      count += 1
      if number < 100_000 { other.send(number + 1) }
      depth -= 1
    }
    observer.observe(ping) { handle($0, pong) }
    observer.observe(pong) { handle($0, ping) }
    ping.send(0)
    #expect(count == 100_001)
    #expect(deepest <= 2)
  }

  @Test func messagesThatWaitKeepTheirAuthors() {
    let (messenger, observer, log) = (Messenger<Int>(), Listener(), Log<Bool>())
    weak var seen: Author?
    observer.observe(messenger) { number, author in
      if number == 1 {
        let author = Author()
        seen = author
        messenger.send(2, from: author)
      } else {
        log(author === seen)
      }
    }
    messenger.send(1)
    #expect(log.entries == [true])
    #expect(seen == nil)
  }

  @Test func handlersAddedInADeliveryGetTheNextMessageFirst() {
    let (messenger, observer, late, log) = (Messenger<Int>(), Listener(), Listener(), Log<String>())
    observer.observe(messenger) { [weak observer] number in
      log("observer \(number)")
      guard number == 1 else { return }
      observer?.observe(messenger) { log("added \($0)") }
      late.observe(messenger) { log("late \($0)") }
    }
    messenger.send(1)
    messenger.send(2)
    #expect(log.entries == ["observer 1", "observer 2", "added 2", "late 2"])
  }

  @Test func manyHandlersAddedInADeliveryLeaveItAlone() {
    let (messenger, observer) = (Messenger<Int>(), Listener())
    let late = (0..<100).map { _ in Listener() }
    var (calls, lateCalls) = (0, 0)
    observer.observe(messenger) { number in
      calls += 1
      if number == 1 { for listener in late { listener.observe(messenger) { _ in lateCalls += 1 } } }
    }
    messenger.send(1)
    #expect((calls, lateCalls) == (1, 0))
    messenger.send(2)
    #expect((calls, lateCalls) == (2, 100))
  }

  @Test func observerRemovedInADeliveryGetsNothingMore() {
    let (messenger, first, second, third, log) = (
      Messenger<Int>(), Listener(), Listener(), Listener(), Log<String>()
    )
    first.observe(messenger) {
      log("first \($0)"); second.stopObserving(messenger)
    }
    second.observe(messenger) { log("second \($0)") }
    third.observe(messenger) { log("third \($0)") }
    messenger.send(1)
    #expect(log.entries == ["first 1", "third 1"])
  }

  @Test func observerRemovesItselfInItsHandler() {
    let (messenger, observer, log) = (Messenger<Int>(), Listener(), Log<Int>())
    observer.observe(messenger) {
      log($0)
      observer.stopObserving()
      log(-$0)
    }
    messenger.send(1)
    messenger.send(2)
    #expect(log.entries == [1, -1])
  }

  @Test func observerDeallocatedInADeliveryGetsNothingMore() {
    let (messenger, first, log) = (Messenger<Int>(), Listener(), Log<String>())
    var second: Listener? = Listener()
    first.observe(messenger) {
      log("first \($0)"); second = nil
    }
    second?.observe(messenger) { log("second \($0)") }
    messenger.send(1)
    messenger.send(2)
    #expect(log.entries == ["first 1", "first 2"])
    #expect(second == nil)
  }

  @Test func observerMayDieInItsOwnHandler() {
    let (messenger, log) = (Messenger<Int>(), Log<Int>())
    var observer: Listener? = Listener()
    observer?.observe(messenger) {
      observer = nil
      log($0)
    }
    messenger.send(1)
    messenger.send(2)
    #expect(log.entries == [1])
    #expect(observer == nil)
  }

  @Test func messengerThatIsReleasedInADeliveryFinishesIt() {
    let (first, second, log) = (Listener(), Listener(), Log<String>())
    var messenger: Messenger<Int>? = Messenger()
    weak let seen = messenger
    first.observe(messenger!) {
      log("first \($0)")
      if $0 == 1 {
        messenger?.send(2)
        messenger = nil
      }
    }
    second.observe(messenger!) { log("second \($0)") }
    messenger?.send(1)
    #expect(log.entries == ["first 1", "second 1", "first 2", "second 2"])
    #expect(seen == nil)
  }

  @Test func stopBeingObservedInADeliveryStopsItForAll() {
    let (messenger, first, second, log) = (Messenger<Int>(), Listener(), Listener(), Log<String>())
    first.observe(messenger) {
      log("first \($0)")
      messenger.send(2)
      messenger.stopBeingObserved()
    }
    second.observe(messenger) { log("second \($0)") }
    messenger.send(1)
    #expect(log.entries == ["first 1"])
  }

  @Test func messageMayBeSentByWhatAHandlerFreesWhenItEnds() {
    let (messenger, observer, doomed, log) = (Messenger<Int>(), Listener(), Listener(), Log<Int>())
    observer.observe(messenger) { log($0) }
    let canary = Canary { messenger.send(3) }
    doomed.observe(messenger) { [canary] _ in canary.sing() }
    _ = consume canary
    messenger.send(1)
    doomed.stopObserving(messenger)
    #expect(log.entries == [1, 3])
  }

  @Test func messageMayBeSentByAMessageThatIsFreed() {
    let (messenger, observer) = (Messenger<Canary?>(), Listener())
    var count = 0
    observer.observe(messenger) { canary in
      count += 1
      guard count == 1 else { return }
      for _ in 0..<3 { messenger.send(Canary { if count < 10 { messenger.send(nil) } }) }
    }
    messenger.send(nil)
    #expect(count == 7)
  }
}
