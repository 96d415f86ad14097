import Foundation
import ObservationModels
import TestSupport
import Testing

/// The blocks of Swift in this product's documentation, compiled and run.
@Suite @MainActor struct SnippetTests {
  @MainActor @ObservableModel final class Document {
    var title = ""
    var lines: [String] = []
    @ObservationIgnored var isLoading = false
  }

  @MainActor @ObservableModel final class Cart {
    var items: [String] = []
    var note: String?
    @ObservationIgnored var isLoading = false
  }

  @MainActor @ObservableModel final class Preferences {
    var theme: String {
      get {
        access(keyPath: \.theme)
        return UserDefaults.standard.string(forKey: "theme") ?? "light"
      }
      set {
        withMutation(keyPath: \.theme) {
          UserDefaults.standard.set(newValue, forKey: "theme")
        }
      }
    }
  }

  @MainActor @ObservableModel final class Order {
    var prices: [Int] = []
    var budget = 100

    var total: Int { derived(\.total) { prices.reduce(0, +) } }
    var isAffordable: Bool { derived(\.isAffordable) { total <= budget } }
  }

  @MainActor final class Statistics {
    let revenue: DerivedValue<Int, Never>

    init(_ orders: [Order]) {
      revenue = DerivedValue { orders.reduce(0) { $0 + $1.total } }
    }
  }

  /// Where one order lies at a time.
  @MainActor @ObservableModel final class Desk {
    var order: Order?
    @ObservationIgnored var log: [String] = []

    func open(_ order: Order) { log.append("open") }
    func close(_ order: Order) { log.append("close") }
  }

  func print(_ items: [String]) {
    log.add("\(items)")
  }

  private let log = Log()

  @MainActor func printItems(of cart: Cart) -> PortableObservationToken {
    withPortableContinuousObservation { event in
      if event.kind == .initial || event.matches(\Cart.items) {
        print(cart.items)
      }
    }
  }

  @Test func aCartIsObserved() async {
    let cart = Cart()
    let token = printItems(of: cart)
    cart.items.append("tea")
    await mainActorTurns()
    cart.note = "later"
    await mainActorTurns()
    #expect(log.lines == ["[]", "[\"tea\"]"])
    token.cancel()
  }

  @Test func anOrderIsObserved() {
    let order = Order()
    let statistics = Statistics([order, Order()])
    var seen: [Bool] = []
    let token = withPortableContinuousObservation(options: [.didSet, .immediate]) { _ in
      seen.append(order.isAffordable)
    }
    order.prices = [90]
    withObservationTransaction {
      order.prices.append(30)
      order.budget += 30
    }
    #expect(seen == [true])
    order.budget = 100
    #expect(seen == [true, false])
    #expect(statistics.revenue.value == 120)
    token.cancel()
  }

  @Test func anOrderIsOpenedAndClosed() async {
    let (desk, order) = (Desk(), Order())
    desk.order = order
    func show(_ total: Int) { desk.log.append("\(total)") }

    let token = withPortableContinuousObservation { event in
      guard let order = desk.order else { return }
      desk.open(order)
      event.cleanup { desk.close(order) }
      event.scope.observe { _ in show(order.total) }
    }
    order.prices = [3]
    await mainActorTurns()
    desk.order = nil
    await mainActorTurns()
    order.prices = [4]
    await mainActorTurns()
    #expect(desk.log == ["open", "0", "3", "close"])
    token.cancel()
  }

  @Test func aDocumentIsObserved() {
    let document = Document()
    expectChange(of: document, \.lines) { document.lines.append("") }
    expectNoChange(of: document, \.isLoading) { document.isLoading = true }
    let preferences = Preferences()
    expectChange(of: preferences, \.theme) { preferences.theme = preferences.theme }
  }
}
