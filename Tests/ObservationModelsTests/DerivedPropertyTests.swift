import ObservationBridge
import ObservationModels
import TestSupport
import Testing

/// Computed properties of models, cached until one of their dependencies changes.
@MainActor @Suite struct DerivedPropertyTests {
  @Test func aDerivedPropertyIsComputedOncePerChange() {
    let cart = Cart()
    cart.add(3)
    #expect(cart.total == 3)
    #expect(cart.total == 3)
    #expect(cart.runs == 1)
    cart.add(4)
    cart.add(5)
    #expect(cart.runs == 1)
    #expect(cart.total == 12)
    #expect(cart.runs == 2)
  }

  /// A value that isn't computed before the pass reads it may have changed: it matches, too.
  @Test func aPassMatchesADerivedPropertyThatHasChanged() async {
    let cart = Cart()
    let log = Log<String>()
    let token = withPortableContinuousObservation { event in
      let changes = [event.matches(\Cart.total), event.matches(\Cart.isEmpty), event.matches(\Cart.title)]
      log.append("\(cart.total) \(cart.isEmpty) \(cart.title) \(changes)")
    }
    cart.add(1)
    await mainActorTurns()
    cart.add(2)
    await mainActorTurns()
    cart.title = "b"
    await mainActorTurns()
    cart.add(0)
    await mainActorTurns()
    #expect(
      log.elements == [
        "0 true a [false, false, false]", "1 false a [true, true, false]", "3 false a [true, false, false]",
        "3 false b [false, false, true]",
      ]
    )
    token.cancel()
  }

  @ObservableModel final class Pair {
    var numbers = [1, 2]
    var other = 0

    var first: Int { derived(\.first) { numbers[0] } }
    var second: Int { derived(\.second) { numbers[1] } }
  }

  @Test(
    arguments: [ObservationOptions.didSet, [.didSet, .immediate], [.didSet, .immediate, .deinit]],
    [false, true]
  )
  func derivedPropertyMatchesOnlyIfItDiffers(options: ObservationOptions, cleansUp: Bool) async {
    let pair = Pair()
    let log = Log<String>()
    let token = withPortableContinuousObservation(options: options) { event in
      if cleansUp { event.cleanup {} }
      let before = [event.matches(\Pair.first), event.matches(\Pair.second)]
      let sum = pair.first + pair.second
      let after = [event.matches(\Pair.first), event.matches(\Pair.second)]
      log.append("\(sum) \(pair.other) \(before) \(withoutObservation { after })")
    }
    for change in 0..<4 {
      switch change {
      case 0: pair.numbers[0] = 10
      case 1: pair.numbers[1] = 20
      case 2: pair.numbers = [0, 0]
      default: pair.other = 1
      }
      await mainActorTurns()
    }
    #expect(
      log.elements == [
        "3 0 [false, false] [false, false]", "12 0 [true, false] [true, false]", "30 0 [false, true] [false, true]",
        "0 0 [true, true] [true, true]", "0 1 [false, false] [false, false]",
      ]
    )
    token.cancel()
  }

  @Test func derivedPropertyMatchesInThePassThatNoLongerReadsIt() async {
    let pair = Pair()
    let log = Log<String>()
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { event in
      if pair.other == 0 { _ = pair.first }
      log.append(
        "\(event.matches(\Pair.first)) \(event.matches(\Pair.second)) \(withoutObservation { event.matches(\Pair.other) })"
      )
    }
    withObservationTransaction {
      pair.numbers[0] = 5
      pair.other = 1
    }
    pair.other = 2
    #expect(log.elements == ["false false false", "true false true", "false false true"])
    token.cancel()
  }

  /// A model that changes itself during its initialization.
  @ObservableModel final class Row {
    var title: String
    var tags: [String] = []
    var length = 0 {
      didSet { if length > oldValue { tags.append("longer") } }
    }

    init(_ title: String) {
      self.title = title
      tags.append(title)
      length += title.count
      if self.title.count > 1 { self.title = title.uppercased() }
      withMutation(keyPath: \.title) { _title += "!" }
    }
  }

  @ObservableModel final class Sheet {
    var names = ["a", "bc"]
    var rows: [Row] { derived(\.rows, comparingBy: { _, _ in false }) { names.map { Row($0) } } }
    var titles: [String] {
      derived(\.titles) {
        names.map { name in
          let row = Row(name)
          row.tags += ["\(row.tags.count)"]
          if row.length > 0 { row.length = 0 }
          return row.title + row.tags.joined()
        }
      }
    }
  }

  @Test func modelsThatAreMadeInsideADerivedPropertyMayBeChangedThere() {
    let sheet = Sheet()
    let log = Log<String>()
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
      log.append(sheet.rows.map { "\($0.title)\($0.tags)" }.joined() + " \(sheet.titles)")
    }
    #expect(sheet.titles == ["a!alonger2", "BC!bclonger2"])
    let rows = sheet.rows
    #expect(rows.map(\.title) == ["a!", "BC!"])
    #expect(sheet.rows.first === rows.first)
    // What they have changed while they were made, nothing depends on but what has read it afterwards.
    rows[0].tags.append("more")
    #expect(log.elements.last?.contains("more") == true)
    #expect(sheet.rows.first === rows.first)
    sheet.names = ["d"]
    #expect(sheet.rows.map(\.title) == ["d!"])
    #expect(log.elements.count == 3)
    token.cancel()
  }

  @Test func foreignTrackersAreNotifiedOfADerivedPropertyOnlyIfItDiffers() {
    let cart = Cart()
    let counter = Counter()
    func track() {
      withObservationTracking {
        _ = cart.isEmpty
      } onChange: {
        counter.add()
      }
    }
    track()
    cart.add(1)
    #expect(counter.count == 1)
    track()
    cart.add(2)
    cart.title = "b"
    #expect(counter.count == 1)
    cart.prices = []
    #expect(counter.count == 2)
  }

  @Test(arguments: [2, 3, 4, 20_000]) func aChainIsBroughtUpToDateWithoutRecursion(length: Int) {
    var links: [Link] = []
    for _ in 0..<length {
      links.append(Link(links.last))
      _ = links[links.count - 1].sum
    }
    let last = links[links.count - 1]
    var seen: [Int] = []
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in seen.append(last.sum) }
    links[0].own = 2
    #expect(seen == [length, length + 1])
    links[0].own = 3
    #expect(seen == [length, length + 1, length + 2])
    #expect(last.sum == length + 2)
    token.cancel()
  }

  @Test func anOverridingPropertyIsDerivedAtItsLevel() {
    let cart = SaleCart()
    cart.add(10)
    var seen: [Int] = []
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in seen.append(cart.total) }
    cart.percent = 50
    cart.add(20)
    let asCart: Cart = cart
    #expect(asCart.total == 15)
    cart.percent = 10
    #expect(seen == [10, 5, 15, 27])
    token.cancel()
  }

  @Test func aCustomComparisonDecides() {
    let cart = Cart()
    var seen: [Double] = []
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in seen.append(cart.average) }
    cart.prices = [2, 2]
    cart.prices = [2, 2, 2, 2, 3]
    cart.prices = [5]
    #expect(seen == [0, 2, 5])
    token.cancel()
  }

  @Test func aDerivedPropertyDoesNotRetainItsModel() {
    weak var model: Cart?
    var seen: [Int] = []
    var token: PortableObservationToken?
    do {
      let cart = Cart()
      model = cart
      token = withPortableContinuousObservation { [weak cart] _ in seen.append(cart?.total ?? -1) }
      cart.add(1)
    }
    #expect(model == nil)
    token?.cancel()
  }

  @Test func anInitializerReadsADerivedPropertyOnceAllHaveTheirValues() {
    let budget = Budget([1, 2])
    #expect(budget.totals == [3, 7])
    #expect(budget.total == 7)
    #expect(budget.runs == 2)
  }

  @Test(.compilesSources) func anInitializerReadsNoDerivedPropertyBeforeAllHaveTheirValues() throws {
    let result = try Compiler.check(
      """
      import ObservationModels

      @ObservableModel final class Budget {
        var prices: [Int]
        var total: Int { derived(\\.total) { prices.reduce(0, +) } }

        init(limit: Int) {
          let isAffordable = total <= limit
          prices = isAffordable ? [] : [limit]
        }
      }
      """
    )
    #expect(result.errors == ["'self' used in property access 'total' before all stored properties are initialized"])
  }
}

@MainActor @ObservableModel private class Cart {
  var prices: [Int] = []
  var title = "a"
  @ObservationIgnored private(set) var runs = 0

  var total: Int {
    derived(\.total) {
      runs += 1
      return prices.reduce(0, +)
    }
  }

  var isEmpty: Bool { derived(\.isEmpty) { prices.isEmpty } }

  var average: Double {
    derived(\.average, comparingBy: { abs($0 - $1) < 1 }) {
      prices.isEmpty ? 0 : Double(prices.reduce(0, +)) / Double(prices.count)
    }
  }

  func add(_ price: Int) {
    prices.append(price)
  }

  /// As with a computed property.
  @Test(arguments: 0..<3) func foreignTrackersAreNotifiedOfAStandardModelsChangeOnTheirActor(keptCount: Int) async {
    let keyPaths = [\Whole.number, \.double]
    for keyPath in keyPaths {
      let whole = Whole()
      for kept in keyPaths.prefix(keptCount) { _ = whole[keyPath: kept] }
      let count = Counter()
      withObservationTracking {
        _ = whole[keyPath: keyPath]
      } onChange: {
        MainActor.assumeIsolated { count.add() }
      }
      whole.part.number = 5
      if Tracking.isExact || Tracking.isStandard { #expect(count.count == 1) }
      await eventually { count.count > 0 }
      await mainActorTurns()
      #expect(count.count == 1)
    }
  }
}

@MainActor @ObservableModel private final class Budget {
  var prices: [Int]
  @ObservationIgnored var totals: [Int] = []
  @ObservationIgnored private(set) var runs = 0

  var total: Int {
    derived(\.total) {
      runs += 1
      return prices.reduce(0, +)
    }
  }

  init(_ prices: [Int]) {
    self.prices = prices
    totals.append(total)
    self.prices.append(4)
    totals.append(total)
  }
}

@MainActor @ObservableModel private final class Link {
  var own = 1
  // All are kept in one array: chains of objects would be released by recursion, whatever they're made of.
  @ObservationIgnored private unowned let previous: Link?

  init(_ previous: Link?) {
    self.previous = previous
  }

  var sum: Int { derived(\.sum) { (previous?.sum ?? 0) + own } }
}

@MainActor @ObservableModel private final class SaleCart: Cart {
  var percent = 0

  override var total: Int {
    derived(\SaleCart.total) { super.total * (100 - percent) / 100 }
  }
}

@MainActor @Observable private final class PlainPart {
  var number = 0
}

@MainActor @ObservableModel private final class Whole {
  @ObservationIgnored let part = PlainPart()

  var number: Int { derived(\.number) { part.number } }
  var double: Int { derived(\.double) { number * 2 } }
}
