import Observation
import TestSupport
import Testing

@testable import ObservationBridge

/// Deallocations of models that a derived value has read.
@Suite @MainActor struct DeallocationsBehindValuesTests {
  private let cell = Cell(1)
  private let plain = PlainCell(1)

  private final class Person: Observable {
    private let registrar = ModelRegistrar()
    private var storedName: String
    private weak var storedBoss: Person?

    init(_ name: String) {
      storedName = name
    }

    var name: String {
      get {
        registrar.access(self, keyPath: \.name)
        return storedName
      }
      set { registrar.withMutation(of: self, keyPath: \.name) { storedName = newValue } }
    }

    var boss: Person? {
      get {
        registrar.access(self, keyPath: \.boss)
        return storedBoss
      }
      set { registrar.withMutation(of: self, keyPath: \.boss) { storedBoss = newValue } }
    }

    var bossName: String { registrar.derived(self, \.bossName) { boss?.name ?? "none" } }
    var letter: String { registrar.derived(self, \.letter) { "Dear \(bossName)" } }
  }

  @Test func valueIsComputedAgainWhenAModelThatItHasReadIsDeallocated() {
    let person = Person("Charles")
    var boss: Person? = Person("Ada")
    person.boss = boss
    #expect(person.letter == "Dear Ada")
    boss = nil
    #expect(person.letter == "Dear none")
    #expect(person.bossName == "none")
  }

  /// Only observers that have read the model directly are notified of a deallocation. The next change of the value reaches all observers.
  @Test(arguments: [false, true]) func deallocationBehindAValueIsFoundWithTheNextChange(isReadInBetween: Bool) async {
    let person = Person("Charles")
    var boss: Person? = Person("Ada")
    person.boss = boss
    var seen: [String] = []
    let token = withPortableContinuousObservation(options: [.didSet, .deinit]) { _ in seen.append(person.letter) }
    var others: [String] = []
    let other = withPortableContinuousObservation { _ in others.append(person.letter) }
    var immediate: [String] = []
    let third = effect { _ in immediate.append(person.letter) }
    _ = boss?.name
    boss = nil
    await mainActorTurns(3)
    #expect(seen == ["Dear Ada"] && others == ["Dear Ada"] && immediate == ["Dear Ada"])
    if isReadInBetween { #expect(person.letter == "Dear none") }
    let next = Person("Grace")
    person.boss = next
    #expect(immediate == ["Dear Ada", "Dear Grace"])
    await eventually { seen.count == 2 && others.count == 2 }
    #expect(seen.last == "Dear Grace")
    #expect(others.last == "Dear Grace")
    for token in [token, other, third] { token.cancel() }
  }

  /// A property of a model that goes needn't have read anything of that model itself.
  @Test func valuesAreComputedAgainBehindAPropertyWhoseModelIsDeallocated() {
    final class View: Observable {
      private let registrar = ModelRegistrar()
      private let cell: Cell

      init(_ cell: Cell) {
        self.cell = cell
      }

      var x: Int { registrar.derived(self, \.x) { cell.x } }
    }
    var view: View? = View(cell)
    let double = DerivedValue { [weak view] in view.map { 2 * $0.x } ?? -1 }
    let next = DerivedValue { double.value + 1 }
    #expect(next.value == 3)
    view = nil
    #expect(next.value == 0)
  }

  @Test func valueIsntComputedAgainWhenModelsItMadeAreDeallocated() async {
    var count = 0
    let letters = DerivedValue {
      count += 1
      let boss = Person("Ada \(cell.x)")
      let person = Person("Charles")
      person.boss = boss
      return person.letter
    }
    var (seen, passCount): ([String], Int) = ([], 0)
    let token = withPortableContinuousObservation(options: [.didSet, .deinit]) { _ in
      passCount += 1
      seen.append(letters.value)
    }
    await mainActorTurns()
    #expect([letters.value, letters.value] == ["Dear Ada 1", "Dear Ada 1"])
    #expect(count == 1)
    #expect(passCount == 1)
    cell.x = 2
    await eventually { seen == ["Dear Ada 1", "Dear Ada 2"] }
    await mainActorTurns()
    #expect(letters.value == "Dear Ada 2")
    #expect(count == 2)
    #expect(passCount == 2)
    token.cancel()
  }

  /// The value is computed before the pass begins, and releases the model that the last pass has read.
  @Test func noPassFollowsTheOneThatReadsAReplacedModel() async {
    let person = DerivedValue { Person("Ada \(cell.x)") }
    var (kinds, seen): ([ObservationEvent.Kind], [String]) = ([], [])
    let token = withPortableContinuousObservation(options: [.didSet, .deinit]) { event in
      kinds.append(event.kind)
      seen.append(person.value.name)
    }
    await mainActorTurns()
    let before = kinds.count
    cell.x = 2
    await eventually { seen.last == "Ada 2" }
    // Deallocations are reported in order.
    var (other, isReported): (Cell?, Bool) = (Cell(1), false)
    let otherToken = withPortableContinuousObservation(options: [.didSet, .deinit]) { event in
      isReported = event.kind == .deinit
      _ = other?.x
    }
    other = nil
    await eventually { isReported }
    await mainActorTurns()
    #expect(kinds.dropFirst(before) == [.didSet])
    token.cancel()
    otherToken.cancel()
  }

  @Test(arguments: [false, true]) func deallocationOfAModelThatAValueMadeMakesNoPassDue(isPlain: Bool) async {
    var count = 0
    let token = withPortableContinuousObservation(options: [.didSet, .deinit]) { [plain, cell] _ in
      count += 1
      if count < 100 { _ = isPlain ? PlainCell(plain.x).x : Cell(cell.x).sum }
    }
    // Deallocations are reported in order: once a later deallocation has been reported, no earlier report is missing.
    var (other, otherCount): (Cell?, Int) = (Cell(1), 0)
    let otherToken = withPortableContinuousObservation(options: [.didSet, .deinit]) { _ in
      otherCount += 1
      _ = other?.x
    }
    other = nil
    await eventually { otherCount == 2 }
    await mainActorTurns()
    #expect(count == 1)
    token.cancel()
    otherToken.cancel()
  }
}
