import Observation
import ObservationTracking
import TestSupport
import Testing

/// Bindings of a class on the main actor.
@Suite @MainActor struct BindingTests {
  private let profile = Profile()

  @MainActor final class Card {
    let profile: Profile
    let name = Label()
    let age = Label()
    let hint = Label()
    private(set) var renderCount = 0

    init(_ profile: Profile) {
      self.profile = profile
    }

    @ObservationTracking
    func bind() {
      name.text = profile.name
      name.style = profile.age > 40 ? .plain : .bold
      age.show(profile.age)
      if profile.isShown {
        hint.text = "shown"
      } else {
        hint.text = "hidden"
      }
      switch profile.style {
      case .plain: render()
      case .bold: break
      }
    }

    private func render() {
      renderCount += 1
    }
  }

  @Test func theFirstValueIsThereWhenTheMethodReturns() {
    let card = Card(profile)
    card.bind()
    #expect(card.name.text == "Ada")
    #expect(card.name.style == .bold)
    #expect(card.age.text == "36")
    #expect(card.hint.text == "shown")
    #expect(card.renderCount == 1)
  }

  @Test func everyFormFollowsItsChanges() async {
    let card = Card(profile)
    card.bind()
    profile.name = "Grace"
    profile.age = 41
    profile.isShown = false
    profile.style = .bold
    await mainActorTurns()
    #expect(card.name.text == "Grace")
    #expect(card.name.style == .plain)
    #expect(card.age.text == "41")
    #expect(card.hint.text == "hidden")
    #expect(card.renderCount == 1)
    profile.style = .plain
    await mainActorTurns()
    #expect(card.renderCount == 2)
  }

  @Test func aBindingRunsForWhatItHasReadAndForNothingElse() async {
    let card = Card(profile)
    card.bind()
    profile.age = 37
    await mainActorTurns()
    #expect(card.name.assignmentCount == 1)
    #expect(card.age.assignmentCount == 2)
    #expect(card.hint.assignmentCount == 1)
  }

  @Test func aThousandChangesOfATurnMakeOneRunWithTheLastValue() async {
    let card = Card(profile)
    card.bind()
    for number in 1...1000 { profile.name = "\(number)" }
    await mainActorTurns()
    #expect(card.name.text == "1000")
    #expect(card.name.assignmentCount == 2)
  }

  @Test func repeatedCallsObserveOnce() async {
    let card = Card(profile)
    card.bind()
    let registrations = profile.registrationCount
    card.bind()
    card.bind()
    #expect(card.name.assignmentCount == 3)
    #expect(profile.registrationCount == registrations)
    profile.name = "Grace"
    await mainActorTurns()
    #expect(card.name.assignmentCount == 4)
  }

  @Test func theOwnerIsNotKeptAndLeavesNothingBehind() async {
    weak var released: Card?
    do {
      let card = Card(profile)
      released = card
      card.bind()
      #expect(profile.registrationCount > 0)
    }
    #expect(released == nil)
    #expect(profile.registrationCount == 0)
    profile.name = "Grace"
    await mainActorTurns()
  }

  @Test func anOwnerThatGoesBeforeItsRunDoesNotRun() async {
    let label = Label()
    do {
      let owner = Borrower(profile, label)
      owner.bind()
      profile.name = "Grace"
    }
    await mainActorTurns()
    #expect(label.text == "Ada")
  }

  @MainActor final class Borrower {
    let profile: Profile
    let label: Label

    init(_ profile: Profile, _ label: Label) {
      self.profile = profile
      self.label = label
    }

    @ObservationTracking func bind() { label.text = profile.name }
  }

  @Test func aBindingThatCallsItsOwnMethodDoesNotRecur() async {
    let owner = Recurring(profile)
    owner.bind()
    profile.name = "Grace"
    await mainActorTurns()
    #expect(owner.names == ["Ada", "Grace"])
  }

  @MainActor final class Recurring {
    let profile: Profile
    private(set) var names: [String] = []

    init(_ profile: Profile) {
      self.profile = profile
    }

    @ObservationTracking func bind() { update() }

    private func update() {
      names.append(profile.name)
      bind()
    }
  }

  @Test func anotherThreadsFinalValueArrives() async {
    let counter = SharedCounter()
    let owner = Follower(counter)
    owner.bind()
    for burst in 1...300 {
      Thread.start {
        for step in 0..<5 { counter.count = burst * 10 + step }
      }
      await eventually { owner.count == burst * 10 + 4 }
    }
  }

  @MainActor final class Follower {
    let counter: SharedCounter
    private(set) var count = -1

    init(_ counter: SharedCounter) {
      self.counter = counter
    }

    @ObservationTracking func bind() { count = counter.count }
  }
}
