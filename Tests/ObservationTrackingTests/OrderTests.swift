import Observation
import ObservationTracking
import TestSupport
import Testing

/// The order in which the bindings of an object run.
@Suite @MainActor struct OrderTests {
  private let profile = Profile()

  @MainActor class Card {
    let profile: Profile
    let label = Label()
    private(set) var runs: [Int] = []

    init(_ profile: Profile) {
      self.profile = profile
    }

    @ObservationTracking
    func bind() {
      record(0, profile.name)
      record(1, profile.name)
      record(2, profile.age)
      record(3, profile.name)
      record(4, profile.age)
      record(5, profile.name)
      label.text = profile.name
    }

    func record(_ binding: Int, _ value: some Any) {
      runs.append(binding)
    }

    func forgetRuns() {
      runs = []
    }
  }

  /// Binds what its superclass binds.
  final class LoudCard: Card {
    @ObservationTracking
    override func bind() {
      super.bind()
      label.text = "\(profile.name)!"
    }
  }

  /// Lets its superclass have the last word.
  final class SubordinateCard: Card {
    @ObservationTracking
    override func bind() {
      label.text = "\(profile.name)?"
      super.bind()
    }
  }

  @Test func bindingsRunInTheOrderInWhichTheyWereStarted() async {
    let cards = (0..<20).map { _ in Card(profile) }
    for card in cards {
      card.bind()
      card.forgetRuns()
    }
    profile.name = "Grace"
    await mainActorTurns()
    for card in cards { #expect(card.runs == [0, 1, 3, 5]) }
  }

  @Test func theOrderOfTheChangesMakesNoDifference() async {
    let card = Card(profile)
    card.bind()
    card.forgetRuns()
    profile.age = 1
    profile.name = "Grace"
    await mainActorTurns()
    #expect(card.runs == [0, 1, 2, 3, 4, 5])
  }

  @Test func restartedBindingRunsLast() async {
    let card = LoudCard(profile)
    card.bind()
    card.bind()
    profile.name = "Grace"
    await mainActorTurns()
    #expect(card.label.text == "Grace!")
  }

  @Test func theBindingOfALabelThatWasStartedLastWins() async {
    let loud = (0..<20).map { _ in LoudCard(profile) }
    let subordinate = (0..<20).map { _ in SubordinateCard(profile) }
    for card in loud + subordinate as [Card] { card.bind() }
    for name in ["Grace", "Joan", "Mary"] {
      profile.name = name
      await mainActorTurns()
      #expect(loud.allSatisfy { $0.label.text == "\(name)!" })
      #expect(subordinate.allSatisfy { $0.label.text == name })
    }
  }
}
