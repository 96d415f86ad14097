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

  @Test func theOwnerIsNotKeptAndItsRegistrationsAreFreedWithTheNextChange() async {
    weak var released: Card?
    do {
      let card = Card(profile)
      released = card
      card.bind()
      #expect(profile.registrationCount == 1)
    }
    #expect(released == nil)
    profile.name = "Grace"
    await mainActorTurns()
    #expect(profile.registrationCount == 0)
  }

  @Test func theBindingOfADeadObjectNeverRuns() async {
    let label = Label()
    do {
      let borrower = Borrower(profile, label)
      borrower.bind()
      profile.name = "Grace"
    }
    await mainActorTurns()
    profile.name = "Joan"
    await mainActorTurns()
    #expect(label.text == "Ada" && label.assignmentCount == 1)
  }

  @MainActor final class Borrower {
    let profile: Profile
    let label: Label

    init(_ profile: Profile, _ label: Label) {
      self.profile = profile
      self.label = label
    }
  }

  @Test func anOwnerAtTheAddressOfAnotherStartsWithoutBindings() async {
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

  @Test func ownersThatDieOnManyThreadsLeaveNothingBehind() async {
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
    counter.count = 1
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
    await eventually { tokens.withLock { $0.last == nil } }
    counter.count = 1
    await eventually { counter.registrationCount == 0 }
  }

  #if !canImport(ObjectiveC)
    @Test(arguments: [0, 10, 1000])
    func deadEntriesAreNeverMoreThanLivingOnesPlusEight(keptCount: Int) {
      let table = OwnerTable()
      let counter = SharedCounter()
      let kept = (0..<keptCount).map { _ in SharedOwner(counter) }
      for owner in kept { owner.bind(in: table) }
      var largestCount = 0
      for _ in 0..<5000 {
        do { SharedOwner(counter).bind(in: table) }
        largestCount = max(largestCount, table.count)
      }
      #expect(largestCount - keptCount <= keptCount + 8)
      #expect(largestCount > keptCount)
      for owner in kept { #expect(table.contains(ObjectIdentifier(owner))) }
    }

    @Test func theEntriesOfManyThatDieAtOnceAreRemovedWhileAsManyStart() {
      let table = OwnerTable()
      let counter = SharedCounter()
      var owners = (0..<1000).map { _ in SharedOwner(counter) }
      for owner in owners { owner.bind(in: table) }
      owners = (0..<1000).map { _ in SharedOwner(counter) }
      for owner in owners { owner.bind(in: table) }
      #expect(table.count - owners.count <= owners.count + 8)
      #expect(counter.registrationCount == table.count)
    }

    @Test func deallocationsOnOtherThreadsLeaveFewEntries() async {
      let table = OwnerTable()
      let counter = SharedCounter()
      await withTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            for _ in 0..<500 {
              let owner = LockedState<SharedOwner?>(SharedOwner(counter))
              owner.withLock { $0 }?.bind(in: table)
              Thread.run { _ = owner.withLock { $0.take() } }
            }
          }
        }
      }
      // Four at a time lived, and one more while its first run held it.
      #expect(table.count <= 2 * 5 + 8)
    }
  #endif

}

extension ExtensionBindingTests.Card {
  @ObservationTracking func bind() { name.text = profile.name }
}

extension ExtensionBindingTests.Borrower {
  @ObservationTracking func bind() { label.text = profile.name }
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

  #if !canImport(ObjectiveC)
    /// Does what the macro generates, with a table of its own.
    func bind(in table: OwnerTable) {
      table.tokens(of: self)._binding("count").observeOnMainActor(self, at: .line(#line)) { owner, pass in
        owner.read(pass.tracking { owner.counter.count })
      }
    }
  #endif

  private func read(_ count: Int) {}
}
