import Observation
import TestSupport
import Testing

@testable import ObservationBridge
@testable import ObservationTracking

/// Classes marked with `@CancellableObservation`.
@Suite @MainActor struct CancellableBindingTests {
  private let profile = Profile()

  @CancellableObservation
  @MainActor class Card {
    let profile: Profile
    let name = Label()
    let age = Label()
    let hint = Label()

    init(_ profile: Profile) {
      self.profile = profile
    }

    @ObservationTracking func bind() {
      name.text = profile.name
      age.text = "\(profile.age)"
    }

    @ObservationTracking func bindHint(animated: Bool) {
      hint.text = profile.isShown ? "shown" : "hidden"
    }

    @StartObservations func resume() {}
    @StopObservations func pause() {}
  }

  @Test func aCancelledBindingEndsAndTheOthersGoOn() async {
    let card = Card(profile)
    card.bind()
    card.bindHint(animated: true)
    #expect(profile.registrationCount == 3)
    card.cancelObserveAgeText()
    #expect(profile.registrationCount == 2)
    profile.name = "Grace"
    profile.age = 1
    profile.isShown = false
    await mainActorTurns()
    #expect(card.name.text == "Grace" && card.age.text == "36" && card.hint.text == "hidden")
  }

  @Test func aCancelledBindingIsStartedAgainByItsName() async {
    let card = Card(profile)
    card.bind()
    card.cancelObserveNameText()
    card.cancelObserveNameText()
    profile.name = "Grace"
    card.observeNameText()
    #expect(card.name.text == "Grace")
    profile.name = "Joan"
    await mainActorTurns()
    #expect(card.name.text == "Joan" && card.name.assignmentCount == 3)
  }

  @Test func stoppingFreesTheRegistrations() async {
    let card = Card(profile)
    card.bind()
    card.stopObservations()
    #expect(!card.isObservingEnabled)
    #expect(profile.registrationCount == 0)
    profile.name = "Grace"
    await mainActorTurns()
    #expect(card.name.text == "Ada")
  }

  @Test func startingReadsWhatIsCurrentAndGoesOn() async {
    let card = Card(profile)
    card.bind()
    card.stopObservations()
    profile.name = "Grace"
    profile.isShown = false
    card.startObservationsIfNeeded()
    #expect(card.isObservingEnabled)
    // Also what was never called, and what has a parameter.
    #expect(card.name.text == "Grace" && card.hint.text == "hidden")
    profile.name = "Joan"
    await mainActorTurns()
    #expect(card.name.text == "Joan" && card.name.assignmentCount == 3)
  }

  @Test func startingWhatRunsChangesNothing() async {
    let card = Card(profile)
    card.bind()
    card.startObservationsIfNeeded()
    card.resume()
    #expect(card.name.assignmentCount == 1 && card.hint.text == nil)
  }

  @Test func startingWithoutBindingsStartsThem() {
    let card = Card(profile)
    card.startObservationsIfNeeded()
    #expect(card.name.text == "Ada" && card.hint.text == "shown")
    card.cancelObserveNameText()
    card.cancelObserveAgeText()
    card.cancelObserveHintText()
    card.startObservationsIfNeeded()
    #expect(card.name.assignmentCount == 2)
  }

  @Test func aRunThatWasDueWhenItWasStoppedDoesNotComeBack() async {
    let card = Card(profile)
    card.bind()
    profile.name = "Grace"
    card.pause()
    card.resume()
    #expect(card.name.assignmentCount == 2)
    await mainActorTurns()
    #expect(card.name.assignmentCount == 2)
    profile.name = "Joan"
    card.cancelObserveNameText()
    card.observeNameText()
    await mainActorTurns()
    #expect(card.name.assignmentCount == 3)
  }

  /// What ran once while observing was stopped is renewed once it's started.
  @Test func aBindingThatRanOnceWhileStoppedIsRenewedAfterTheStart() async {
    let card = Card(profile)
    card.stopObservations()
    card.bind()
    card.startObservationsIfNeeded()
    profile.name = "Grace"
    await mainActorTurns()
    #expect(card.name.text == "Grace")
    profile.name = "Joan"
    await mainActorTurns()
    #expect(card.name.text == "Joan")
  }

  @Test func bindingStartedWhileStoppedRunsOnce() async {
    let card = Card(profile)
    card.stopObservations()
    card.bind()
    #expect(card.name.text == "Ada")
    #expect(profile.registrationCount == 0)
    profile.name = "Grace"
    await mainActorTurns()
    #expect(card.name.text == "Ada")
    card.startObservationsIfNeeded()
    #expect(card.name.text == "Grace")
  }

  /// Bound on any thread, it runs on the main actor.
  @CancellableObservation
  final class Follower: Sendable {
    let counter: SharedCounter
    private let runs = LockedState<[Int]>([])

    init(_ counter: SharedCounter) {
      self.counter = counter
    }

    var counts: [Int] {
      runs.withLock { $0 }
    }

    @ObservationTracking(isolation: .mainActor) func bind() { record(counter.count) }

    private func record(_ count: Int) {
      MainActor.assertIsolated()
      runs.withLock { $0.append(count) }
      // What runs does not start itself anew.
      bind()
    }
  }

  @Test func bindingStartedElsewhereWhileStoppedRunsOnce() async {
    let follower = Follower(SharedCounter())
    follower.stopObservations()
    follower.counter.count = 1
    await Task.detached { follower.bind() }.value
    await mainActorTurns()
    #expect(follower.counts == [1])
    #expect(follower.counter.registrationCount == 0)
    follower.counter.count = 2
    await mainActorTurns()
    #expect(follower.counts == [1])
    follower.startObservationsIfNeeded()
    #expect(follower.counts == [1, 2])
  }

  @Test func theOneRunWhileStoppedIsTheOnlyOneThatIsDue() async {
    let follower = Follower(SharedCounter())
    follower.stopObservations()
    Thread.run {
      follower.bind()
      follower.bind()
    }
    await mainActorTurns()
    #expect(follower.counts == [0])
    // Replaced by a binding that renews itself.
    Thread.run { follower.bind() }
    follower.startObservationsIfNeeded()
    await mainActorTurns()
    #expect(follower.counts == [0, 0])
  }

  @Test func theOneRunWhileStoppedCanBeCancelled() async {
    let counter = SharedCounter()
    weak var released: Follower?
    do {
      let follower = Follower(counter)
      released = follower
      follower.stopObservations()
      Thread.run { follower.bind() }
      follower.cancelObserveRecordcounterCount()
      Thread.run { follower.bind() }
      follower.stopObservations()
      await mainActorTurns()
      #expect(follower.counts.isEmpty)
      Thread.run { follower.bind() }
    }
    #expect(released == nil)
    await mainActorTurns()
    #expect(counter.registrationCount == 0)
  }

  @Test func repeatedCallsObserveOnce() async {
    let card = Card(profile)
    card.bind()
    card.bind()
    card.bind()
    #expect(profile.registrationCount == 2)
    profile.name = "Grace"
    await mainActorTurns()
    #expect(card.name.assignmentCount == 4)
  }

  @Test func theOwnerIsNotKeptAndLeavesNothingBehind() {
    weak var released: Card?
    do {
      let card = Card(profile)
      released = card
      card.bind()
      card.stopObservations()
      card.startObservationsIfNeeded()
    }
    #expect(released == nil)
    #expect(profile.registrationCount == 0)
  }

  @Test func tokensTellWhatRuns() {
    let tokens = ObservationTokens()
    #expect(tokens.isEmpty && tokens.isEnabled)
    tokens._binding("b").observe(profile, at: .line(#line)) { _, _ in }
    tokens._binding("a").observe(profile, at: .line(#line)) { _, _ in }
    #expect(tokens.names == ["a", "b"])
    tokens.cancel("b")
    #expect(tokens.names == ["a"])
    tokens.stop()
    #expect(tokens.isEmpty && !tokens.isEnabled)
    tokens._start {}
    #expect(tokens.isEnabled)
  }

  @CancellableObservation
  @MainActor @Observable final class Summary {
    let profile: Profile
    var text = ""

    init(_ profile: Profile) {
      self.profile = profile
    }

    @ObservationTracking func bind() { text = profile.name }
  }

  @Test func anObservableClassCanBeCancellable() async {
    let summary = Summary(profile)
    summary.bind()
    let label = Label()
    let token = withPortableContinuousObservation { _ in
      // To ask is no dependency.
      label.text = summary.isObservingEnabled ? summary.text : "paused"
    }
    summary.stopObservations()
    profile.name = "Grace"
    await mainActorTurns()
    #expect(label.text == "Ada")
    summary.startObservationsIfNeeded()
    await mainActorTurns()
    #expect(label.text == "Grace" && label.assignmentCount == 2)
    token.cancel()
  }

  // MARK: Inheritance

  final class WideCard: Card {
    let style = Label()

    @ObservationTracking override func bind() {
      super.bind()
      style.style = profile.style
    }
  }

  @Test func aSubclassStartsItsBindingsWithThoseOfItsSuperclass() async {
    let card = WideCard(profile)
    card.startObservationsIfNeeded()
    #expect(card.style.style == .plain)
    card.stopObservations()
    profile.name = "Grace"
    profile.style = .bold
    await mainActorTurns()
    #expect(card.name.text == "Ada" && card.style.style == .plain)
    card.resume()
    #expect(card.name.text == "Grace" && card.style.style == .bold)
    #expect(card.name.assignmentCount == 2 && card.style.assignmentCount == 0)
  }

  /// Binds in a method that its superclass doesn't know.
  final class DetailCard: Card {
    let detail = Label()

    @ObservationTracking func bindDetail() { detail.text = "\(profile.name), \(profile.age)" }
  }

  @Test func theBindingsOfASubclassStopAndStartWithThoseOfItsSuperclass() async {
    let card = DetailCard(profile)
    card.bind()
    card.bindDetail()
    card.stopObservations()
    #expect(profile.registrationCount == 0)
    profile.name = "Grace"
    await mainActorTurns()
    #expect(card.detail.text == "Ada, 36")
    card.startObservationsIfNeeded()
    #expect(card.name.text == "Grace" && card.detail.text == "Grace, 36")
    #expect(card.detail.assignmentCount == 2)
    profile.age = 1
    await mainActorTurns()
    #expect(card.detail.text == "Grace, 1" && card.detail.assignmentCount == 3)
  }

  @Test func subclassBindingStartedWhileStoppedRunsOnceUntilTheStart() async {
    let card = DetailCard(profile)
    card.stopObservations()
    card.bindDetail()
    #expect(card.detail.text == "Ada, 36" && profile.registrationCount == 0)
    card.startObservationsIfNeeded()
    profile.name = "Grace"
    await mainActorTurns()
    #expect(card.detail.text == "Grace, 36")
  }

  @Test func bindingsStartedInASubclassDoNotPreventTheClassFromStarting() {
    let card = DetailCard(profile)
    card.bindDetail()
    card.startObservationsIfNeeded()
    #expect(card.name.text == "Ada" && card.detail.assignmentCount == 1)
  }

  @Test func theBindingsOfAnExtensionStopAndStartWithTheOthers() async {
    weak var released: Card?
    do {
      let card = Card(profile)
      released = card
      card.bind()
      card.bindStyle()
      card.stopObservations()
      #expect(profile.registrationCount == 0)
      profile.style = .bold
      await mainActorTurns()
      #expect(card.hint.style == .plain)
      card.startObservationsIfNeeded()
      #expect(card.hint.style == .bold)
      profile.style = .plain
      await mainActorTurns()
      #expect(card.hint.style == .plain)
      #expect(card.observationTokens.names == ["observeAgeText", "observeHintText", "observeNameText"])
    }
    // Its own tokens hold them: here nothing remains, also where extensions have but a table.
    #expect(released == nil)
    #expect(profile.registrationCount == 0)
  }

  @Test func bindingsStartAgainInTheOrderInWhichTheyWereStarted() async {
    let card = OrderedCard(profile)
    card.bind()
    card.bindLast()
    card.bindFirst()
    card.bindLast()
    card.stopObservations()
    card.texts = []
    card.startObservationsIfNeeded()
    #expect(card.texts == ["first", "last"])
    card.texts = []
    profile.name = "Grace"
    await mainActorTurns()
    #expect(card.texts == ["first", "last"])
  }

  final class OrderedCard: Card {
    var texts: [String] = []

    @ObservationTracking func bindFirst() { note("first", profile.name) }
    @ObservationTracking func bindLast() { note("last", profile.name) }

    private func note(_ text: String, _ name: String) {
      texts.append(text)
    }
  }

  /// Has no bindings with names.
  @CancellableObservation
  @MainActor class Base {
    let profile: Profile
    var texts: [String] = []
    var willShow: (String) -> Void = { _ in }

    init(_ profile: Profile) {
      self.profile = profile
    }

    func show(_ text: String, _ name: String) {
      texts.append("\(text) \(name)")
      willShow(text)
    }
  }

  final class Derived: Base {
    @ObservationTracking func bindFirst() { show("first", profile.name) }
    @ObservationTracking func bindLast() { show("last", profile.name) }
  }

  @Test func startingWhatRunsInASubclassChangesNothing() async {
    let derived = Derived(profile)
    derived.bindFirst()
    derived.bindLast()
    derived.stopObservations()
    derived.startObservationsIfNeeded()
    #expect(derived.texts.suffix(2) == ["first Ada", "last Ada"])
    derived.startObservationsIfNeeded()
    #expect(derived.texts.count == 4)
    profile.name = "Grace"
    await mainActorTurns()
    #expect(derived.texts.suffix(2) == ["first Grace", "last Grace"] && derived.texts.count == 6)
  }

  @Test func stoppingWhileTheBindingsStartEndsThemAll() async {
    let derived = Derived(profile)
    derived.bindFirst()
    derived.bindLast()
    derived.stopObservations()
    derived.texts = []
    derived.willShow = { [tokens = derived.observationTokens] _ in Thread.run { tokens.stop() } }
    derived.startObservationsIfNeeded()
    #expect(derived.texts == ["first Ada"])
    #expect(profile.registrationCount == 0)
    derived.willShow = { _ in }
    profile.name = "Grace"
    await mainActorTurns()
    derived.startObservationsIfNeeded()
    #expect(derived.texts == ["first Ada", "first Grace", "last Grace"])
    profile.name = "Joan"
    await mainActorTurns()
    #expect(derived.texts.suffix(2) == ["first Joan", "last Joan"])
  }

  @Test func removingAllEndsAllAndLetsTheNextRenewThemselves() async {
    let card = DetailCard(profile)
    card.bind()
    card.bindDetail()
    card.bindStyle()
    card.observationTokens.removeAll()
    #expect(card.observationTokens.isEmpty && card.isObservingEnabled)
    #expect(profile.registrationCount == 0)
    profile.name = "Grace"
    await mainActorTurns()
    #expect(card.name.text == "Ada" && card.detail.text == "Ada, 36")
    card.bind()
    profile.name = "Joan"
    await mainActorTurns()
    #expect(card.name.text == "Joan" && card.detail.text == "Ada, 36")
  }

  @Test func aSubclassLeavesNothingBehindWhenItIsStopped() {
    weak var released: DetailCard?
    do {
      let card = DetailCard(profile)
      released = card
      card.bind()
      card.bindDetail()
      card.stopObservations()
    }
    #expect(released == nil)
  }

  @CancellableObservation
  final class MarkedCard: Card {
    let style = Label()
    let tags = Label()

    @ObservationTracking override func bind() {
      super.bind()
      style.style = profile.style
    }

    @ObservationTracking func bindTags() { tags.text = profile.tags.joined() }
  }

  @Test func aMarkedSubclassSharesTheTokensOfItsSuperclass() async {
    let card = MarkedCard(profile)
    card.startObservationsIfNeeded()
    #expect(card.name.assignmentCount == 1 && card.style.style == .plain && card.tags.text == "")
    #expect(card.observationTokens.names.count == 5)
    card.stopObservations()
    #expect(profile.registrationCount == 0)
    profile.style = .bold
    profile.tags = ["a"]
    await mainActorTurns()
    #expect(card.style.style == .plain && card.tags.text == "")
    card.startObservationsIfNeeded()
    #expect(card.style.style == .bold && card.tags.text == "a" && card.name.assignmentCount == 2)
    card.cancelObserveTagsText()
    profile.tags = ["b"]
    await mainActorTurns()
    #expect(card.tags.text == "a")
  }

  // MARK: Screens

  /// Stands in for UIKit's class.
  @MainActor class ViewController {
    var calls: [String] = []

    func viewWillAppear(_ animated: Bool) {
      calls.append("willAppear")
    }

    func viewDidDisappear(_ animated: Bool) {
      calls.append("didDisappear")
    }
  }

  @CancellableObservation(screen: true)
  final class Screen: ViewController {
    let profile: Profile
    let label = Label()

    init(_ profile: Profile) {
      self.profile = profile
    }

    @ObservationTracking func bind() { label.text = profile.name }
  }

  @CancellableObservation(screen: true)
  final class ScreenWithOverrides: ViewController {
    let profile: Profile
    let label = Label()

    init(_ profile: Profile) {
      self.profile = profile
    }

    @ObservationTracking func bind() { label.text = profile.name }

    override func viewWillAppear(_ animated: Bool) {
      super.viewWillAppear(animated)
      calls.append("own")
    }

    override func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
    }
  }

  @Test func bindingsPauseWhileTheScreenIsNotShown() async {
    let screen = Screen(profile)
    screen.bind()
    screen.viewWillAppear(false)
    #expect(screen.label.assignmentCount == 1)
    screen.viewDidDisappear(false)
    #expect(profile.registrationCount == 0)
    profile.name = "Grace"
    await mainActorTurns()
    #expect(screen.label.text == "Ada")
    screen.viewWillAppear(true)
    #expect(screen.label.text == "Grace")
    #expect(screen.calls == ["willAppear", "didDisappear", "willAppear"])
  }

  @Test func overridesThatAreThereAreUsed() async {
    let screen = ScreenWithOverrides(profile)
    screen.viewWillAppear(false)
    #expect(screen.label.text == "Ada" && screen.calls == ["willAppear", "own"])
    screen.viewDidDisappear(false)
    #expect(profile.registrationCount == 0)
    profile.name = "Grace"
    screen.viewWillAppear(false)
    #expect(screen.label.text == "Grace")
  }
}

extension CancellableBindingTests.Card {
  @ObservationTracking func bindStyle() { hint.style = profile.style }
}
