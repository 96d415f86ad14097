import ObservationModels
import Testing

/// Each getter reads its own derived property, also if models or overloads share the name.
@MainActor @Suite struct DerivedPropertyNameTests {
  @Test func propertiesOfAGenericModelAreDistinguished() {
    let numbers = Shelf([3, 1, 2])
    let texts = Shelf(["b", "a"])
    for _ in 0..<3 {
      #expect((numbers.first, numbers.count, numbers.sorted) == (3, 3, [1, 2, 3]))
      #expect((texts.first, texts.count, texts.sorted) == ("b", 2, ["a", "b"]))
    }
    #expect(numbers.runs == 3)
    numbers.items = [3]
    #expect((numbers.first, numbers.count, numbers.sorted) == (3, 1, [3]))
    #expect(numbers.runs == 6)
  }

  @Test func propertiesOfOneNameAndSeveralTypesAreDistinguished() {
    let shelf = Shelf([1, 2])
    let described: String = shelf.summary
    for _ in 0..<3 {
      #expect(shelf.summary == 3)
      #expect(shelf.summary == described)
    }
    #expect(described == "[1, 2]")
  }

  @Test func privatePropertiesOfOneNameInSeveralFilesAreDistinguished() {
    let shelf = Shelf([1, 2])
    for _ in 0..<3 { #expect((shelf.helped, shelf.helpedElsewhere) == (2, 3)) }
    shelf.items = [4]
    #expect((shelf.helped, shelf.helpedElsewhere) == (1, 4))
  }

  @Test func propertiesOfOneNameUnderSeveralConstraintsAreDistinguished() {
    let shelf = Shelf([1, 2])
    for _ in 0..<3 { #expect((shelf.anyTitle, shelf.title) == ("any", "numbers")) }
  }

  @Test func propertiesOfOneNameInMessagesAreDistinguished() {
    let shelf = Shelf([1, 2])
    for _ in 0..<3 { #expect((shelf.one, shelf.other) == ("one", "other")) }
  }

  @Test(arguments: [false, true]) func eachBranchOfAGetterHasAValueOfItsOwn(isObserved: Bool) {
    let shelf = Shelf([1])
    var seen: [String] = []
    let token =
      isObserved
      ? withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in seen.append(shelf.state) } : nil
    #expect(shelf.state == "shows 1")
    shelf.isEdited = true
    #expect(shelf.state == "edits 1")
    shelf.items = [1, 2]
    #expect(shelf.state == "edits 2")
    shelf.isEdited = false
    #expect(shelf.state == "shows 2")
    #expect(shelf.runs == 4)
    if isObserved { #expect(seen == ["shows 1", "edits 1", "edits 2", "shows 2"]) }
    token?.cancel()
  }

  @Test func severalPlacesOfOneGetterHaveAValueEach() {
    let shelf = Shelf([1, 2])
    var sums: [Int] = []
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { event in
      sums.append(shelf.sumOfTwo)
      #expect(event.kind == .initial || event.matches(\Shelf<Int>.sumOfTwo))
    }
    shelf.items = [1]
    #expect(sums == [5, 2])
    #expect(shelf.runs == 4)
    token.cancel()
  }

  @Test func propertiesOfOneNameAtSeveralLevelsAreDistinguished() {
    let box = Crate([1, 2])
    let asShelf: Shelf<Int> = box
    for _ in 0..<3 {
      #expect(box.count == 102)
      #expect(asShelf.count == 102)
    }
    box.extra = 10
    box.items = [1]
    #expect((box.count, asShelf.count) == (11, 11))
  }
}

@MainActor @ObservableModel class Shelf<Item: Comparable & Sendable> {
  var items: [Item]
  fileprivate var isEdited = false
  @ObservationIgnored fileprivate(set) var runs = 0

  init(_ items: [Item]) {
    self.items = items
  }

  var first: Item? { derived(\.first) { counted { items.first } } }
  var count: Int { derived(\.count) { counted { items.count } } }
  var sorted: [Item] { derived(\.sorted) { counted { items.sorted() } } }

  var title: String { derived(\.title) { "any" } }
  var anyTitle: String { title }
  private var helper: Int { derived(\.helper) { items.count } }
  var helped: Int { helper }
  var one: String { derived(\.one, name: "a name") { "one" } }
  var other: String { derived(\.other, name: "a name") { "other" } }

  fileprivate func counted<Result>(_ body: () -> Result) -> Result {
    runs += 1
    return body()
  }
}

extension Shelf where Item == Int {
  fileprivate var state: String {
    if isEdited {
      derived(\.state) { counted { "edits \(items.count)" } }
    } else {
      derived(\.state) { counted { "shows \(items.count)" } }
    }
  }

  fileprivate var sumOfTwo: Int {
    derived(\.sumOfTwo) { counted { items.count } } + derived(\.sumOfTwo) { counted { items.reduce(0, +) } }
  }

  fileprivate var title: String { derived(\.title) { "numbers" } }
  fileprivate var summary: Int { derived(\.summary) { items.reduce(0, +) } }
}

private protocol Described {
  var summary: String { get }
}

extension Described where Self: Shelf<Int> {
  @MainActor var summary: String { derived(\.summary) { "\(items)" } }
}

extension Shelf: @MainActor Described where Item == Int {}

@MainActor @ObservableModel final class Crate: Shelf<Int> {
  var extra = 100

  override var count: Int { derived(\Crate.count) { super.count + extra } }
}
