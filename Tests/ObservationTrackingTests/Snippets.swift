import Observation
import ObservationTracking
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
