import SwiftObserver
import Testing

@Suite struct MessengerTests {
  @Test func observingAloneSendsNothing() {
    let (messenger, variable, observer, log) = (Messenger<Int>(), Var(1), Listener(), Log<Int>())
    observer.observe(messenger) { log($0) }
    observer.observe(variable) { log($0.new) }
    #expect(log.entries.isEmpty)
    messenger.send(2)
    #expect(log.entries == [2])
  }

  @Test func sendingDeliversBeforeItReturnsInTheOrderSent() {
    let (messenger, observer, log) = (Messenger<Int>(), Listener(), Log<Int>())
    observer.observe(messenger) { log($0) }
    for number in 1...3 {
      messenger.send(number)
      #expect(log.entries.last == number)
    }
    #expect(log.entries == [1, 2, 3])
  }

  @Test func observersAreServedInTheOrderInWhichTheyBegan() {
    let (messenger, log) = (Messenger<Int>(), Log<Int>())
    let observers = (0..<20).map { _ in Listener() }
    for (index, observer) in observers.enumerated() {
      observer.observe(messenger) { _ in log(index) }
    }
    messenger.send(0)
    #expect(log.entries == Array(0..<20))
    observers[3].stopObserving(messenger)
    observers[3].observe(messenger) { _ in log(3) }
    log.entries = []
    messenger.send(0)
    #expect(log.entries == Array(0..<3) + Array(4..<20) + [3])
  }

  @Test func severalHandlersOfOneObserverAreCalledTogetherInTheOrderAdded() {
    let (messenger, first, second, log) = (Messenger<Int>(), Listener(), Listener(), Log<String>())
    first.observe(messenger) { _ in log("first a") }
    second.observe(messenger) { _ in log("second") }
    first.observe(messenger) { _ in log("first b") }
    messenger.send(0)
    #expect(log.entries == ["first a", "first b", "second"])
  }

  @Test func authorIsTheObservableObjectUnlessGiven() {
    let (radio, author, observer, log) = (Radio(), Author(), Listener(), Log<ObjectIdentifier>())
    observer.observe(radio) { (_, author) in log(ObjectIdentifier(author)) }
    radio.send("news")
    radio.send("news", from: author)
    radio.messenger.send("news")
    #expect(
      log.entries == [ObjectIdentifier(radio), ObjectIdentifier(author), ObjectIdentifier(radio.messenger)]
    )
  }

  @Test func messengerCanBeSubclassed() {
    final class Model: Messenger<String> {
      var name = "" {
        didSet { send(name) }
      }
    }
    let (model, observer, log) = (Model(), Listener(), Log<String>())
    observer.observe(model) { log($0) }
    model.name = "Ada"
    #expect(log.entries == ["Ada"])
  }

  @Test func existentialsAreObserved() {
    let (object, observer, log): (any ObservableObject<String>, Listener, Log<String>) = (Radio(), Listener(), Log())
    observer.observe(object) { log($0) }
    object.send("a")
    let isObserving = observer.isObserving(object)
    #expect(isObserving)
    observer.stopObserving(object)
    object.send("b")
    #expect(log.entries == ["a"])
  }

  @Test func isObservingTellsOfEachPair() {
    let (radio, other, observer, stranger) = (Radio(), Radio(), Listener(), Listener())
    observer.observe(radio) { _ in }
    #expect(observer.isObserving(radio))
    #expect(observer.isObserving(radio.messenger))
    #expect(!observer.isObserving(other))
    #expect(!stranger.isObserving(radio))
    stranger.observe(other) { _ in }
    #expect(!stranger.isObserving(radio))
  }

  @Test func stopObservingAnObjectDropsAllHandlersOfThatPairOnly() {
    let (radio, other, observer, second, log) = (Radio(), Radio(), Listener(), Listener(), Log<String>())
    observer.observe(radio) { log("1 " + $0) }
    observer.observe(radio) { log("2 " + $0) }
    observer.observe(other) { log("other " + $0) }
    second.observe(radio) { log("second " + $0) }
    observer.stopObserving(radio)
    #expect(!observer.isObserving(radio))
    radio.send("a")
    other.send("b")
    #expect(log.entries == ["second a", "other b"])
  }

  @Test func stopObservingNothingIsNoOperation() {
    let (radio, observer, log) = (Radio(), Listener(), Log<String>())
    observer.observe(radio) { log($0) }
    observer.stopObserving(nil as Radio?)
    radio.send("a")
    #expect(log.entries == ["a"])
  }

  @Test func stopObservingEndsAllObservations() {
    let (radio, number, observer, log) = (Radio(), Var(1), Listener(), Log<String>())
    observer.observe(radio) { log($0) }
    observer.observe(number) { log("\($0.new)") }
    radio.send("a")
    number <- 2
    observer.stopObserving()
    radio.send("b")
    number <- 3
    #expect(log.entries == ["a", "2"])
    #expect(!observer.isObserving(radio))
    #expect(!observer.isObserving(number))
  }

  @Test func stopBeingObservedEndsTheObservationsOfAll() {
    let (radio, first, second, log) = (Radio(), Listener(), Listener(), Log<String>())
    first.observe(radio) { log($0) }
    second.observe(radio) { log($0) }
    radio.send("a")
    radio.stopBeingObserved()
    radio.send("b")
    #expect(log.entries == ["a", "a"])
    #expect(!first.isObserving(radio))
  }

  @Test func stopBeingObservedByOneLeavesTheOthers() {
    let (radio, first, second, log) = (Radio(), Listener(), Listener(), Log<String>())
    first.observe(radio) { log("first " + $0) }
    first.observe(radio) { log("first again " + $0) }
    second.observe(radio) { log("second " + $0) }
    radio.stopBeingObserved(by: first)
    radio.send("a")
    #expect(log.entries == ["second a"])
  }

  /// Looked up where there are fewer: in either direction, the others stay.
  @Test(arguments: [(1, 40), (40, 1), (40, 40)])
  func pairsAreFoundAmongMany(messengerCount: Int, observerCount: Int) {
    let messengers = (0..<messengerCount).map { _ in Messenger<Int>() }
    let observers = (0..<observerCount).map { _ in Listener() }
    var count = 0
    for observer in observers {
      for messenger in messengers { observer.observe(messenger) { count += $0 } }
    }
    let (messenger, observer) = (messengers[messengerCount / 2], observers[observerCount / 2])
    #expect(observer.isObserving(messenger))
    observer.stopObserving(messenger)
    #expect(!observer.isObserving(messenger))
    for messenger in messengers { messenger.send(1) }
    #expect(count == messengerCount * observerCount - 1)
  }
}
