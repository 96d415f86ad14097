import SwiftObserver
import Testing

/// Transforms as objects: origins, lifetimes, caches.
@Suite struct TransformObjectTests {
  @Test func messagesCanBeSentIntoATransform() {
    let (observer, log) = (Listener(), Log<String?>())
    let new = Var<String?>().new()
    observer.observe(new) { log($0) }
    new.send("m")
    #expect(log.entries == ["m"])
  }

  @Test func replacingTheOriginSendsNothingAndStopsTheOldOne() {
    let (old, new, observer, log) = (Messenger<Int>(), Messenger<Int>(), Listener(), Log<Int>())
    let mapper = old.map { $0 * 10 }
    observer.observe(mapper) { log($0) }
    mapper.origin = new
    #expect(log.entries.isEmpty)
    old.send(1)
    #expect(log.entries.isEmpty)
    new.send(2)
    #expect(log.entries == [20])
    #expect(mapper.origin === new)
  }

  @Test func originIsReplacedThroughThreeLevels() {
    let (old, new, observer, log) = (Var<Int?>(1), Var<Int?>(10), Listener(), Log<String>())
    let transform = old.new().unwrap(0).map { "\($0)" }
    observer.observe(transform) { log($0) }
    transform.origin.origin.origin = new
    #expect(log.entries.isEmpty)
    old <- 2
    #expect(log.entries.isEmpty)
    new <- 3
    #expect(log.entries == ["3"])
  }

  @Test func everyKindOfTransformHasAReplaceableOrigin() {
    let (old, new, observer, log) = (Messenger<Int?>(), Messenger<Int?>(), Listener(), Log<String>())
    let author = Author()
    let (filter, unwrapper, authors) = (old.filter { $0 != 0 }, old.unwrap(), old.notFrom(author))
    let (weak, cache) = (old.weak(), old.cache())
    observer.observe(filter) { log("filter \($0 ?? 0)") }
    observer.observe(unwrapper) { log("unwrap \($0)") }
    observer.observe(authors) { log("author \($0 ?? 0)") }
    observer.observe(weak) { log("weak \($0 ?? 0)") }
    observer.observe(cache) { log("cache \($0 ?? 0)") }
    filter.origin = new
    unwrapper.origin = new
    authors.origin = new
    weak.origin = new
    cache.origin = new
    old.send(1)
    #expect(log.entries.isEmpty)
    new.send(2)
    #expect(log.entries == ["filter 2", "unwrap 2", "author 2", "weak 2", "cache 2"])
  }

  @Test func transformHoldsItsOriginUntilItIsDeallocated() {
    weak var origin: Messenger<Int>?
    var isFreed = false
    do {
      let messenger = Messenger<Int>()
      origin = messenger
      let canary = Canary { isFreed = true }
      var mapper: Mapper<Messenger<Int>, Int>? = messenger.map { [canary] in
        canary.sing(); return $0
      }
      _ = consume canary
      #expect(mapper?.isObserving(messenger) == true)
      mapper = nil
      #expect(isFreed)
      messenger.send(1)
      _ = mapper
    }
    #expect(origin == nil)
    let mapper = Messenger<Int>().map { $0 }
    origin = mapper.origin
    #expect(origin != nil)
  }

  @Test func transformMayDieInADeliveryToIt() {
    let (messenger, observer, log) = (Messenger<Int>(), Listener(), Log<Int>())
    var mapper: Mapper<Messenger<Int>, Int>? = messenger.map { $0 }
    observer.observe(mapper!) {
      mapper = nil
      log($0)
    }
    messenger.send(1)
    messenger.send(2)
    #expect(log.entries == [1])
    #expect(mapper == nil)
  }

  @Test func replacingTheOriginLeavesOtherObservationsOfTheTransform() {
    let (old, new, other, log) = (Messenger<Int>(), Messenger<Int>(), Messenger<Int>(), Log<Int>())
    let (mapper, weak) = (old.map { $0 }, old.weak())
    mapper.observe(other) { log($0) }
    weak.observe(other) { log($0) }
    mapper.origin = new
    weak.origin = new
    other.send(1)
    #expect(log.entries == [1, 1])
  }

  @Test func originMayBeReplacedInADelivery() {
    let (old, new, observer, log) = (Messenger<Int>(), Messenger<Int>(), Listener(), Log<Int>())
    let mapper = old.map { $0 }
    observer.observe(mapper) {
      log($0)
      mapper.origin = new
    }
    old.send(1)
    old.send(2)
    new.send(3)
    #expect(log.entries == [1, 3])
    mapper.stopBeingObserved()
  }

  @Test func originBeingDeallocatedMayUseTheTransform() {
    final class Origin: Messenger<Int> {
      var onDeinit: () -> Void = {}
      deinit { onDeinit() }
    }
    let log = Log<Bool>()
    let new = Origin()
    var origin: Origin? = Origin()
    let mapper = origin!.map { $0 }
    origin?.onDeinit = { [weak mapper] in log(mapper?.origin === new) }
    origin = nil
    mapper.origin = new
    #expect(log.entries == [true])
  }

  // MARK: Weak

  @Test func weakOfATemporaryIsEmptyAtOnce() {
    let weak = Var(1).weak()
    #expect(weak.origin == nil)
    weak.send(Update(1, 2))
  }

  @Test func weakDoesNotHoldItsOriginAndSendsItsMessages() {
    let (observer, log) = (Listener(), Log<Int>())
    var messenger: Messenger<Int>? = Messenger()
    let numbers = messenger!.weak().map { $0 + 1 }
    observer.observe(numbers) { log($0) }
    messenger?.send(1)
    #expect(log.entries == [2])
    #expect(numbers.origin.origin === messenger)
    messenger = nil
    #expect(numbers.origin.origin == nil)
  }

  @Test func weakKeepsAuthors() {
    let (messenger, author, observer, log) = (Messenger<Int>(), Author(), Listener(), Log<Bool>())
    let weak = messenger.weak()
    observer.observe(weak) { log($1 === author) }
    messenger.send(1, from: author)
    #expect(log.entries == [true])
  }

  // MARK: Caches

  @Test func cacheKeepsTheLatestMessage() {
    let (messenger, observer, log) = (Messenger<Int>(), Listener(), Log<Int?>())
    let cache = messenger.cache()
    observer.observe(cache) { log($0) }
    #expect(cache.latestMessage == nil)
    messenger.send(1)
    messenger.send(2)
    #expect(cache.latestMessage == 2)
    cache.send()
    #expect(log.entries == [1, 2, 2])
  }

  @Test func sendingIntoACacheIsKeptSendingIntoAMapperIsNot() {
    let cache = Messenger<Int>().cache()
    cache.send(7)
    #expect(cache.latestMessage == 7)
    let mapper = Var(1).new()
    mapper.send(7)
    #expect(mapper.latestMessage == 1)
  }

  @Test func settingTheLatestMessageSendsNothing() {
    let (observer, log) = (Listener(), Log<Int?>())
    let cache = Messenger<Int>().cache()
    observer.observe(cache) { log($0) }
    cache.latestMessage = 3
    #expect(log.entries.isEmpty)
    #expect(cache.latestMessage == 3)
  }

  @Test func cacheOfOptionalMessagesIsNoDoubleOptional() {
    let messenger = Messenger<Int?>()
    let cache = messenger.cache()
    messenger.send(1)
    let latest: Int? = cache.latestMessage
    #expect(latest == 1)
    messenger.send(nil)
    #expect(cache.latestMessage == nil)
  }

  @Test func cacheIsNewerThanTheMessageThatWaits() {
    let (messenger, observer, log) = (Messenger<Int>(), Listener(), Log<Int?>())
    let cache = messenger.cache()
    observer.observe(cache) { number in
      if number == 1 { cache.send(2) }
      log(cache.latestMessage)
    }
    messenger.send(1)
    #expect(log.entries == [2, 2])
  }

  @Test func messageBeingDeallocatedMayUseTheCache() {
    let (cache, log) = (Messenger<Canary>().cache(), Log<Bool>())
    cache.send(Canary { [weak cache] in log(cache?.latestMessage == nil) })
    cache.send(Canary { [weak cache] in cache?.send(Canary {}) })
    cache.latestMessage = nil
    #expect(log.entries == [false])
    #expect(cache.latestMessage != nil)
  }

  @available(*, deprecated)
  @Test func cacheOfACacheBeginsWithItsLatestMessage() {
    let (number, text) = (Var(1).new(), Var<String?>("a").new())
    let (numbers, texts) = (number.cache(), text.cache())
    #expect(numbers.latestMessage == 1)
    #expect(texts.latestMessage == "a")
    let former: Buffer = numbers
    #expect(former === numbers)
    func latest<Object: BufferedObservable>(_ object: Object) -> Object.Message { object.latestMessage }
    #expect(latest(numbers) == 1)
  }

  @Test func mapOfACacheIsACache() {
    let variable = Var<Int?>(1)
    let (observer, log) = (Listener(), Log<String>())
    let text = variable.new().unwrap(0).map { "\($0)" }
    observer.observe(text) { log($0) }
    #expect(text.latestMessage == "1")
    text.send()
    #expect(log.entries == ["1"])
    variable.value = nil
    #expect(text.latestMessage == "0")
  }
}
