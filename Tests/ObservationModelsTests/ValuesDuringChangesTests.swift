import ObservationModels
import TestSupport
import Testing

/// What code reads that runs once a property has been stored, and before the change is over.
@MainActor @Suite struct ValuesDuringChangesTests {
  /// Observers of its properties change others.
  @ObservableModel final class Basket {
    var revision = 0
    var reports: [String] = []
    var prices = [1] {
      didSet {
        revision += 1
        reports.append("\(oldValue.count) -> \(total), twice \(twice)")
      }
    }
    var isOpen = true {
      willSet { reports.append("was \(isOpen) for \(label)") }
    }
    var isClosed = false {
      didSet {}
    }
    var discount = 0 {
      didSet { reports.append("discount \(oldValue)") }
    }

    var total: Int { derived(\.total) { prices.reduce(0, +) } }
    var twice: Int { derived(\.twice) { total * 2 } }
    var label: String { derived(\.label) { isOpen ? "open" : "closed" } }
    var factor: Int { derived(\.factor) { 100 - discount } }
    var state: String { derived(\.state) { isClosed ? "closed" : "open" } }
  }

  @Test func derivedValuesAreCurrentInAnObserverOfTheProperty() {
    let basket = Basket()
    #expect(basket.twice == 2)
    basket.prices = [1, 2]
    #expect(basket.reports == ["1 -> 3, twice 6"])
    basket.prices.append(3)
    #expect(basket.reports.last == "2 -> 6, twice 12")
    basket.prices[0] = 4
    #expect(basket.reports.last == "3 -> 9, twice 18")
    #expect(basket.twice == 18)
  }

  @Test(arguments: [false, true])
  func immediatePassesSeeOneState(isInTransaction: Bool) {
    let basket = Basket()
    let log = Log<String>()
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
      log.append("\(basket.revision) \(basket.prices.reduce(0, +)) \(basket.total) \(basket.twice)")
    }
    for price in 2...3 {
      if isInTransaction {
        withObservationTransaction { basket.prices.append(price) }
      } else {
        basket.prices.append(price)
      }
    }
    let passes =
      isInTransaction ? ["0 1 1 2", "1 3 3 6", "2 6 6 12"] : ["0 1 1 2", "1 3 3 6", "1 3 3 6", "2 6 6 12", "2 6 6 12"]
    #expect(log.elements == passes)
    token.cancel()
  }

  @Test func readerOfDerivedValuesOnlyIsNotifiedOnce() {
    let basket = Basket()
    let log = Log<String>()
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in log.append("\(basket.twice)") }
    let others = Counter()
    withObservationTracking {
      _ = basket.total
    } onChange: {
      others.add()
    }
    basket.prices.append(2)
    basket.prices.append(-2)
    basket.prices.append(0)
    #expect(log.elements == ["2", "6", "2"])
    #expect(others.count == 1)
    token.cancel()
  }

  @Test func derivedValuesAreCurrentInAnObserverInsideATransaction() {
    let basket = Basket()
    #expect(basket.total == 1)
    withObservationTransaction {
      basket.prices = [5]
      basket.prices = [6]
    }
    #expect(basket.reports == ["1 -> 5, twice 10", "1 -> 6, twice 12"])
  }

  @Test func derivedValuesAreTheFormerOnesBeforeAPropertyIsStored() {
    let basket = Basket()
    #expect(basket.label == "open")
    basket.isOpen = false
    #expect(basket.reports == ["was true for open"])
    #expect(basket.label == "closed")
  }

  @Test func emptyObserversDoNoHarm() {
    let basket = Basket()
    #expect(basket.state == "open")
    basket.isClosed = true
    #expect(basket.state == "closed")
  }

  /// They are marked before the observer of the property runs, and are reported afterwards all the same.
  @Test(arguments: [false, true])
  func readerOfADerivedValueIsNotifiedThoughThePropertysObserverDoesNotReadIt(isInTransaction: Bool) {
    let basket = Basket()
    let log = Log<String>()
    let text = DerivedValue { "\(basket.factor) %" }
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in log.append(text.value) }
    let others = Counter()
    withObservationTracking {
      _ = text.value
    } onChange: {
      others.add()
    }
    for discount in [10, 20] {
      if isInTransaction {
        withObservationTransaction { basket.discount = discount }
      } else {
        basket.discount = discount
      }
    }
    #expect(log.elements == ["100 %", "90 %", "80 %"])
    #expect(basket.reports == ["discount 0", "discount 10"])
    #expect(others.count == 1)
    token.cancel()
  }

  /// Its stored value is changed by hand.
  final class Gauge: Observable {
    let registrar = ModelRegistrar()
    private var stored = 1

    var double: Int { registrar.derived(self, \.double) { degrees * 2 } }
    var quadruple: Int { registrar.derived(self, \.quadruple) { double * 2 } }

    var degrees: Int {
      registrar.access(self, keyPath: \.degrees)
      return stored
    }

    func change(_ mutation: (inout Int) -> Void) {
      registrar.withMutation(of: self, keyPath: \.degrees) { mutation(&stored) }
    }

    func change(to new: Int, _ body: () -> Void) {
      registrar.withMutation(of: self, keyPath: \.degrees) {
        body()
        stored = new
        body()
      }
    }
  }

  @Test func derivedValuesAreCurrentInsideAMutationByHand() {
    let gauge = Gauge()
    var values: [Int] = []
    let log = Log<String>()
    func read() { values += [gauge.double, gauge.quadruple] }
    // Even where nobody has read them before.
    gauge.change(to: 2, read)
    #expect(values == [2, 4, 4, 8])
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
      log.append("\(gauge.quadruple)")
    }
    values = []
    gauge.change(to: 3, read)
    #expect(values == [4, 8, 6, 12])
    #expect(log.elements == ["8", "12"])
    token.cancel()
  }

  @Test func derivedValuesAreCurrentInsideNestedMutationsByHand() {
    let (outer, inner) = (Gauge(), Gauge())
    let sum = DerivedValue { outer.quadruple + inner.quadruple }
    var sums = [sum.value]
    outer.change(to: 10) {
      inner.change(to: 100) { sums.append(sum.value) }
      sums.append(sum.value)
      inner.change { $0 = 1 }
    }
    #expect(sums == [8, 8, 404, 404, 44, 440, 440])
    #expect(sum.value == 44)
  }
}
