import Observation
import ObservationTracking
import TestSupport
import Testing

/// Forms that are compiled and run, which an expansion alone does not show: what stays around bindings, conditions, and
/// isolation of every origin.
@Suite @MainActor struct FormTests {
  @MainActor final class Card {
    let profile: Profile
    let label = Label()
    var action: (() -> Void)?
    var log: [String] = []

    init(_ profile: Profile) {
      self.profile = profile
    }

    /// Capture lists, `guard`, parameters and a result around a binding.
    @ObservationTracking
    @discardableResult
    func bind(_ note: String = "bound", _ count: inout Int) throws -> Int {
      count += 1
      guard !note.isEmpty else { return 0 }
      action = { [weak self, note] in self?.log.append(note) }
      label.text = profile.name
      defer { log.append("end") }
      do {
        let rename = { [profile] in profile.age + 1 }
        log.append("\(rename())")
      }
      return 7
      // The end.
    }

    @ObservationTracking
    func bindComments() {
      label.style /* the style */ = profile.style  // as it is
      // The last.
    }
  }

  @Test func closuresWithCaptureListsStay() async throws {
    let profile = Profile()
    var card: Card? = Card(profile)
    weak let released = card
    var count = 0
    #expect(try card?.bind("bound", &count) == 7)
    #expect(count == 1)
    #expect(card?.log == ["37", "end"])
    card?.action?()
    #expect(card?.log.last == "bound")
    profile.name = "Grace"
    await eventually { card?.label.text == "Grace" }
    #expect(try card?.bind("", &count) == 0)
    card?.bindComments()
    #expect(card?.label.style == .plain)
    card = nil
    #expect(released == nil)
  }

  // MARK: Conditions

  @MainActor final class Box<Value: Sendable> {
    let profile: Profile
    var value: Value
    var texts: [String] = []
    init(_ value: Value, _ profile: Profile) {
      self.value = value
      self.profile = profile
    }

    @ObservationTracking
    func bindText() where Value == String {
      value = profile.name
    }
  }

  /// Methods, and bindings, that differ by their conditions alone.
  @Test func bindingsUnderDifferentConditionsAreTheirOwn() async {
    let profile = Profile()
    let box = Box(0, profile)
    box.bindNames()
    box.bindAges(String.self)
    profile.age = 40
    await eventually { box.texts.contains("40") }
    profile.name = "Joan"
    await eventually { box.texts.contains("Joan") }
  }

  @Test func conditionsOfTheMethodAreThoseOfItsBindings() async {
    let profile = Profile()
    let number = Box(0, profile)
    number.bindAge()
    let text = Box("", profile)
    text.bindText()
    #expect(number.value == 36 && text.value == "Ada")
    profile.age = 37
    profile.name = "Joan"
    await eventually { number.value == 37 && text.value == "Joan" }
  }

  @CancellableObservation
  @MainActor final class Conditional {
    let profile: Profile
    var texts: [String] = []
    var ages: [Int] = []
    var future = ""

    init(_ profile: Profile) {
      self.profile = profile
    }

    #if swift(>=6.0)
      @ObservationTracking
      func bindText() { texts = [profile.name] }
      #if !NEVER_DEFINED
        @ObservationTracking
        func bindAge() -> Bool {
          ages = [profile.age]
          return true
        }
      #else
        @ObservationTracking
        func bindAge() { ages = [0, profile.age] }
      #endif
    #elseif NEVER_DEFINED
      @ObservationTracking
      func bindText() { texts = ["", profile.name] }
    #endif

    @available(macOS 26, iOS 26, *)
    @ObservationTracking
    func bindFuture() { future = profile.name }
  }

  @Test func methodsUnderConditionsAreStartedAgain() {
    let profile = Profile()
    let conditional = Conditional(profile)
    conditional.startObservationsIfNeeded()
    conditional.stopObservations()
    profile.name = "Grace"
    profile.age = 1
    conditional.startObservationsIfNeeded()
    #expect(conditional.texts == ["Grace"] && conditional.ages == [1])
    #if os(Linux)
      #expect(conditional.future == "Grace")
    #endif
  }

  // MARK: Isolation

  @Test func everyOriginOfIsolationIsKept() async {
    let counter = SharedCounter()
    let base = await Base(counter)
    let derived = await Derived(counter)
    await base.bind()
    await base.bindInAnExtension()
    await derived.bind()
    await derived.bindMore()
    let mixed = Mixed(counter)
    await mixed.bind()
    mixed.bindFreely()
    counter.count = 4
    await eventually { await Store.haveRun(base, derived, mixed) }
    await eventually { mixed.count == 4 }
  }

  @CancellableObservation
  final class Startable: Sendable {
    let profile: Profile
    @MainActor static var name = ""

    init(_ profile: Profile) {
      self.profile = profile
    }

    @MainActor @ObservationTracking func bind() { Self.name = profile.name }
  }

  @Test func methodsOfTheMainActorAreStartedThere() {
    let startable = Startable(Profile())
    startable.startObservationsIfNeeded()
    #expect(Startable.name == "Ada")
  }

  @CancellableObservation
  @MainActor class Screen {
    let profile: Profile
    let label = Label()
    var action: (() -> Void)?
    init(_ profile: Profile) { self.profile = profile }

    @ObservationTracking func bind() { label.text = profile.name }

    @StartObservations
    func appear() async throws -> Int {
      action = { [weak self] in self?.label.text = nil }
      await Task.yield()
      return 3
    }

    @StopObservations
    func disappear() {
      action = { [label] in label.text = "away" }
    }
  }

  @Test func capturesInMethodsThatStartAndStop() async throws {
    let profile = Profile()
    let screen = Screen(profile)
    #expect(try await screen.appear() == 3)
    #expect(screen.label.text == "Ada")
    screen.action?()
    #expect(screen.label.text == nil)
    screen.disappear()
    #expect(!screen.isObservingEnabled)
    screen.action?()
    #expect(screen.label.text == "away")
  }
}

extension FormTests.Box {
  @ObservationTracking
  func bindAge() where Value == Int {
    self.value = profile.age
  }

  @ObservationTracking
  func bindNames() where Value: Equatable {
    texts.append(profile.name)
  }

  @ObservationTracking
  func bindAges<Other: Sendable>(_ other: Other.Type) where Value: Sendable, Other: Hashable {
    texts.append("\(profile.age)")
  }
}

/// A global actor whose name says nothing.
@globalActor actor Store {
  static let shared = Store()

  @Store static func haveRun(_ base: Base, _ derived: Derived, _ mixed: Mixed) -> Bool {
    base.values == [4, 8] && derived.values == [4, 8] && mixed.stored == 4
  }
}

@Store class Base {
  let counter: SharedCounter
  var values = [0, 0]

  init(_ counter: SharedCounter) {
    self.counter = counter
  }

  @ObservationTracking
  func bind() {
    values[0] = record(counter.count)
  }

  func record(_ value: Int) -> Int {
    Store.shared.assertIsolated()
    return value
  }
}

extension Base {
  @ObservationTracking
  func bindInAnExtension() {
    values[1] = record(2 * counter.count)
  }
}

/// Which inherits the actor.
final class Derived: Base {
  @ObservationTracking
  func bindMore() {
    self.values[1] = record(2 * counter.count)
  }
}

/// Without isolation, but for its methods.
final class Mixed: Sendable {
  let counter: SharedCounter
  @Store var stored = 0
  @MainActor var count = 0

  init(_ counter: SharedCounter) {
    self.counter = counter
  }

  @Store
  @ObservationTracking(isolation: .task)
  func bind() {
    stored = counter.count
  }

  /// Runs again on the main actor.
  @ObservationTracking
  nonisolated func bindFreely() {
    show(counter.count)
  }

  private func show(_ value: Int) {
    guard value > 0 else { return }
    MainActor.assumeIsolated { count = value }
  }
}
