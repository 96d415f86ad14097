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
