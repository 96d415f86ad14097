import Testing

@testable import SwiftObserver

/// Observations end with either side, in any order, and free what their handlers captured.
@Suite struct LifetimeTests {
  @Test func deallocationOfTheObserverEndsItsObservationsAndFreesTheirHandlers() {
    let (radio, log) = (Radio(), Log<String>())
    var isFreed = false
    do {
      let observer = Listener()
      let canary = Canary { isFreed = true }
      observer.observe(radio) { [canary] in
        canary.sing(); log($0)
      }
      radio.send("a")
    }
    #expect(isFreed)
    radio.send("b")
    #expect(log.entries == ["a"])
  }

  @Test func deallocationOfTheObservedObjectCancelsItsObservationsAndFreesTheirHandlers() {
    let observer = Listener()
    var isFreed = false
    do {
      let radio = Radio()
      let canary = Canary { isFreed = true }
      observer.observe(radio) { [canary] _ in canary.sing() }
    }
    #expect(isFreed)
    observer.stopObserving()
  }

  @Test func neitherSideIsKeptAlive() {
    weak var radio: Radio?
    weak var observer: Listener?
    do {
      let (strongRadio, strongObserver) = (Radio(), Listener())
      (radio, observer) = (strongRadio, strongObserver)
      strongObserver.observe(strongRadio) { _ in }
    }
    #expect(radio == nil)
    #expect(observer == nil)
  }

  /// An observer that owns what it observes, and the other way round.
  @Test(arguments: [true, false]) func ownersAndOwnedDieTogether(observerOwns: Bool) {
    final class Owner<Owned>: Observer {
      let receiver = Receiver()
      let messenger = Messenger<Int>()
      var owned: Owned?
    }
    var isFreed = false
    do {
      let canary = Canary { isFreed = true }
      if observerOwns {
        let owner = Owner<Messenger<Int>>()
        owner.owned = Messenger()
        owner.observe(owner.owned!) { [canary, weak owner] _ in
          canary.sing(); _ = owner
        }
      } else {
        let owner = Owner<Listener>()
        owner.owned = Listener()
        owner.owned!.observe(owner.messenger) { [canary, weak owner] _ in
          canary.sing(); _ = owner
        }
      }
    }
    #expect(isFreed)
  }

  @Test func objectThatObservesItselfIsFreed() {
    final class Echo: Messenger<Int>, Observer {
      let receiver = Receiver()
      var count = 0
    }
    weak var echo: Echo?
    do {
      let strong = Echo()
      echo = strong
      strong.observe(strong) { [weak strong] in strong?.count += $0 }
      strong.send(2)
      #expect(strong.count == 2)
    }
    #expect(echo == nil)
  }

  @Test func newObjectInThePlaceOfADeadOneIsNotTakenForIt() {
    let observer = Listener()
    for _ in 0..<1_000 {
      let messenger = Messenger<Int>()
      #expect(!observer.isObserving(messenger))
      observer.observe(messenger) { _ in }
    }
    let messenger = Messenger<Int>()
    for _ in 0..<1_000 {
      let observer = Listener()
      #expect(!observer.isObserving(messenger))
      observer.observe(messenger) { _ in }
    }
  }

  @Test func observingAndStoppingLeavesNothing() {
    let (messenger, observer) = (Messenger<Int>(), Listener())
    var freed = 0
    for _ in 0..<100_000 {
      let canary = Canary { freed += 1 }
      observer.observe(messenger) { [canary] _ in canary.sing() }
      observer.stopObserving(messenger)
    }
    #expect(freed == 100_000)
    #expect(messenger.observers.count <= 8)
    #expect(observer.receiver.connectionCount <= 8)
  }

  @Test func shortLivedObserversLeaveNothing() {
    let messenger = Messenger<Int>()
    let lasting = (0..<100).map { _ in Listener() }
    for observer in lasting { observer.observe(messenger) { _ in } }
    for _ in 0..<10_000 { Listener().observe(messenger) { _ in } }
    #expect(messenger.observers.count <= 200)
    withExtendedLifetime(lasting) {}
  }

  /// Without new observations, too.
  @Test func sendingDropsEndedConnections() {
    let (messenger, lasting) = (Messenger<Int>(), Listener())
    lasting.observe(messenger) { _ in }
    do {
      let observers = (0..<1_000).map { _ in Listener() }
      for observer in observers { observer.observe(messenger) { _ in } }
      #expect(messenger.observers.count == 1_001)
    }
    messenger.send(1)
    #expect(messenger.observers.count == 1)
    withExtendedLifetime(lasting) {}
  }

  @Test func messengerSubclassMaySendInItsDeinit() {
    final class Model: Messenger<String> {
      deinit { send("bye") }
    }
    let (observer, log) = (Listener(), Log<String>())
    do {
      let model = Model()
      observer.observe(model) { log($0) }
    }
    #expect(log.entries == ["bye"])
  }

  @Test func shortLivedMessengersLeaveNothing() {
    let observer = Listener()
    for _ in 0..<10_000 { observer.observe(Messenger<Int>()) { _ in } }
    #expect(observer.receiver.connectionCount <= 8)
  }
}
