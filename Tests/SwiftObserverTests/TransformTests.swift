import SwiftObserver
import Testing

/// Each transform, as an object and in an observation, with and without author: they do the same.
@Suite struct TransformTests {
  let author = Author()
  let other = Author()

  /// Sends messages; returns what reaches the handlers that `observe` adds.
  private func received<Message, Output>(
    _ messages: [Message],
    _ observe: (Listener, Messenger<Message>, Log<Output>, Log<Bool>) -> Void
  ) -> [Output] {
    let (messenger, observer, log, authors) = (Messenger<Message>(), Listener(), Log<Output>(), Log<Bool>())
    observe(observer, messenger, log, authors)
    for message in messages { messenger.send(message, from: author) }
    #expect(authors.entries.allSatisfy { $0 })
    #expect(log.entries.count == 3 * authors.entries.count, "two handlers without and one with author")
    return log.entries
  }

  private func thrice<Value>(_ values: [Value]) -> [Value] {
    values.flatMap { [$0, $0, $0] }
  }

  @Test func map() {
    let inObservation = received([1, 2]) { observer, messenger, log, authors in
      observer.observe(messenger).map({ "\($0)" }) { log($0) }
      observer.observe(messenger).map { "\($0)" }.receive { log($0) }
      observer.observe(messenger).map({ "\($0)" }) {
        log($0); authors($1 === author)
      }
    }
    let asObject = received([1, 2]) { observer, messenger, log, authors in
      observe(observer, messenger.map { "\($0)" }, log, authors)
    }
    #expect(inObservation == thrice(["1", "2"]))
    #expect(asObject == inObservation)
  }

  @Test func filter() {
    let inObservation = received([1, 2, 3, 4]) { observer, messenger, log, authors in
      observer.observe(messenger).filter({ $0 > 2 }) { log($0) }
      observer.observe(messenger).filter { $0 > 2 }.receive { log($0) }
      observer.observe(messenger).filter({ $0 > 2 }) {
        log($0); authors($1 === author)
      }
    }
    let asObject = received([1, 2, 3, 4]) { observer, messenger, log, authors in
      observe(observer, messenger.filter { $0 > 2 }, log, authors)
    }
    #expect(inObservation == thrice([3, 4]))
    #expect(asObject == inObservation)
  }

  @Test func new() {
    let updates = [Update(1, 2), Update(2, 2)]
    let inObservation = received(updates) { observer, messenger, log, authors in
      observer.observe(messenger).new { log($0) }
      observer.observe(messenger).new().receive { log($0) }
      observer.observe(messenger).new {
        log($0); authors($1 === author)
      }
    }
    let asObject = received(updates) { observer, messenger, log, authors in
      observe(observer, messenger.new(), log, authors)
    }
    #expect(inObservation == thrice([2, 2]))
    #expect(asObject == inObservation)
  }

  @Test func unwrap() {
    let inObservation = received([1, nil, 2]) { observer, messenger, log, authors in
      observer.observe(messenger).unwrap { log($0) }
      observer.observe(messenger).unwrap().receive { log($0) }
      observer.observe(messenger).unwrap {
        log($0); authors($1 === author)
      }
    }
    let asObject = received([1, nil, 2]) { observer, messenger, log, authors in
      observe(observer, messenger.unwrap(), log, authors)
    }
    #expect(inObservation == thrice([1, 2]))
    #expect(asObject == inObservation)
  }

  @Test func unwrapWithDefault() {
    let inObservation = received([1, nil, 2]) { observer, messenger, log, authors in
      observer.observe(messenger).unwrap(-1) { log($0) }
      observer.observe(messenger).unwrap(-1).receive { log($0) }
      observer.observe(messenger).unwrap(-1) {
        log($0); authors($1 === author)
      }
    }
    let asObject = received([1, nil, 2]) { observer, messenger, log, authors in
      observe(observer, messenger.unwrap(-1), log, authors)
    }
    #expect(inObservation == thrice([1, -1, 2]))
    #expect(asObject == inObservation)
  }

  @Test func select() {
    let inObservation = received(["a", "b", "a"]) { observer, messenger, log, authors in
      observer.observe(messenger).select("a") { log(true) }
      observer.observe(messenger).select("a").receive { log(true) }
      observer.observe(messenger).select("a") {
        log(true); authors($0 === author)
      }
    }
    let asObject = received(["a", "b", "a"]) { observer, messenger, log, authors in
      let selection = messenger.select("a")
      observer.kept.append(selection)
      observer.observe(selection) { log(true) }
      observer.observe(selection).receive { log(true) }
      observer.observe(selection) {
        log(true); authors($1 === author)
      }
    }
    #expect(inObservation == thrice([true, true]))
    #expect(asObject == inObservation)
  }

  @Test(arguments: [true, false]) func filterAuthor(isIncluded: Bool) {
    let inObservation = received([1, 2]) { observer, messenger, log, authors in
      observer.observe(messenger).filterAuthor({ ($0 === author) == isIncluded }) { log($0) }
      observer.observe(messenger).filterAuthor { ($0 === author) == isIncluded }.receive { log($0) }
      observer.observe(messenger).filterAuthor({ ($0 === author) == isIncluded }) {
        log($0); authors($1 === author)
      }
    }
    let asObject = received([1, 2]) { observer, messenger, log, authors in
      observe(observer, messenger.filterAuthor { ($0 === author) == isIncluded }, log, authors)
    }
    #expect(inObservation == (isIncluded ? thrice([1, 2]) : []))
    #expect(asObject == inObservation)
  }

  @Test(arguments: [true, false]) func from(isIncluded: Bool) {
    let selected = isIncluded ? author : other
    let inObservation = received([1, 2]) { observer, messenger, log, authors in
      observer.observe(messenger).from(selected) { log($0) }
      observer.observe(messenger).from(selected).receive { log($0) }
      observer.observe(messenger).from(selected) {
        log($0); authors($1 === author)
      }
    }
    let asObject = received([1, 2]) { observer, messenger, log, authors in
      observe(observer, messenger.from(selected), log, authors)
    }
    #expect(inObservation == (isIncluded ? thrice([1, 2]) : []))
    #expect(asObject == inObservation)
  }

  @Test(arguments: [true, false]) func notFrom(isIncluded: Bool) {
    let excluded = isIncluded ? other : author
    let inObservation = received([1, 2]) { observer, messenger, log, authors in
      observer.observe(messenger).notFrom(excluded) { log($0) }
      observer.observe(messenger).notFrom(excluded).receive { log($0) }
      observer.observe(messenger).notFrom(excluded) {
        log($0); authors($1 === author)
      }
    }
    let asObject = received([1, 2]) { observer, messenger, log, authors in
      observe(observer, messenger.notFrom(excluded), log, authors)
    }
    #expect(inObservation == (isIncluded ? thrice([1, 2]) : []))
    #expect(asObject == inObservation)
  }

  private func observe<Output>(
    _ observer: Listener,
    _ object: some ObservableObject<Output>,
    _ log: Log<Output>,
    _ authors: Log<Bool>
  ) {
    observer.kept.append(object)
    observer.observe(object) { log($0) }
    observer.observe(object).receive { log($0) }
    observer.observe(object) {
      log($0); authors($1 === author)
    }
  }

  // MARK: Authors that are gone

  @Test func fromADeadAuthorIsNothingAndNotFromADeadAuthorIsAll() {
    let (messenger, observer, log) = (Messenger<Int>(), Listener(), Log<String>())
    var author: Author? = Author()
    weak let seen = author
    let (from, notFrom) = (messenger.from(author!), messenger.notFrom(author!))
    observer.observe(from) { log("object from \($0)") }
    observer.observe(notFrom) { log("object not from \($0)") }
    observer.observe(messenger).from(author) { log("from \($0)") }
    observer.observe(messenger).notFrom(author!) { log("not from \($0)") }
    observer.observe(messenger).from(nil) { log("from nobody \($0)") }
    messenger.send(1, from: author)
    #expect(log.entries == ["object from 1", "from 1"])
    log.entries = []
    author = nil
    #expect(seen == nil)
    messenger.send(2)
    #expect(log.entries == ["object not from 2", "not from 2"])
  }

  // MARK: Chains

  @Test func transformsChainInAnObservation() {
    let (text, observer, log) = (Var<String?>("start"), Listener(), Log<Int>())
    observer.observe(text).new().unwrap("").filter { $0 != "skip" }.map { $0.count }.receive { log($0) }
    for value in ["four", "skip", nil, "seven77"] { text <- value }
    #expect(log.entries == [4, 0, 7])
  }

  @Test func transformsChainAsObjects() {
    let (text, observer, log) = (Var<String?>("start"), Listener(), Log<Int>())
    let counts = text.new().unwrap("").filter { $0 != "skip" }.map { $0.count }
    observer.observe(counts) { log($0) }
    for value in ["four", "skip", nil, "seven77"] { text <- value }
    #expect(log.entries == [4, 0, 7])
  }

  @Test func objectsMixWithObservations() {
    let (number, observer, log) = (Var(0), Listener(), Log<String>())
    let new = number.new()
    observer.observe(new).filter { $0.isMultiple(of: 2) }.map({ "\($0)" }) { log($0) }
    for value in 1...4 { number <- value }
    #expect(log.entries == ["2", "4"])
  }

  @Test func nothingIsObservedUntilAHandlerIsGiven() {
    let (messenger, observer, log) = (Messenger<Int>(), Listener(), Log<Int>())
    let description = observer.observe(messenger).map { $0 + 1 }
    #expect(!observer.isObserving(messenger))
    description.receive { log($0) }
    #expect(observer.isObserving(messenger))
    messenger.send(1)
    #expect(log.entries == [2])
  }

  @Test func stoppingEndsTransformedObservations() {
    let (messenger, observer, log) = (Messenger<Int>(), Listener(), Log<Int>())
    observer.observe(messenger).map({ $0 + 1 }) { log($0) }
    messenger.send(1)
    observer.stopObserving(messenger)
    messenger.send(2)
    #expect(log.entries == [2])
  }

  @Test func customObservableObjectHasTheTransforms() {
    final class Model: ObservableObject {
      let messenger = Messenger<Update<String>>()
      var state = "" {
        didSet { send(Update(oldValue, state)) }
      }
    }
    let (model, observer, log) = (Model(), Listener(), Log<String>())
    observer.observe(model).new { log($0) }
    model.state = "ready"
    #expect(log.entries == ["ready"])
  }
}
