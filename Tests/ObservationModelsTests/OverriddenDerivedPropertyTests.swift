import Observation
import ObservationModels
import TestSupport
import Testing

/// Derived properties that a read by their key path doesn't reach, because a subclass overrides them, because their model is being
/// deallocated, or because they name another key path.
@MainActor @Suite struct OverriddenDerivedPropertyTests {
  @ObservableModel class Order {
    var prices = [10]
    var tax = 1

    init() {}

    var total: Int { derived(\.total) { prices.reduce(0, +) } }
  }

  @ObservableModel class Sale: Order {
    var rebate = 1

    override var total: Int { derived(\Sale.total) { super.total - rebate } }
  }

  @ObservableModel final class LastSale: Sale {
    var fee = 5

    override var total: Int { derived(\LastSale.total) { super.total + fee } }
  }

  final class UnmarkedSale: Order {
    var rebate = 1

    override var total: Int { derived(\.total) { super.total - rebate } }
  }

  @ObservableModel final class SaleByTheKeyPathOfTheSuperclass: Order {
    var rebate = 1

    override var total: Int { derived(\Order.total) { super.total - rebate } }
  }

  @Test(arguments: [false, true]) func overrideMayNameTheKeyPathOfItsSuperclass(isMarked: Bool) {
    let sale = isMarked ? SaleByTheKeyPathOfTheSuperclass() : UnmarkedSale()
    var seen: [Int] = []
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { event in
      seen.append(sale.total)
      #expect(event.kind == .initial || event.matches(\Order.total))
    }
    sale.prices = [20]
    sale.tax = 2
    sale.prices = [5, 5]
    #expect(seen == [9, 19, 9])
    token.cancel()
    sale.prices = [30]
    #expect(sale.total == 29)
  }

  @Test(arguments: [false, true]) func threeLevelsFollowEachChange(isObserved: Bool) {
    for changed in 1..<8 {
      let sale = LastSale()
      var seen: [Int] = []
      let token =
        isObserved
        ? withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in seen.append(sale.total) } : nil
      #expect(sale.total == 14)
      withObservationTransaction {
        if changed & 1 != 0 { sale.prices = [20] }
        if changed & 2 != 0 { sale.rebate = 2 }
        if changed & 4 != 0 { sale.fee = 3 }
      }
      let expected = (changed & 1 != 0 ? 20 : 10) - (changed & 2 != 0 ? 2 : 1) + (changed & 4 != 0 ? 3 : 5)
      #expect(sale.total == expected)
      if isObserved { #expect(seen == [14, expected]) }
      sale.prices = [30]
      #expect(sale.total == expected + (changed & 1 != 0 ? 10 : 20))
      token?.cancel()
    }
  }

  @ObservableModel final class Detour: Order {
    var rebate = 1

    var before: Int { derived(\.before) { super.total } }
    override var total: Int { derived(\Detour.total) { before - rebate } }
  }

  @Test func overrideThatReadsItsSuperclassByAnotherPropertyIsNoCycle() {
    let order = Detour()
    #expect(order.total == 9)
    order.prices = [20]
    order.rebate = 2
    #expect(order.total == 18)
  }

  @ObservableModel final class LongDetour: Order {
    var rebate = 1
    var bonus = 1

    override var total: Int { derived(\LongDetour.total) { middle - rebate } }
    var middle: Int { derived(\.middle) { bonus + inherited } }
    var inherited: Int { derived(\.inherited) { super.total } }
  }

  @Test(arguments: [false, true]) func overrideThatReadsItsSuperclassByTwoPropertiesIsNoCycle(isObserved: Bool) {
    for changed in 1..<8 {
      let order = LongDetour()
      var seen: [Int] = []
      let token =
        isObserved
        ? withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in seen.append(order.total) } : nil
      #expect(order.total == 10)
      withObservationTransaction {
        if changed & 1 != 0 { order.prices = [20] }
        if changed & 2 != 0 { order.rebate = 3 }
        if changed & 4 != 0 { order.bonus = 5 }
      }
      let expected = (changed & 1 != 0 ? 20 : 10) - (changed & 2 != 0 ? 3 : 1) + (changed & 4 != 0 ? 5 : 1)
      #expect(order.total == expected)
      if isObserved { #expect(seen == [10, expected]) }
      token?.cancel()
    }
  }

  @ObservableModel final class Cyclic: Order {
    var isCyclic = false

    override var total: Int { derived(\Cyclic.total) { middle } }
    var middle: Int { derived(\.middle) { isCyclic ? total : super.total } }
  }

  @Test func cycleByWayOfAnOverrideIsNamed() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await Task { @MainActor in
        let order = Cyclic()
        _ = order.total
        withObservationTransaction {
          order.prices = [20]
          order.isCyclic = true
        }
        _ = order.total
      }.value
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("depends on itself: "))
  }

  @ObservableModel final class Conditional {
    var isOn = true
    var number = 10

    var tens: Int { isOn ? derived(\.tens) { number / 10 } : 0 }
  }

  @Test func getterThatDerivesAtTimesStopsTheWaveAtOtherTimes() {
    let model = Conditional()
    withObservationTracking {
      _ = model.tens
    } onChange: {
    }
    model.isOn = false
    model.number = 11
    model.isOn = true
    var seen: [Int] = []
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in seen.append(model.tens) }
    for number in 12..<20 { model.number = number }
    model.number = 20
    #expect(seen == [1, 2])
    token.cancel()
  }

  @ObservableModel final class FixedOrder: Order {
    var price = 100

    override var total: Int { price }
    var loss: Int { derived(\.loss) { super.total - price } }
    var plainLoss: Int { super.total - price }
  }

  @Test func overrideThatIsNotDerivedLeavesTheOneOfTheSuperclassCurrent() {
    let order = FixedOrder()
    let value = DerivedValue { order.plainLoss }
    #expect((order.loss, order.plainLoss, value.value) == (-90, -90, -90))
    order.prices.append(1000)
    #expect((order.loss, order.plainLoss, value.value) == (910, 910, 910))
    order.price = 10
    #expect((order.loss, order.plainLoss, value.value) == (1000, 1000, 1000))
  }

  @Test(arguments: [false, true]) func observationsFollowThePropertyOfTheSuperclass(isDerived: Bool) {
    let order = FixedOrder()
    var seen: [Int] = []
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
      seen.append(isDerived ? order.loss : order.plainLoss)
    }
    order.prices.append(1000)
    order.tax = 2
    order.prices.append(1)
    #expect(seen == [-90, 910, 911])
    token.cancel()
  }

  @ObservableModel final class Switchable: Order {
    var isFixed = true

    override var total: Int { derived(\Switchable.total) { isFixed ? 100 : super.total } }
    var sum: Int { derived(\.sum) { super.total } }
  }

  @Test func overrideThatReadsItsSuperclassAtTimesLeavesThatCurrent() {
    let order = Switchable()
    #expect((order.sum, order.total) == (10, 100))
    order.prices.append(1000)
    #expect((order.sum, order.total) == (1010, 100))
    order.isFixed = false
    #expect((order.sum, order.total) == (1010, 1010))
    order.prices = [1]
    #expect((order.sum, order.total) == (1, 1))
  }

  @ObservableModel final class Document {
    var words = 1
    private let log: Log<String>

    init(_ log: Log<String>) { self.log = log }

    deinit {
      log.append("\(words) \(title) \(pages)")
      words = 90
      log.append("\(words) \(title) \(pages)")
    }

    var pages: Int { derived(\.pages) { words / 10 } }
    var title: String { derived(\.title) { "\(pages) pages" } }
  }

  @Test(arguments: [false, true]) func deinitializerReadsCurrentValues(isObserved: Bool) {
    let log = Log<String>()
    do {
      let document = Document(log)
      #expect(document.title == "0 pages")
      let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { [weak document] _ in
        if isObserved { _ = document?.title }
      }
      if !isObserved { token.cancel() }
      document.words = 50
    }
    #expect(log.elements == ["50 5 pages 5", "90 9 pages 9"])
  }

  /// What is written for one property, and copied for another. In a subclass, a debug build doesn't find that.
  @ObservableModel class Mistaken {
    var number = 0
    var plain: Int { number }

    init() {}
  }

  final class SubMistaken: Mistaken {}

  @Test func propertyThatNamesTheKeyPathOfAnotherIsFollowed() {
    let mistaken = SubMistaken()
    var seen: [[Int]] = []
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
      seen.append([mistaken.ofStored, mistaken.ofComputed])
    }
    mistaken.number = 1
    mistaken.number = 2
    #expect(seen == [[100, 200], [101, 201], [102, 202]])
    token.cancel()
  }

  @Test func observationStartedInATransactionDeliversNoEqualValues() {
    let order = Order()
    let observer = withPortableContinuousObservation { _ in _ = order.tax }
    var seen: [[Int]] = []
    var token: PortableObservationToken?
    withObservationTransaction {
      order.tax = 2
      token = withPropertyObservation(of: order, \.tax) { seen.append([$0.old, $0.new]) }
      order.tax = 5
      order.tax = 2
    }
    #expect(seen.isEmpty)
    order.tax = 3
    #expect(seen == [[2, 3]])
    token?.cancel()
    observer.cancel()
  }
}

extension OverriddenDerivedPropertyTests.Mistaken {
  fileprivate var ofStored: Int { derived(\.number) { number + 100 } }
  fileprivate var ofComputed: Int { derived(\.plain) { number + 200 } }
}
