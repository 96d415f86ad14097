import Observation
import ObservationTracking

/// State of no isolation, as code in Swift 5 mode has it: here of the main thread.
@Observable package final class Weather {
  package var temperature = 20
  package var place = "Oslo"

  package init() {}
}

/// Shows it, with no isolation of its own.
package final class WeatherView {
  package private(set) var text = "" {
    didSet { runCount += 1 }
  }
  package private(set) var runCount = 0
  package private(set) var isWarm = false
  package private(set) var atOnce = 0
  package private(set) var note = ""
  package private(set) var changeCount = 0
  let weather: Weather

  package init(_ weather: Weather) {
    self.weather = weather
  }

  @ObservationTracking
  package func bind() {
    text = "\(weather.place): \(weather.temperature)"
    isWarm = weather.temperature > 15
  }

  @ObservationTracking
  package func bindNote() {
    do {
      note = try describe(weather.temperature)
    } catch {
      note = "cold"
    }
    if weather.temperature < 0 { show(true) }
    try? record(weather.place)
  }

  private struct Cold: Error {}

  private func describe(_ temperature: Int) throws -> String {
    if temperature < 0 { throw Cold() }
    return "mild"
  }

  private func show(_ isCold: Bool) { changeCount += 1 }
  private func record(_ place: String) throws { changeCount += 10 }

  @ObservationTracking(isolation: .synchronous)
  package func bindAtOnce() {
    atOnce = weather.temperature
  }
}

extension WeatherView {
  @ObservationTracking(isolation: .mainActor)
  package func bindMore() {
    self.isWarm = weather.temperature > 18
  }
}

@CancellableObservation
@MainActor package final class WeatherScreen {
  package private(set) var text = ""
  private let weather: Weather

  package init(_ weather: Weather) {
    self.weather = weather
  }

  @ObservationTracking
  package func bind() {
    text = weather.place
  }

  package func pause() { stopObservations() }
  package func resume() { startObservationsIfNeeded() }
}
