import Observation
import Synchronization
import TestSupport
import Testing

@testable import ObservationBridge

@Suite @MainActor struct PropertyObservationTests {
  private let profile = Profile()

  @Test(.reportsAfterStore) func everyChangeComesWithItsOldAndNewValueInsideTheMutation() {
    var changes: [PropertyChange<Int>] = []
    let token = withPropertyObservation(of: profile, \.age) { change in changes.append(change) }
    profile.age = 37
    #expect(changes == [PropertyChange(old: 36, new: 37)])
    profile.age = 37
    profile.age = 40
    profile.age = 41
    #expect(
      changes == [
        PropertyChange(old: 36, new: 37), PropertyChange(old: 37, new: 40), PropertyChange(old: 40, new: 41),
      ]
    )
    token.cancel()
  }

  @Test func changesOfOneTurnArriveInOrderAndEndWithTheLast() async {
    var changes: [PropertyChange<Int>] = []
    let token = withPropertyObservation(of: profile, \.age) { change in changes.append(change) }
    profile.age = 37
    profile.age = 38
    await mainActorTurns()
    #expect(changes.first?.old == 36)
    #expect(changes.last?.new == 38)
    #expect(zip(changes, changes.dropFirst()).allSatisfy { $0.new == $1.old })
    token.cancel()
  }

  @Test func otherPropertiesDoNotMatter() async {
    var count = 0
    let token = withPropertyObservation(of: profile, \.age) { _ in count += 1 }
    profile.name = "Grace"
    await mainActorTurns()
    #expect(count == 0)
    profile.age += 1
    await eventually { count == 1 }
    token.cancel()
  }

  @Test(.exactBackend) func registrationIsPermanent() {
    let counter = SharedCounter()
    let token = withPropertyObservation(of: counter, \.first) { _ in }
    for value in 1...10 { counter.first = value }
    #expect(counter.registrationCount == 1)
    token.cancel()
    #expect(counter.registrationCount == 0)
  }

  @Test func computedPropertyFollowsWhatItDependsOn() async {
    var texts: [String] = []
    let token = withPropertyObservation(of: profile, \.summary) { change in texts.append(change.new) }
    profile.isShown = false
    await mainActorTurns()
    profile.isShown = true
    await mainActorTurns()
    profile.name = "Grace"
    await mainActorTurns()
    #expect(texts == ["hidden", "Ada, 36", "Grace, 36"])
    token.cancel()
  }

  @Test func optionalChainFollowsTheObjectOnItsWay() async {
    let (first, second) = (Profile(), Profile())
    profile.friend = first
    var changes: [PropertyChange<String?>] = []
    let token = withPropertyObservation(of: profile, \.friend?.name) { change in changes.append(change) }
    first.name = "First"
    await mainActorTurns()
    second.name = "Second"
    profile.friend = second
    await mainActorTurns()
    first.name = "No longer"
    await mainActorTurns()
    profile.friend = nil
    await mainActorTurns()
    #expect(changes.map(\.old) == ["Ada", "First", "Second"])
    #expect(changes.map(\.new) == ["First", "Second", nil])
    token.cancel()
  }

  @Test func changeByTheHandlerIsNotDeliveredAgainAndTheNextOneStartsFromIt() async {
    var changes: [PropertyChange<Int>] = []
    let token = withPropertyObservation(of: profile, \.age) { change in
      changes.append(change)
      profile.age = min(profile.age, 50)
    }
    profile.age = 99
    await mainActorTurns()
    #expect(profile.age == 50)
    profile.age = 40
    await mainActorTurns()
    #expect(changes == [PropertyChange(old: 36, new: 99), PropertyChange(old: 50, new: 40)])
    token.cancel()
  }

  fileprivate final class Page {}

  @Observable fileprivate final class Book {
    var number = 0
    // Neither of these can be compared with `==`.
    var page = Page()
    var pages: (left: Page, right: Page?) = (Page(), nil)
  }

  /// Which observer is told first of a change depends on how many there have been.
  @Test(arguments: 0..<20) func changeDeliveredInsideAnotherReportIsNotDeliveredAgain(round: Int) async {
    let book = Book()
    let (first, second) = (Page(), Page())
    var numbers: [PropertyChange<Int>] = []
    var pages: [PropertyChange<Page>] = []
    var lefts: [PropertyChange<Page>] = []
    let scope = ObservationScope()
    func write() {
      scope.observe(book, \.number) { if $0.new == 1 { book.number = 2 } }
      scope.observe(book, \.page) { if $0.new === first { book.page = second } }
      scope.observe(book, \.pages) { if $0.new.left === first { book.pages = (second, nil) } }
    }
    for _ in 0..<round / 2 { scope.observe(book, \.number) { _ in } }
    if round.isMultiple(of: 2) { write() }
    scope.observe(book, \.number) { numbers.append($0) }
    scope.observe(book, \.page) { pages.append($0) }
    scope.observe(book, \.pages) { lefts.append(PropertyChange(old: $0.old.left, new: $0.new.left)) }
    if !round.isMultiple(of: 2) { write() }
    book.number = 1
    book.page = first
    book.pages = (first, nil)
    await eventually { numbers.last?.new == 2 && pages.last?.new === second && lefts.last?.new === second }
    #expect(numbers.allSatisfy { $0.old != $0.new })
    #expect(pages.allSatisfy { $0.old !== $0.new })
    #expect(lefts.allSatisfy { $0.old !== $0.new })
    // What comes later is delivered as always.
    book.number = 3
    book.page = first
    await eventually { numbers.last?.new == 3 && pages.last?.new === second }
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0.new == $1.old })
    scope.cancelAll()
  }

  @Test func changesFromAnotherThreadAreCoalescedAndNeverGoBack() async {
    let counter = SharedCounter()
    var changes: [PropertyChange<Int>] = []
    let token = withPropertyObservation(of: counter, \.first) { change in
      MainActor.assertIsolated()
      changes.append(change)
    }
    await Task.detached { @concurrent in
      for value in 1...10_000 { counter.first = value }
    }.value
    await eventually { changes.last?.new == 10_000 }
    #expect(changes.first?.old == 0)
    #expect(zip(changes, changes.dropFirst()).allSatisfy { $0.new == $1.old })
    #expect(changes.allSatisfy { $0.old <= $0.new })
    token.cancel()
  }

  @Test func aRecheckDeliversNothingButAValueThatWasStoredMeanwhile() async {
    let counter = SharedCounter()
    var values: [Int] = []
    let reader = PropertyReader(counter, \.first) { change in values.append(change.new) }
    let observation = PropertyObservation(reader, on: MainActor.shared)
    observation.start(on: MainActor.shared, from: MainActor.shared)
    observation.receiveRecheck()
    await mainActorTurns()
    #expect(values == [])
    // A report, whose value nobody has stored yet: as far as is known the setter has stored an equal one.
    observation.dependencyChanged(.didSet, mayRunNow: false, from: .platform) { nil }
    await mainActorTurns()
    #expect(values == [0])
    counter.setFirst(1) {}
    observation.receiveRecheck()
    await mainActorTurns()
    observation.receiveRecheck()
    await mainActorTurns()
    #expect(values == [0, 1])
    observation.cancel()
  }

  @Test func startedFromAnotherIsolationItDeliversOnItsOwn() async {
    let counter = SharedCounter()
    let log = Log<Int>()
    let token = await Task.detached { @concurrent in
      withPropertyObservation(ofSendable: counter, \.first) { @MainActor change in
        MainActor.assertIsolated()
        log.append(change.new)
      }
    }.value
    await mainActorTurns()
    counter.first = 5
    await eventually { log.elements == [5] }
    token.cancel()
  }

  @Test func holdsItsObjectWeaklyAndItsHandlerUntilCancelled() {
    let canaries = Canary.Witness()
    var model: Profile? = Profile()
    weak let weakModel = model
    let token: PortableObservationToken
    do {
      let canary = Canary(canaries)
      token = withPropertyObservation(of: model!, \.age) { _ in withExtendedLifetime(canary) {} }
    }
    model = nil
    #expect(weakModel == nil)
    token.cancel()
    #expect(canaries.alive == 0)
  }

  @Test func endsWithAnObjectThatGoesDuringTheFirstReading() async {
    let canaries = Canary.Witness()
    let token = LockedState<PortableObservationToken?>(nil)
    // The first reading waits until this is over.
    Thread.run {
      let canary = Canary(canaries)
      let new = withPropertyObservation(ofSendable: Fleeting.make(), \.value) { @MainActor _ in
        withExtendedLifetime(canary) {}
      }
      token.withLock { $0 = new }
    }
    #expect(canaries.alive == 1)
    await eventually { canaries.alive == 0 }
    token.withLock { $0 }?.cancel()
  }

  /// Goes when it is read.
  private final class Fleeting: Observable, Sendable {
    private let registrar = ObservationRegistrar()
    private let own = LockedState<Fleeting?>(nil)

    static func make() -> Fleeting {
      let new = Fleeting()
      new.own.withLock { $0 = new }
      return new
    }

    var value: Int {
      registrar.access(self, keyPath: \.value)
      _ = own.withLock { $0.take() }
      return 1
    }
  }

  @Test func objectThatIsNotSendableIsObservedOnItsActor() async {
    actor Editor {
      let draft = Draft()
      var texts: [String] = []

      func start() -> PortableObservationToken {
        withPropertyObservation(of: draft, \.text) { change in self.texts.append(change.new) }
      }

      func type(_ text: String) { draft.text = text }
    }
    let editor = Editor()
    let token = await editor.start()
    await editor.type("Hello")
    await eventually { await editor.texts == ["Hello"] }
    token.cancel()
  }

  @Test func recorderSamplesAfterEachDelivery() async {
    let token = withPropertyObservation(of: profile, \.age) { _ in }
    let names = await token.values { profile.age }
    profile.age = 37
    #expect(await names.waitUntilValue(37, timeout: .wholeSuite))
    #expect(names.snapshot() == [36, 37])
    token.cancel()
    #expect(!names.isActive)
  }
}
