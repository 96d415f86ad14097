import Observation
import TestSupport
import Testing

@testable import ObservationBridge
@testable import ObservationTracking

/// Bindings in extensions, which have no place to hold anything.
@Suite @MainActor struct ExtensionBindingTests {
  private let profile = Profile()

  @MainActor class Card {
    let profile: Profile
    let name = Label()
    let age = Label()

    init(_ profile: Profile) {
      self.profile = profile
    }
  }

  final class DetailCard: Card {
    let detail = Label()
  }

  @Test func theFirstValueIsThereAndChangesFollow() async {
    let card = Card(profile)
    card.bind()
    #expect(card.name.text == "Ada")
    for number in 1...1000 { profile.name = "\(number)" }
    await mainActorTurns()
    #expect(card.name.text == "1000")
    #expect(card.name.assignmentCount == 2)
  }

  @Test func repeatedCallsObserveOnce() async {
    let card = Card(profile)
    card.bind()
    card.bind()
    card.bind()
    #expect(profile.registrationCount == 1)
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
      #expect(profile.registrationCount == 1)
    }
    #expect(released == nil)
    #expect(profile.registrationCount == 0)
  }

  @Test func eachOfManyOwnersLeavesNothingBehind() {
    for _ in 0..<1000 {
      let card = Card(profile)
      let other = DetailCard(profile)
      card.bind()
      other.bind()
      other.bindDetail()
      #expect(profile.registrationCount == 4)
    }
    #expect(profile.registrationCount == 0)
  }

  @Test func anOwnerAtTheAddressOfAnotherStartsAnew() async {
    var card: Card? = Card(profile)
    var addresses: Set<ObjectIdentifier> = []
    var reused = 0
    for _ in 0..<100 {
      card = nil
      card = Card(profile)
      #expect(card.map { ObservationTokens._of($0).isEmpty } == true)
      if card.map({ addresses.insert(ObjectIdentifier($0)).inserted }) == false { reused += 1 }
      card?.bind()
    }
    #expect(reused > 0 || !addressesAreReused)
    profile.name = "Grace"
    await mainActorTurns()
    #expect(card?.name.assignmentCount == 2)
  }

  @Test func extensionsOfAClassAndOfItsSubclassKeepApart() async {
    let card = DetailCard(profile)
    card.bind()
    card.bindDetail()
    profile.name = "Grace"
    await mainActorTurns()
    #expect(card.name.text == "Grace" && card.detail.text == "Grace")
    #expect(card.name.assignmentCount == 2)
  }

  @Test func extensionsInDifferentFilesKeepApart() async {
    let card = Card(profile)
    card.bind()
    card.bindInAnotherFile()
    profile.name = "Grace"
    profile.age = 1
    await mainActorTurns()
    #expect(card.name.assignmentCount == 4)
    #expect(profile.registrationCount == 2)
  }

  @Test func ownersOfManyThreadsLeaveNothingBehind() async {
    let counter = SharedCounter()
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<500 {
            let shared = SharedOwner(counter)
            shared.bind()
            shared.bind()
          }
        }
      }
    }
    // A run on another thread holds its owner until it ends.
    await eventually { counter.registrationCount == 0 }
  }

  final class SharedOwner: Sendable {
    let counter: SharedCounter

    init(_ counter: SharedCounter) {
      self.counter = counter
    }
  }

  final class LateOwner: Sendable {
    let counter: SharedCounter
    let ended: @Sendable (ObservationTokens) -> Void

    init(_ counter: SharedCounter, ended: @escaping @Sendable (ObservationTokens) -> Void) {
      self.counter = counter
      self.ended = ended
    }

    deinit {
      bind()
      ended(ObservationTokens._of(self))
    }
  }

  @Test func whatAnOwnerStartsInItsDeinitLeavesNothingBehind() async {
    let counter = SharedCounter()
    // Weak: who else holds them is the question.
    struct Tokens {
      weak var last: ObservationTokens?
    }
    let tokens = LockedState(Tokens())
    do {
      let owner = LateOwner(counter) { new in tokens.withLock { $0.last = new } }
      owner.bind()
    }
    // The run that confirms the first one holds the owner until it ends, on another thread.
    await eventually { tokens.withLock { $0.last == nil } && counter.registrationCount == 0 }
  }

  #if !canImport(ObjectiveC)
    @Test func theEndOfObjectsIsReported() {
      let counter = SharedCounter()
      #expect(endIsReported { Card(profile) })
      #expect(endIsReported { DetailCard(profile) })
      #expect(endIsReported { GenericOwner(1) })
      #expect(endIsReported { GenericOwner("a") })
      #expect(endIsReported { ActorBindingTests.Adder(counter) })
      #expect(endIsReported { OwnerWithIsolatedDeinit() })
      #expect(endIsReported { ActorWithIsolatedDeinit() })
      #expect(endIsReported { LateOwner(counter) { _ in } })
    }

    @Test func theEndOfObjectsOfManyGenericClassesIsReportedOnManyThreads() async {
      struct Pair<First, Second>: Sendable {}
      // Each depth doubles the classes, which are made while other threads make them too, and objects of them end.
      @Sendable func ends<Value: Sendable>(of value: Value, depth: Int) -> [Bool] {
        let here = [endIsReported { GenericOwner(value) }, endIsReported { GenericOwner([value]) }]
        guard depth > 0 else { return here }
        return here + ends(of: Pair<Value, Int>(), depth: depth - 1) + ends(of: Pair<Int, Value>(), depth: depth - 1)
      }
      await withTaskGroup { group in
        for _ in 0..<8 {
          group.addTask { ends(of: 0, depth: 6) }
        }
        for await ends in group { #expect(!ends.contains(false)) }
      }
    }

    /// Whether the tokens of an object go with it.
    private nonisolated func endIsReported<Owner: AnyObject & Sendable>(_ make: () -> Owner) -> Bool {
      weak var tokens: ObservationTokens?
      let isWatched: Bool
      do {
        let owner = make()
        isWatched = ObjectEnd.watch(owner)
        tokens = ObservationTokens._of(owner)
        withExtendedLifetime(owner) {}
      }
      return isWatched && tokens == nil
    }

    @MainActor final class OwnerWithIsolatedDeinit {
      isolated deinit {}
    }

    actor ActorWithIsolatedDeinit {
      isolated deinit {}
    }

    @Test(arguments: [(false, 8), (true, 1000)])
    func endsThatAreNotReportedLeaveFewEntries(thoughTheyShouldBe: Bool, limit: Int) {
      let table = OwnerTable()
      let kept = (0..<10).map { _ in GenericOwner(0) }
      var gone: [Address] = []
      var largestCount = 0
      for owner in kept { _ = table.tokens(of: owner, endIsReported: thoughTheyShouldBe) }
      for _ in 0..<5000 {
        let owner = GenericOwner(1)
        _ = table.tokens(of: owner, endIsReported: thoughTheyShouldBe)
        gone.append(Address(owner: owner))
        largestCount = max(largestCount, table.count)
      }
      #expect(largestCount <= 2 * kept.count + limit)
      for owner in kept { #expect(table.contains(ObjectIdentifier(owner))) }
    }

    /// Keeps the address of an object from being used again when the object is gone.
    struct Address {
      unowned let owner: AnyObject
    }
  #endif

  final class GenericOwner<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }
}

extension ExtensionBindingTests.Card {
  @ObservationTracking func bind() { name.text = profile.name }
}

extension ExtensionBindingTests.DetailCard {
  @ObservationTracking func bindDetail() {
    detail.text = profile.name
    name.style = profile.style
  }
}

extension ExtensionBindingTests.LateOwner {
  @ObservationTracking(isolation: .task) func bind() { read(counter.count) }

  private func read(_ count: Int) {}
}

extension ExtensionBindingTests.SharedOwner {
  @ObservationTracking(isolation: .task) func bind() { read(counter.count) }

  private func read(_ count: Int) {}
}
