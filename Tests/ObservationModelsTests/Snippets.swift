import Foundation
import ObservationModels
import Synchronization
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

  @ObservableModel final class Quote: Sendable {
    private let state = Mutex((price: 0, volume: 0, isClosed: false))

    var price: Int {
      get {
        access(keyPath: \.price)
        return state.withLock { $0.price }
      }
      set {
        withMutation(keyPath: \.price) { state.withLock { $0.price = newValue } }
      }
    }

    var volume: Int {
      access(keyPath: \.volume)
      return state.withLock { $0.volume }
    }

    var isClosed: Bool {
      access(keyPath: \.isClosed)
      return state.withLock { $0.isClosed }
    }

    func trade(_ count: Int, at newPrice: Int) {
      withMutation(keyPath: \.volume) { state.withLock { $0.volume += count } }
      price = newPrice
    }

    func close() {
      withMutation(keyPath: \.isClosed) { state.withLock { $0.isClosed = true } }
    }
  }

  nonisolated func prices(of quote: Quote) -> some AsyncSequence<Int, Never> & Sendable {
    ObservationBridge.untilFinished(options: .throttle(.milliseconds(50))) {
      quote.isClosed ? .last(quote.price) : .next(quote.price)
    }
  }

  nonisolated func volumes(of quote: Quote) -> ObservationBridge<Int> {
    let volumes = ObservationBridge(ofSendable: quote) { $0.volume }
    return volumes
  }

  nonisolated func logPrices(of quote: Quote, in scope: ObservationScope, _ log: @escaping @Sendable (String) -> Void) {
    scope.observe(sendable: quote) { quote in log("\(quote.price)") }
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
    log.append("\(items)")
  }

  private let log = Log<String>()

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
    #expect(log.elements == ["[]", "[\"tea\"]"])
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

  /// Threads trade; subscribers on other threads all end with the last price, and nothing that was traded is lost.
  @Test(.disabled(if: isWatchedByThreadSanitizer, "the sanitizer doesn't know that a mutex is a lock"))
  nonisolated func aQuoteIsTradedOnSeveralThreads() async {
    for _ in 0..<Stress.rounds(brief: 5, full: 50) {
      let quote = Quote()
      let scope = ObservationScope()
      let logged = Mutex<[String]>([])
      logPrices(of: quote, in: scope) { line in logged.withLock { $0.append(line) } }
      let immediate = Mutex(0)
      let token = withPortableContinuousObservation(options: .immediate) { @Sendable _ in
        let volume = quote.volume
        immediate.withLock { $0 = max($0, volume) }
      }
      let subscribers = (0..<4).map { _ in
        Task {
          var last = -1
          for await price in prices(of: quote) { last = price }
          return last
        }
      }
      let total = Task { await volumes(of: quote).first { $0 == 4 * 25 } }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask { Thread.run { for price in 1...25 { quote.trade(1, at: price) } } }
        }
      }
      quote.price = 1100
      quote.close()
      for subscriber in subscribers { #expect(await subscriber.value == 1100) }
      #expect(await total.value == 100)
      await eventually { logged.withLock { $0.last } == "1100" }
      await eventually { immediate.withLock { $0 } == 100 }
      token.cancel()
    }
  }

  @Test func aDocumentIsObserved() {
    let document = Document()
    expectChange(of: document, \.lines) { document.lines.append("") }
    expectNoChange(of: document, \.isLoading) { document.isLoading = true }
    let preferences = Preferences()
    expectChange(of: preferences, \.theme) { preferences.theme = preferences.theme }
  }
}
