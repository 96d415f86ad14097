import Observation
import ObservationTracking
import TestSupport
import Testing

@testable import ObservationBridge

/// What an assignment reads on its left side, and what it changes.
@Suite @MainActor struct LeftSideTests {
  private let profile = Profile()

  struct Row {
    var title = ""
    var detail = ""
  }

  @MainActor @Observable final class Rows {
    let profile: Profile
    var rows = [Row(), Row()] {
      didSet { changeCount += 1 }
    }
    var index = 0
    @ObservationIgnored var changeCount = 0

    init(_ profile: Profile) {
      self.profile = profile
    }

    @ObservationTracking
    func bind() {
      rows[index].title = profile.name
      rows[index].detail = "\(profile.age)"
    }
  }

  @Test func whatTheLeftSideReadsIsNoDependency() async {
    let rows = Rows(profile)
    rows.bind()
    rows.index = 1
    await mainActorTurns()
    #expect(rows.rows.map(\.title) == ["Ada", ""])
    profile.name = "Grace"
    await mainActorTurns()
    #expect(rows.rows.map(\.title) == ["Ada", "Grace"])
  }

  @Test func bindingsOfOneCollectionDoNotChaseEachOther() async {
    let rows = Rows(profile)
    rows.bind()
    profile.name = "Grace"
    profile.age = 1
    await mainActorTurns(20)
    #expect(rows.changeCount == 4)
  }

  @MainActor @Observable final class Sorter {
    var names = ["c", "a"]
    @ObservationIgnored var runCount = 0

    @ObservationTracking
    func bind() {
      names = counted(names.sorted())
    }

    private func counted(_ names: [String]) -> [String] {
      runCount += 1
      return names
    }
  }

  @Test func whatABindingChangesItselfMakesItRunAgainAndLosesNothing() async {
    let sorter = Sorter()
    sorter.bind()
    await mainActorTurns()
    #expect(sorter.names == ["a", "c"])
    let runs = sorter.runCount
    for addition in ["b", "0", "d"] {
      sorter.names.append(addition)
      await mainActorTurns()
      #expect(sorter.names == sorter.names.sorted())
    }
    await mainActorTurns()
    #expect(sorter.names == ["0", "a", "b", "c", "d"])
    // Twice where it had to sort, and once where it found that sorted.
    #expect(sorter.runCount == runs + 5)
  }

  @MainActor @Observable final class Clamp {
    var value = 0
    @ObservationIgnored var runCount = 0

    @ObservationTracking func bind() { clamp() }

    private func clamp() {
      runCount += 1
      if value > 9 { value = 9 }
    }
  }

  @Test func aCallThatChangesWhatItReadsSettles() async {
    let clamp = Clamp()
    clamp.bind()
    for value in 10...12 {
      clamp.value = value
      await mainActorTurns()
      #expect(clamp.value == 9)
    }
    // The public backend doesn't report what changes while it's read.
    #expect(clamp.runCount == (trackingIsExact ? 7 : 4))
  }

  @MainActor @Observable final class Slot {
    let profile: Profile
    var label: Label?

    init(_ profile: Profile) {
      self.profile = profile
    }

    @ObservationTracking func bind() { label?.text = profile.name }
  }

  @Test func aMissingLeftSideIsWaitedFor() async {
    let slot = Slot(profile)
    slot.bind()
    profile.name = "Grace"
    await mainActorTurns()
    let label = Label()
    slot.label = label
    await mainActorTurns()
    #expect(label.text == "Grace")
    profile.name = "Joan"
    await mainActorTurns()
    #expect(label.text == "Joan")
  }

  @MainActor final class Forms {
    let profile: Profile
    var optional: Label? = Label()
    var style: Profile.Style? = .bold
    var labels = ["first": Label()]
    var pair = (name: "", age: 0)
    var any: Any = 0
    var count = 0
    var tags: Set<String> = []

    init(_ profile: Profile) {
      self.profile = profile
    }

    @ObservationTracking
    func bind() {
      optional!.text = profile.name
      style = profile.isShown ? .plain : nil
      self.labels["first"]?.text = profile.isShown ? nil : "none"
      pair.name = """
        \(profile.name)
          \(profile.age)
        """
      any = profile.age
      (pair.age, count) = (profile.age, profile.age + 1)
      tags = if profile.tags.isEmpty { [] } else { Set(profile.tags) }
    }
  }

  @Test func theTypeOfTheLeftSideIsThatOfTheRight() async {
    let forms = Forms(profile)
    forms.bind()
    #expect(forms.optional?.text == "Ada" && forms.style == .plain && forms.pair.name == "Ada\n  36")
    profile.isShown = false
    profile.age = 7
    profile.tags = ["a"]
    await mainActorTurns()
    #expect(forms.style == nil && forms.labels["first"]?.text == "none")
    #expect(forms.any as? Int == 7 && forms.pair.age == 7 && forms.count == 8 && forms.tags == ["a"])
  }
}
