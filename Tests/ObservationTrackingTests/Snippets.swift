import Observation
import ObservationTracking
import TestSupport
import Testing

/// The blocks of Swift in this product's documentation, compiled and run.
@Suite @MainActor struct SnippetTests {
  @MainActor @Observable final class Weather {
    var temperature = "20°"
  }

  @MainActor final class ProfileController {
    let nameLabel = Label()
    let ageLabel = Label()
    let profile: Profile

    init(_ profile: Profile) {
      self.profile = profile
    }

    @ObservationTracking
    func bind() {
      nameLabel.text = profile.name
      ageLabel.text = "\(profile.age)"
    }
  }

  @CancellableObservation
  @MainActor final class WeatherController {
    let label = Label()
    let weather: Weather

    init(_ weather: Weather) {
      self.weather = weather
    }

    @ObservationTracking
    func bind() {
      label.text = weather.temperature
    }
  }

  // MARK: Guide

  @MainActor @Observable final class CounterModel {
    var value = 0
    var isHidden = false
  }

  enum Color {
    case red, gray
  }

  @MainActor final class CounterView {
    let label = Label()
    let hint = Label()
    let counter: CounterModel
    var color = Color.gray

    init(_ counter: CounterModel) {
      self.counter = counter
    }

    @ObservationTracking
    func bind() {
      // The number.
      label.text = "\(counter.value)"
      color = counter.value > 9 ? .red : .gray
      announce(counter.value)
      if counter.isHidden {
        hint.text = "hidden"
      }
    }

    func announce(_ value: Int) {}
  }

  @MainActor class TitledView {
    var title = ""
    func setTitle(_ title: String) { self.title = title }
  }

  @MainActor final class Badge {
    var log: [String] = []
    func symbol(_ symbol: String) -> Badge {
      log.append(symbol)
      return self
    }
    func animated(_ isAnimated: Bool) {}
    func show(_ count: Int) { log.append("\(count)") }
    func load(_ symbol: String) throws { log.append("load " + symbol) }
  }

  @MainActor @Observable final class Order {
    var name = "Tea"
    var symbol = "cup"
    var lastAmount = 2
    var isPaid = false
    struct Missing: Error {}
    func receipt() throws -> String {
      guard isPaid else { throw Missing() }
      return "for \(name)"
    }
  }

  @MainActor final class OrderView: TitledView {
    let badge = Badge()
    let order: Order
    var total = 0
    var receipt = ""

    init(_ order: Order) {
      self.order = order
    }

    @ObservationTracking
    func bind() {
      badge.symbol(order.symbol).animated(true)
      total += order.lastAmount
      if order.isPaid { badge.show(1) }
      super.setTitle(order.name)
      do {
        receipt = try order.receipt()
      } catch {
        receipt = "none"
      }
      try? badge.load(order.symbol)
      do {
        // Only once.
        badge.show(order.lastAmount)
      }
    }
  }

  @MainActor final class TicketView {
    let label = Label()
    let order: Order
    var opened: [String] = []

    init(_ order: Order) {
      self.order = order
    }

    @ObservationTracking
    func bind() {
      label.onTap = { [weak self, name = order.name, symbol = order.symbol] in
        self?.open(name, symbol)
      }
    }

    func open(_ name: String, _ symbol: String) {
      opened.append(name + " " + symbol)
    }
  }

  @MainActor final class RowView {
    let label = Label()
    let counter: CounterModel

    init(_ counter: CounterModel) {
      self.counter = counter
    }

    @ObservationTracking
    func bindValue() {
      label.text = "\(counter.value)"
    }

    @ObservationTracking
    func bindHint() {
      label.text = counter.isHidden ? "hidden" : ""
    }
  }

  actor Statistics {
    let counter: SharedCounter
    var double = 0

    init(_ counter: SharedCounter) {
      self.counter = counter
    }

    @ObservationTracking
    func bind() {
      double = counter.count * 2
    }
  }

  @MainActor class ViewController {
    func viewWillAppear(_ animated: Bool) {}
    func viewDidDisappear(_ animated: Bool) {}
  }

  @CancellableObservation(screen: true)
  final class WeatherScreen: ViewController {
    let label = Label()
    let weather: Weather

    init(_ weather: Weather) {
      self.weather = weather
    }

    @ObservationTracking
    func bind() {
      label.text = weather.temperature
    }

    override func viewWillAppear(_ animated: Bool) {
      super.viewWillAppear(animated)
      label.style = .plain
    }
  }

  // MARK: Runs

  @Test func formsOfTheGuide() async {
    let counter = CounterModel()
    let view = CounterView(counter)
    view.bind()
    counter.value = 10
    counter.isHidden = true
    await mainActorTurns()
    #expect(view.color == .red)
    let statistics = Statistics(SharedCounter())
    await statistics.bind()
    await statistics.bindInExtension()
    statistics.counter.count = 4
    await eventually { await statistics.double == 8 }
    let screen = WeatherScreen(Weather())
    screen.viewWillAppear(false)
    #expect(screen.label.text == "20°" && screen.label.style == .plain)
  }

  @Test func whatIsABinding() async {
    let order = Order()
    let view = OrderView(order)
    view.bind()
    #expect(view.receipt == "none" && view.total == 2 && view.title == "Tea")
    #expect(view.badge.log == ["cup", "load cup", "2"])
    order.isPaid = true
    order.lastAmount = 3
    await mainActorTurns()
    #expect(view.receipt == "for Tea" && view.total == 5 && view.badge.log.last == "1")
  }

  @Test func closures() async {
    let order = Order()
    let view = TicketView(order)
    view.bind()
    #expect(view.opened == [])
    view.label.onTap?()
    order.name = "Milk"
    await mainActorTurns()
    view.label.onTap?()
    #expect(view.opened == ["Tea cup", "Milk cup"])
  }

  @Test func twoMethodsThatBindTheSame() async {
    let counter = CounterModel()
    let view = RowView(counter)
    view.bindHint()
    view.bindValue()
    counter.isHidden = true
    await mainActorTurns()
    #expect(view.label.text == "hidden")
    counter.value = 3
    await mainActorTurns()
    #expect(view.label.text == "3")
  }

  @Test func bindings() async {
    let profile = Profile()
    let controller = ProfileController(profile)
    controller.bind()
    profile.age = 37
    await mainActorTurns()
    #expect(controller.nameLabel.text == "Ada" && controller.ageLabel.text == "37")
  }

  @Test func pausing() async {
    let weather = Weather()
    let controller = WeatherController(weather)
    controller.bind()
    controller.stopObservations()
    weather.temperature = "−3°"
    controller.startObservationsIfNeeded()
    #expect(controller.label.text == "−3°")
  }
}

private typealias Statistics = SnippetTests.Statistics

extension Statistics {
  @ObservationTracking
  func bindInExtension() {
    self.double = counter.count * 2
  }
}
